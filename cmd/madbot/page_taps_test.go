package main

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox/pagetest"
	"madbot/rules"
)

// step is a button to press on the page, and a text that the newest panel shows afterwards.
type step struct{ who, press, says string }

// The matches of TestPage_Taps: a swap and a pass at first, moves and expulsions, a rotation that brings a ship back
// from exile, a bonus that is taken and one that is declined.
var (
	taps5x5 = []step{
		{"alice", "Play", "first turn: swap, rotate or pass"},
		{"alice", "e2", "112: tap a ship"},
		{"alice", "a1", "112=221 — swap: 112 to a1 and 221 to e2. Play it?"},
		{"alice", "Confirm", "Played 112=221."},

		{"bob", "Play", "Your turn as Blue"},
		{"bob", "Pass", "pass — the fleet stays as it is. Play it?"},
		{"bob", "Confirm", "You passed."},

		{"alice", "Play", "Your turn as Red"},
		{"alice", "e2", "221: choose where it goes. = swap"},
		{"alice", "e4", "221xe4 — 221 sails from e2 and expels Blue 112."},
		{"alice", "Confirm", "Played 221xe4."},

		{"bob", "Play", "In exile: Blue 112"},
		{"bob", "112 in exile", "112 is in exile: choose a ship to change places with."},
		{"bob", "a4", "Play it?"},
		{"bob", "Reverse",
			"112>211>121 — rotation: 112 out of exile to c5, 211 to a4 and 121 into exile. Play it?"},
		{"bob", "Confirm", "Played 112>211>121."},

		{"alice", "Play", "In exile: Blue 121"},
		{"alice", "e4", "A red button expels the enemy ship there."},
		{"alice", "e5", "Or with a bonus, a swap or rotation of 221:"},
		{"alice", "Without bonus", "Played 221xe5."},

		{"bob", "Play", "In exile: Blue 121"},
		{"bob", "a4", "211: choose where it goes"},
		{"bob", "a2", "211xa2 — 211 sails from a4 and expels Red 121."},
		{"bob", "Confirm", "@Alice is to move as Red"},

		{"alice", "Play", "Your turn as Red"},
		{"alice", "e5", "221: choose where it goes"},
		{"alice", "d5", "Or with a bonus"},
		{"alice", "122>221>212", "expels Blue 222; bonus rotation:"},
		{"alice", "Confirm", "Played 221xd5+122>221>212."},

		{"bob", "Play", "Your turn as Blue"},
		{"bob", "a2", "211: choose where it goes"},
		{"bob", "b1", "211xb1 — 211 sails from a2 and expels Red 111. It wins the game. Play it?"},
		{"bob", "Confirm", "Bob wins"},
	}
	taps6x4 = []step{
		{"alice", "Play", "first turn"}, {"alice", "Pass", "Play it?"},
		{"alice", "Confirm", "You passed"},
		{"bob", "Play", "first turn"}, {"bob", "d5", "112: tap a ship"},
		{"bob", "a6", "Play it?"}, {"bob", "Confirm", "Played 112=221"},
		{"alice", "Play", "Your turn as"}, {"alice", "c2", "211: choose where it goes"},
		{"alice", "c4", "211-c4 — 211 sails from c2."}, {"alice", "Confirm", "Played 211-c4"},
		{"bob", "Play", "Your turn as"}, {"bob", "b5", "122: choose where it goes"},
		{"bob", "b4", "Play it?"}, {"bob", "Confirm", "Played 122-b4"},
		{"alice", "Play", "Your turn as"}, {"alice", "c4", "A red button expels"},
		{"alice", "d5", "expels Blue 221."}, {"alice", "Confirm", "Played 211xd5"},
		{"bob", "Play", "In exile: Blue 221"}, {"bob", "b4", "122: choose where it goes"},
		{"bob", "> 221 in exile", "122>221>212 — rotation:"},
		{"bob", "Confirm", "Played 122>221>212"},
		{"alice", "Play", "Your turn as"}, {"alice", "d5", "A red button expels"},
		{"alice", "d6", "Or with a bonus"}, {"alice", "122=211", "bonus swap:"},
		{"alice", "Confirm", "Played 211xd6+122=211"},
		{"bob", "Play", "Your turn as"}, {"bob", "b4", "212: choose where it goes"},
		{"bob", "b2", "Play it?"}, {"bob", "Confirm", "Played 212xb2"},
		{"alice", "Play", "Your turn as"}, {"alice", "d6", "122: choose where it goes"},
		{"alice", "c6", "Or with a bonus"}, {"alice", "Without bonus", "Played 122xc6"},
		{"bob", "Play", "Your turn as"}, {"bob", "b2", "212: choose where it goes"},
		{"bob", "b1", "It wins the game. Play it?"}, {"bob", "Confirm", "Bob wins"},
	}
)

