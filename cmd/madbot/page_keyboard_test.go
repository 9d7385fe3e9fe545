package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox/pagetest"
	"madbot/rules"
)

// TestPage_Keyboard plays a match with the keyboard alone, on a desktop and on a phone; the other side plays elsewhere.
// The focus stays where the next key is expected.
func TestPage_Keyboard(t *testing.T) {
	pagetest.Parallel(t)
	atEachWidth(t, rules.Board5x5, func(s *seat) {
		s.page.Enter("mad")
		s.page.Click(pagetest.ID("command-input"), "")
		s.page.Type("/challenge" + pagetest.Enter)
		for _, option := range []string{"opponent:Bob", "side:red", "board:5x5"} {
			s.page.Type(option + pagetest.Enter)
		}
		s.page.Type(pagetest.Enter)
		s.page.See(private, "Challenge sent to")
		s.acts("bob", func() error { return s.stage.click("bob", "Accept") })
		s.page.See(pagetest.ID("messages"), "is Red, @Bob")

		s.back("Play")
		s.shot("01-play")
		s.page.Type(pagetest.Enter)
		s.page.See(private, "Your turn as")
		s.on("Play")
		s.forth("a2")
		s.page.Type(pagetest.Right + pagetest.Right)
		s.on("e2")
		s.shot("02-ship")
		s.page.Type(pagetest.Enter)
		s.page.See(private, "112: tap a ship")
		s.on("e2")
		s.page.Type(pagetest.Down + strings.Repeat(pagetest.Left, 4))
		s.on("a1")
		s.shot("03-target")
		s.page.Type(" ")
		s.page.See(private, "Play it?")
		s.on("Confirm")
		s.shot("04-confirm")
		s.page.Type(pagetest.Right + pagetest.Enter)
		s.page.See(private, "112: tap a ship")
		s.on("Back")
		s.page.Type(pagetest.Enter)
		s.page.See(private, "Your turn as")
		s.on("Pass")
		s.page.Type(pagetest.Right + pagetest.Enter)
		s.page.See(pagetest.ID("modal-input")+":focus", "")
		s.shot("05-form")
		s.page.Type("112=221" + pagetest.Enter)
		s.page.See(private, "112=221 — swap: 112 to a1 and 221 to e2. Play it?")
		s.on("Confirm")
		s.page.Type(pagetest.Enter)
		s.page.See(private, "Played 112=221.")
		s.on("Plan ahead")
		s.shot("06-played")

		s.acts("bob", func() error { return s.stage.command("bob", "/move turn:pass") })
		s.page.See(pagetest.ID("messages"), "@Bob passed")
		s.page.Type(strings.Repeat(pagetest.Right, 3))
		s.on("Refresh")
		s.page.Type(" ")
		s.page.See(private, "Your turn as")
		s.on("Type my turn")
		s.page.Type(pagetest.Up + pagetest.Up + pagetest.Right + pagetest.Right)
		s.on("e2")
		s.page.Type(pagetest.Enter)
		s.page.See(private, "A red button expels")
		s.on("e2")
		s.page.Type(pagetest.Up + pagetest.Up)
		s.on("e4")
		s.shot("07-expel")
		s.page.Type(pagetest.Enter)
		s.page.See(private, "expels Blue 112.")
		s.on("Confirm")
		s.page.Type(pagetest.Enter)
		s.page.See(private, "Played 221xe4.")

		for !s.page.Has(pagetest.ID("command-input")+":focus", "") {
			s.page.Type(pagetest.Tab)
		}
		s.page.Type("/resign" + pagetest.Enter + pagetest.Enter)
		s.page.See(private, "Resign the game against @Bob?")
		s.page.See(pagetest.ID("command-input")+":focus", "")
		s.back("Resign")
		s.shot("08-resign")
		s.page.Type(pagetest.Enter)
		s.page.See(pagetest.ID("messages"), "@Bob wins: @Alice resigned.")
		s.shot("09-result")
	})
}

// acts lets somebody act who is not at the page, and waits for the effects.
func (s *seat) acts(name string, act func() error) {
	s.t.Helper()
	s.stage.settle()
	require.NoError(s.t, act(), name)
	s.stage.settle()
}

// on waits until the focus is on the button with the label, and the button accepts keys.
func (s *seat) on(label string) {
	s.t.Helper()
	s.page.See(awake(button(label)), "")
}

// awake selects the focused element among those that the selector matches, once it accepts keys.
func awake(selector string) string {
	return "[data-testid=message]:not([data-busy]) " + selector + ":focus:not([data-fresh])"
}

// maxTabs is how often people press Tab to reach something in sight.
const maxTabs = 12

// back presses Shift+Tab until the focus is on the button with the label.
func (s *seat) back(label string) {
	s.t.Helper()
	s.reach(button(label), s.page.Shift, s.page.Type)
}

// forth presses Tab until the focus is on the button with the label.
func (s *seat) forth(label string) {
	s.t.Helper()
	s.reach(button(label), s.page.Type, s.page.Shift)
}

// reach presses Tab in one direction until the focus is on the element that the selector matches. If that passes the
// element, as on a busy machine where a key takes effect late, it goes back in the other direction.
func (s *seat) reach(selector string, there, back func(key string)) {
	s.t.Helper()
	for i := range 4 * maxTabs {
		if s.holds(selector) {
			return
		}
		if i < maxTabs {
			there(pagetest.Tab)
		} else {
			back(pagetest.Tab)
		}
	}
	s.page.See(awake(selector), "")
}

// holds waits while the focused element that the selector matches does not accept keys, and reports whether the focus
// is still on it afterwards.
func (s *seat) holds(selector string) bool {
	s.t.Helper()
	for s.page.Has(selector+":focus", "") {
		s.page.NextFrame()
		if s.page.Has(awake(selector), "") {
			return true
		}
	}
	return false
}
