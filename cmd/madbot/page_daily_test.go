package main

import (
	"testing"

	"madbot/bot/sandbox/pagetest"
	"madbot/rules"
)

// TestPage_Daily chooses a channel for the puzzle of the day, solves it with the keyboard alone, on a desktop and on a
// phone, and sees the results the next day.
func TestPage_Daily(t *testing.T) {
	pagetest.Parallel(t)
	atEachWidth(t, rules.Board6x4, func(s *seat) {
		s.stage.do("time passes until 09:30")
		s.page.Enter("mad")
		s.page.Click(pagetest.ID("command-input"), "")
		s.page.Type("/server" + pagetest.Enter + pagetest.Enter)
		s.page.See(private, "Server settings")
		s.back("Puzzle of the day")
		s.page.Type(pagetest.Enter)
		s.page.See(private, "Puzzle of the day: off")
		s.shot("01-off")
		s.reach(pagetest.ID("select")+`[data-custom-id*="where"]`, s.page.Shift, s.page.Type)
		s.page.Type(pagetest.Enter)
		s.page.Insert("mad")
		s.page.Type(pagetest.Enter)
		s.page.See(private, "#mad at 09:00")
		s.page.See(common, "Puzzle of the day: Blue to play")
		s.shot("02-posted")

		s.forth("Solve")
		s.page.Type(pagetest.Enter)
		s.page.See(newest, "Blue to play")
		s.forth("c4")
		s.shot("03-panel")
		s.finds(pagetest.Up+pagetest.Right, "b3", "222-b3")
		s.page.See(newest, "Red answers 111-a1")
		s.shot("04-next")
		s.back("b3")
		s.finds(pagetest.Up+pagetest.Right, "a2", "222xa2")
		s.page.See(newest, "Solved: 222xa2")
		s.shot("05-solved")
		s.stage.do("time passes: 1 day")
		s.page.See(common, "Solved: 1, on the first try: 1")
		s.shot("06-result")
	})
}

// finds chooses the focused ship, goes to a square with keys, and confirms the turn.
func (s *seat) finds(keys, square, turn string) {
	s.t.Helper()
	s.page.Type(pagetest.Enter)
	s.page.See(newest, "choose where it goes")
	s.page.Type(keys)
	s.on(square)
	s.page.Type(pagetest.Enter)
	s.page.See(newest, turn)
	s.on("Confirm")
	s.page.Type(pagetest.Enter)
}