// squareName matches the name of a square.
var squareName = regexp.MustCompile(`^[a-e][1-6]$`)

// button returns the selector of the buttons with a label. A square is found by its custom id, because its ship has no
// label.
func button(label string) string {
	if !squareName.MatchString(label) {
		return pagetest.ID("button", "label", label)
	}
	return pagetest.ID("button") + fmt.Sprintf(`:is([data-custom-id*=":%[1]s "], [data-custom-id*="/%[1]s "])`, label)
}

// widths are the widths of the page in tests.
func widths() map[string]pagetest.Size {
	if testing.Short() {
		return map[string]pagetest.Size{"phone": pagetest.Phone}
	}
	return map[string]pagetest.Size{"desk": pagetest.Desk, "phone": pagetest.Phone}
}

// atEachWidth plays matches on a board, at each width on a page of its own.
func atEachWidth(t *testing.T, board rules.Board, play func(*seat)) {
	t.Helper()
	for name, size := range widths() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			play(newSeat(t, size, board))
		})
	}
}

// TestPage_Taps plays whole matches with taps alone, on a desktop and on a phone.
func TestPage_Taps(t *testing.T) {
	pagetest.Parallel(t)
	tests := map[string]struct {
		board rules.Board
		steps []step
	}{
		"desk":  {rules.Board5x5, taps5x5},
		"phone": {rules.Board6x4, taps6x4},
	}
	for name, size := range widths() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test := tests[name]
			s := newSeat(t, size, test.board)
			s.begin()
			for i, step := range test.steps {
				s.become(step.who)
				s.presses(step.press, step.says)
				s.checkGrid()
				s.shot(fmt.Sprintf("%02d-%s-%s", i+1, step.who, step.press))
			}
			s.page.See(pagetest.ID("messages"), "@Bob wins")
			s.page.Click(pagetest.ID("channel-title"), "")
			s.shot("result")
		})
	}
}

// Selectors of the private messages, and of the newest one.
var (
	private = pagetest.ID("message") + "[data-ephemeral]"
	newest  = private + ":not(:has(~ " + private + "))"
)

// seat is the sandbox's page, used by alice and bob in turn.
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

// begin sends alice's challenge, which bob accepts.
func (s *seat) begin() {
	s.t.Helper()
	s.become("alice")
	s.page.Run("/challenge opponent:Bob side:red board:" + s.board.String())
	s.page.See(pagetest.ID("message"), "challenges")
	s.become("bob")
	s.page.Press("Accept")
	s.page.See(pagetest.ID("messages"), "is Red, @Bob")
}

// become switches the page to somebody.
func (s *seat) become(name string) {
	s.t.Helper()
	if s.who == name {
		return
	}
	s.stage.settle() // otherwise a board might be about to be replaced
	s.page.Become(name)
	s.page.Enter("mad")
	s.who = name
}

func (s *seat) shot(name string) {
	s.t.Helper()
	s.page.Loaded()
	s.page.Named()
	s.page.Shot(name)
}

// checkGrid fails the test unless the board of every panel is a grid: rows and columns of equal squares, large enough
// for a finger, and completely on the page.
func (s *seat) checkGrid() {
	s.t.Helper()
	columns := s.board.Columns()
	cells := s.page.Boxes(private+" "+pagetest.ID("grid")+" "+pagetest.ID("button"), "")
	require.NotEmpty(s.t, cells)
	require.Zero(s.t, len(cells)%(s.board.Rows()*columns), "the squares of whole boards")
	for i, cell := range cells {
		assert.InDelta(s.t, cells[0].Width, cell.Width, 0.5, "all are as wide")
		assert.InDelta(s.t, cells[i%columns].X, cell.X, 0.5, "in columns")
		assert.InDelta(s.t, cells[i-i%columns].Y, cell.Y, 0.5, "in rows")
		assert.GreaterOrEqual(s.t, cell.Height, 40.0)
		assert.LessOrEqual(s.t, cell.X+cell.Width, float64(s.size.Width))
	}
}
