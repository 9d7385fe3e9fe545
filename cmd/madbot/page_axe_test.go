package main

import (
	"testing"

	"madbot/bot/sandbox/pagetest"
	"madbot/rules"
)

// TestPage_Axe: axe-core finds no accessibility problem on the page, in both themes, on a desktop and on a phone, with
// everything open that can be.
func TestPage_Axe(t *testing.T) {
	pagetest.Parallel(t)
	axe := pagetest.NewAxe(t)
	atEachWidth(t, rules.Board6x4, func(s *seat) {
		accessible := func(as string) {
			s.t.Helper()
			s.page.Loaded()
			s.page.Accessible(axe, as)
			s.page.Shot(as)
		}
		s.page.Enter("mad")
		accessible("empty")
		s.challenged()
		accessible("board")
		s.page.Click(pagetest.ID("button", "label", "Play"), "")
		s.page.See(private, "Your turn as")
		accessible("panel")
		s.page.Press("Type my turn")
		s.page.See(pagetest.ID("modal-input")+":focus", "")
		accessible("modal")
		s.page.Type(pagetest.Escape)
		s.page.Run("/settings")
		s.page.See(newest, "Your settings")
		accessible("settings")
		s.page.Click(newest+" "+pagetest.ID("select", "custom-id", "set:::theme"), "")
		s.page.See(pagetest.ID("select-option"), "")
		accessible("select")
		s.page.Type(pagetest.Escape)
		s.presses("Notifications", "Notifications")
		accessible("notices")
		s.page.Run("/learn")
		s.page.See(newest, "Lesson 1")
		accessible("lesson")
		s.menusAccessible(accessible)
	})
}

// menusAccessible checks menus and dialogs.
func (s *seat) menusAccessible(accessible func(string)) {
	s.t.Helper()
	s.page.Click(pagetest.ID("command-input"), "")
	s.page.Type("/")
	s.page.See(pagetest.ID("suggestion"), "")
	accessible("suggestions")
	s.page.Type("challenge" + pagetest.Enter)
	s.page.See(pagetest.ID("option-rest")+", "+pagetest.ID("option-input"), "")
	accessible("command")
	s.page.Type(pagetest.Escape + pagetest.Escape)
	s.page.Click(pagetest.ID("languages-toggle"), "")
	s.page.See(pagetest.ID("languages"), "speaks")
	accessible("languages")
	s.page.Type(pagetest.Escape)
	s.page.RightClick(pagetest.ID("message")+":not([data-ephemeral]) "+pagetest.ID("author"), "")
	s.page.See(pagetest.ID("menu"), "")
	accessible("menu")
	s.page.Type(pagetest.Escape)
	if s.page.Has(pagetest.ID("menu-button"), "") {
		s.page.Click(pagetest.ID("menu-button"), "")
		s.page.See(".drawer-open", "")
		accessible("drawer")
		return
	}
	s.page.Click(pagetest.ID("members-toggle"), "")
	accessible("members")
}
