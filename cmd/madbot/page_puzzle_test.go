package main

import (
	"testing"

	"madbot/bot/sandbox/pagetest"
	"madbot/rules"
)

// TestPage_Puzzle solves a puzzle with the keyboard alone, at a desk and on a phone, after a hint and a wrong turn.
func TestPage_Puzzle(t *testing.T) {
	pagetest.Parallel(t)
	atEachWidth(t, rules.Board6x4, func(s *seat) {
		s.page.Enter("mad")
		s.types("/puzzle", "Find the turn that wins by force.", "01-puzzle")
		s.checkGrid()
		s.keyed("c4", "222: tap where it goes")
		s.shot("02-ship")
		s.keyed("c3", "Play it?")
		s.shot("03-confirm")
		s.keyed("Confirm", "222-c3")
		s.shot("04-wrong")
		s.keyed("Hint", "Look at your 222")
		s.shot("05-hint")
		s.keyed("Hint", "The idea")
		s.shot("06-idea")
		s.keyed("c4", "222: tap where it goes")
		s.keyed("b3", "Play it?")
		s.keyed("Confirm", "Right!")
		s.shot("07-right")
		s.keyed("Solution", "Solution:")
		s.shot("08-solution")
		s.keyed("Next puzzle", "every puzzle there is")
		s.shot("09-done")
	})
}

// keyed goes to a button with the keyboard, presses it and waits for what the newest private message says.
func (s *seat) keyed(label, says string) {
	s.t.Helper()
	for range maxTabs {
		if s.page.Has(button(label)+":focus", "") {
			break
		}
		s.page.Shift(pagetest.Tab)
	}
	s.page.Type(pagetest.Enter)
	s.page.See(newest, says)
}
