package main

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox/pagetest"
	"madbot/rules"
)

// step is something that a person presses on the page, and what their newest panel says then.
type step struct{ who, press, says string }

// The whole matches of TestPage_Taps: a swap and a pass to begin with, movements and expulsions, a
// rotation that brings a ship home from exile, a bonus that is taken and one that is refused.
var (
	taps5x5 = []step{
		{"alice", "Play", ""}, {"alice", "e2", ""}, {"alice", "a1", ""}, {"alice", "Confirm", ""},
		{"bob", "Play", ""}, {"bob", "Pass", ""}, {"bob", "Confirm", ""},
		{"alice", "Play", ""}, {"alice", "e2", ""}, {"alice", "e4", ""}, {"alice", "Confirm", ""},
		{"bob", "Play", ""}, {"bob", "112 in exile", ""}, {"bob", "c5", ""},
		{"bob", "112>211>121", ""}, {"bob", "Confirm", ""},
		{"alice", "Play", ""}, {"alice", "e4", ""}, {"alice", "e5", ""}, {"alice", "No bonus", ""},
		{"alice", "Confirm", ""},
		{"bob", "Play", ""}, {"bob", "a4", ""}, {"bob", "a2", ""}, {"bob", "Confirm", ""},
		{"alice", "Play", ""}, {"alice", "e5", ""}, {"alice", "d5", ""},
		{"alice", "122>221>212", ""}, {"alice", "Confirm", ""},
		{"bob", "Play", ""}, {"bob", "a2", ""}, {"bob", "b1", ""}, {"bob", "Confirm", ""},
	}
	taps6x4 = []step{
		{"alice", "Play", ""}, {"alice", "Pass", ""}, {"alice", "Confirm", ""},
		{"bob", "Play", ""}, {"bob", "d5", ""}, {"bob", "a6", ""}, {"bob", "Confirm", ""},
		{"alice", "Play", ""}, {"alice", "c2", ""}, {"alice", "c4", ""}, {"alice", "Confirm", ""},
		{"bob", "Play", ""}, {"bob", "b5", ""}, {"bob", "b4", ""}, {"bob", "Confirm", ""},
		{"alice", "Play", ""}, {"alice", "c4", ""}, {"alice", "d5", ""}, {"alice", "Confirm", ""},
		{"bob", "Play", ""}, {"bob", "221 in exile", ""}, {"bob", "b4", ""}, {"bob", "122>221>212", ""},
		{"bob", "Confirm", ""},
		{"alice", "Play", ""}, {"alice", "d5", ""}, {"alice", "d6", ""}, {"alice", "122=211", ""},
		{"alice", "Confirm", ""},
		{"bob", "Play", ""}, {"bob", "b4", ""}, {"bob", "b2", ""}, {"bob", "Confirm", ""},
		{"alice", "Play", ""}, {"alice", "d6", ""}, {"alice", "c6", ""}, {"alice", "No bonus", ""},
		{"alice", "Confirm", ""},
		{"bob", "Play", ""}, {"bob", "b2", ""}, {"bob", "b1", ""}, {"bob", "Confirm", ""},
	}
)

// TestPage_Taps plays whole matches by taps alone, at a desk and on a phone.
func TestPage_Taps(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		size  pagetest.Size
		board rules.Board
		steps []step
	}{
		"desk":  {pagetest.Desk, rules.Board5x5, taps5x5},
		"phone": {pagetest.Phone, rules.Board6x4, taps6x4},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSeat(t, test.size, test.board)
			s.begin()
			for i, step := range test.steps {
				s.become(step.who)
				s.page.Press(step.press)
				fmt.Println(name, step.who, step.press, s.page.See(s.panel(), step.says))
				s.checkGrid()
				s.shot(fmt.Sprintf("%02d-%s-%s", i, step.who, step.press))
			}
		})
	}
}

// private are the messages that only one person sees, of which those with a board are panels.
var private = pagetest.ID("message") + "[data-ephemeral]"

// seat is somebody at the sandbox's page, who is alice and bob in turn.
type seat struct {
	t     *testing.T
	stage *stage
	page  *pagetest.Page
	size  pagetest.Size
	board rules.Board
	who   string
}

func newSeat(t *testing.T, size pagetest.Size, board rules.Board) *seat {
	stage := newStage(t, nil)
	return &seat{t: t, stage: stage, page: pagetest.Open(t, stage.url+"/?as=alice", size), size: size,
		board: board}
}

// begin is alice's challenge, which bob accepts.
func (s *seat) begin() {
	s.t.Helper()
	s.become("alice")
	s.page.Run("/challenge opponent:Bob side:red board:" + s.board.String())
	s.page.See(pagetest.ID("message"), "challenges")
	s.become("bob")
	s.page.Press("Accept")
	s.page.See(pagetest.ID("messages"), "The match begins")
}

// become makes the page somebody's, unless it is.
func (s *seat) become(name string) {
	s.t.Helper()
	if s.who == name {
		return
	}
	s.page.Become(name)
	s.page.Enter("mad")
	s.who = name
}

// panel is the newest panel.
func (s *seat) panel() string { return private }

func (s *seat) shot(name string) {
	s.t.Helper()
	s.page.Loaded()
	s.page.Named()
	s.page.Shot(name)
}

// checkGrid fails the test unless every panel's board is one: rows and columns of squares that are
// alike, large enough for a finger, and all on the page.
func (s *seat) checkGrid() {
	s.t.Helper()
	columns := s.board.Columns()
	cells := s.page.Boxes(pagetest.ID("grid")+" "+pagetest.ID("button"), "")
	require.Zero(s.t, len(cells)%(s.board.Rows()*columns), "the squares of whole boards")
	for i, cell := range cells {
		assert.InDelta(s.t, cells[0].Width, cell.Width, 0.5, "all are as wide")
		assert.InDelta(s.t, cells[i%columns].X, cell.X, 0.5, "in columns")
		assert.InDelta(s.t, cells[i-i%columns].Y, cell.Y, 0.5, "in rows")
		assert.GreaterOrEqual(s.t, cell.Height, 40.0)
		assert.LessOrEqual(s.t, cell.X+cell.Width, float64(s.size.Width))
	}
}
