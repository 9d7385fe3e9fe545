package main

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/bot/sandbox/pagetest"
	"madbot/rules"
)

// phoneGames are games after which both sides have ships in exile, swaps and rotations.
var phoneGames = map[rules.Board]string{
	rules.Board5x5: "112=221 pass 221xe4 112>211>121 221xe5 211xa2",
	rules.Board6x4: "pass 112=221 211-c4 122-b4 211xd5 122>221>212",
}

// phoneTurns are Alice's next turns.
var phoneTurns = map[rules.Board]string{rules.Board5x5: "122-b2", rules.Board6x4: "211xd6+122=211"}

// TestPage_SmallPhone: on the smallest phones in use, each row of buttons and each label fits on one line, on both
// boards, for both sides.
func TestPage_SmallPhone(t *testing.T) {
	pagetest.Parallel(t)
	for board, turns := range phoneGames {
		t.Run(board.String(), func(t *testing.T) {
			t.Parallel()
			s := newSeat(t, pagetest.SmallPhone, board)
			s.begin()
			s.stage.act("alice and bob play " + turns)
			s.stage.settle()
			s.looksAtPanels("red", "alice")
			s.plays("alice", phoneTurns[board])
			s.looksAtPanels("blue", "bob")
		})
	}
}

// looksAtPanels checks the public board, and the panels on the way to a rotation.
func (s *seat) looksAtPanels(side, who string) {
	s.t.Helper()
	s.become(who)
	s.fits(side + "-1-board")
	s.presses("Play", "Your turn as")
	s.checkGrid()
	s.fits(side + "-2-panel")
	square := newest + " " + pagetest.ID("grid") + " " + pagetest.ID("button") + ":enabled"
	s.page.Click(square, "")
	s.page.See(newest, "> rotation")
	s.fits(side + "-3-ship")
	s.page.Click(square+":is([data-label='>'], [data-label='='])", "")
	s.page.See(newest, "Play it?")
	s.fits(side + "-4-turn")
	s.presses("Back", "> rotation")
	s.presses("Back", "Your turn as")
}

// fits takes a screenshot, and fails the test for rows and labels on two lines.
func (s *seat) fits(name string) {
	s.t.Helper()
	s.shot(name)
	assert.Empty(s.t, s.page.Broken(), "%s: on two lines", name)
}
