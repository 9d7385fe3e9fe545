package main

import (
	"testing"

	"madbot/bot/sandbox/pagetest"
	"madbot/rules"
)

// TestPage_Look looks at a match in all ways, on a desktop and on a phone, and changes the looks of boards.
func TestPage_Look(t *testing.T) {
	pagetest.Parallel(t)
	atEachWidth(t, rules.Board5x5, func(s *seat) {
		s.challenged()
		s.stage.act("alice and bob play 112=221 pass 221xe4 112>211>121 221xe5 211xa2")
		s.stage.settle()
		s.page.See(pagetest.ID("message")+":not([data-ephemeral])", "Bob played 211xa2")
		s.looks()
		s.chooses()
	})
}

// presses presses a button, and waits for a text in the newest private message.
func (s *seat) presses(label, says string) {
	s.t.Helper()
	s.page.Click(button(label), "")
	s.page.See(newest, says)
}

// sees presses a button, waits for a text in the newest private message, and takes a screenshot.
func (s *seat) sees(press, says, shot string) {
	s.t.Helper()
	s.presses(press, says)
	s.page.See(newest+":not([data-busy])", "")
	s.shot(shot)
}

func (s *seat) looks() {
	s.t.Helper()
	s.sees("More", "Your turn as Red", "01-more")
	s.sees("Look back", "Round 3 of 3", "02-back")
	s.sees("Back", "Round 3 of 3 · Red played 221xe5", "03-back")
	s.sees("First", "The start, before round 1 of 3", "04-first")
	s.sees("Forward", "Round 1 of 3 · Red played 112=221", "05-forward")
	s.sees("Flip", "Round 1 of 3", "06-flip")
	s.page.See(newest+` [data-custom-id*="past blue"]`, "") // the words are the same
	s.sees("Last", "Round 3 of 3", "07-last")
	s.sees("Live", "Your turn as Red", "08-live")
	s.sees("Turn list", "112=221", "09-turns")
	s.page.See(newest+" "+pagetest.ID("file"), "mad-m1.txt")
	s.sees("Last turns", "@Bob played 211xa2", "10-strip")
	s.sees("Text board", "In exile", "11-text")
	s.sees("What is attacked?", "attacked", "12-attacked")
	s.sees("Resign", "Resign the game against @Bob?", "13-resign")
	s.sees("Play on", "You didn't resign.", "14-plays-on")
}

func (s *seat) chooses() {
	s.t.Helper()
	s.page.Run("/settings")
	s.page.See(newest, "Your settings")
	s.shot("20-settings")
	s.page.Choose("set:::theme", "paper")
	s.page.See(newest, "Pictures: Paper")
	s.shot("21-paper")
	s.page.Run("/board")
	s.page.See(newest, "Your turn as Red")
	s.shot("22-board-paper")
	s.page.Run("/settings")
	s.page.See(newest, "Pictures: Paper")
	s.page.Choose("set:::theme", "contrast")
	s.page.See(newest, "Pictures: ")
	s.page.Run("/board")
	s.page.See(newest, "Your turn as Red")
	s.shot("23-board-contrast")
	s.page.Run("/settings")
	s.page.See(newest, "Your settings")
	s.sees("Menus", "two menus, the ship", "24-menus")
	s.page.Run("/play")
	s.page.See(newest, "choose a ship")
	s.shot("25-play-menus")
}
