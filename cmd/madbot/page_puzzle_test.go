package main

import (
	"testing"

	"madbot/bot/sandbox/pagetest"
	"madbot/rules"
)

// TestPage_Puzzle solves a puzzle on a desktop and on a phone, after a wrong turn, chosen with the keyboard, and two
// steps of a hint.
func TestPage_Puzzle(t *testing.T) {
	pagetest.Parallel(t)
	atEachWidth(t, rules.Board6x4, func(s *seat) {
		s.page.Enter("mad")
		s.types("/puzzle", "Find the turn that wins by force.", "01-puzzle")
		s.checkGrid()
		s.back("c4")
		s.page.Type(pagetest.Enter)
		s.page.See(newest, "222: choose where it goes")
		s.shot("02-ship")
		s.page.Type(pagetest.Up)
		s.on("c3")
		s.page.Type(pagetest.Enter)
		s.page.See(newest, "Play it?")
		s.on("Confirm")
		s.shot("03-confirm")
		s.page.Type(pagetest.Enter)
		s.page.See(newest, "Not 222-c3.")
		s.shot("04-wrong")
		s.sees("Hint", "Look at your 222", "05-hint")
		s.sees("Hint", "The idea", "06-idea")
		s.presses("c4", "222: choose where it goes")
		s.presses("b3", "Play it?")
		s.sees("Confirm", "Right!", "07-right")
		s.sees("Solution", "Solution:", "08-solution")
		s.sees("Next puzzle", "You've done every", "09-done")
	})
}
