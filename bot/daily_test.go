package bot

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/daily"
	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/play/gate"
	"madbot/bot/show"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/rules/puzzle"
)

const today play.Day = 20600

// wholeDeck is a deck of all puzzles, which is expensive to make.
var wholeDeck = sync.OnceValue(func() *daily.Deck { return daily.NewDeck(puzzle.All()) })

// dailiesOf returns the room of puzzles of the day, drawn from a deck.
func dailiesOf(v *show.View, store play.Store, now *time.Time, deck *daily.Deck) *daily.Handlers {
	dailies := &daily.Service{Store: store, Deck: deck, Now: func() time.Time { return *now }, Wake: func() {}}
	others := puzzlesOf(v, dailies)
	return &daily.Handlers{View: v, Panel: others.Panel, Puzzles: others.Service, Service: dailies}
}

// puzzled makes a puzzle of three turns today's, and yesterday's, which is over.
func (tb table) puzzled() puzzle.Puzzle {
	tb.t.Helper()
	p, err := puzzle.Parse("6x4 b1d2--a2c2a4d1c1 b6a6--b5--d6d5c4 b - 2 r ; 40 ; 222-b3 111-a1 222xa2 ; victory ; 6 ; ")
	require.NoError(tb.t, err)
	tb.Dailies = dailiesOf(tb.View, tb.store, tb.now, daily.NewDeck([]puzzle.Puzzle{p}))
	require.NoError(tb.t, tb.store.Do(tb.t.Context(), func(tx play.Tx) error {
		for day := today - 2; day <= today; day++ {
			d := play.Daily{Server: guildID, Day: day, Puzzle: p.ID(), Begun: daily.Date(day), Closed: day < today,
				Post: play.Post{Channel: channelID, Message: fmt.Sprint(day)}}
			if day == today-2 {
				d.Puzzle = "gone"
			}
			require.NoError(tb.t, tx.SaveDaily(tb.t.Context(), d))
		}
		return nil
	}))
	return p
}

// solves lets Alice use a control of a puzzle, on the panel or, if tap is empty, on its post.
func (tb table) solves(state, tap string) dispatch.Reply {
	tb.t.Helper()
	c := tb.call(alice)
	c.OnBlock = tap != ""
	c.ID = ui.NoMatch(ui.Daily, ui.TryArg{State: state, Tap: tap}.String())
	return tb.ok(tb.pressed(c))
}

func tries(turn string) string { return ui.TapArg{Turn: turn}.String() }

// outlooks is a reviewer to which all turns are equal except one.
type outlooks struct {
	reviewer
	bad string // the position after that turn
}

func (o outlooks) Answer(_ context.Context, q gate.Question) (play.Candidate, error) {
	g := q.Game()
	p := g.Position()
	c := play.Candidate{Turn: p.AppendTurns(nil)[0], Worth: 0.1}
	if p.String() == o.bad {
		c.Worth = 0.5
	}
	return c, nil
}

// TestDaily: each turn of the solution is asked for; a wrong one counts as a try, and an equally good one is right. Who
// has solved it learns how many days in a row.
func TestDaily(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	p := tb.puzzled()
	after := p.Position.Play(mustTurn(t, p.Position, "122-b4"))
	tb.View.Service = play.New(play.Deps{Store: tb.store, Reviewer: outlooks{bad: after.String()}, Now: time.Now})
	first := tb.solves("20600 0", "")
	assert.Equal(t, dispatch.Private, first.Kind)
	assert.Contains(t, first.Message.Text, "Blue to play")
	wrong := tb.solves("20600 0", tries("122-b4"))
	assert.Equal(t, dispatch.Update, wrong.Kind)
	assert.Contains(t, wrong.Message.Text, "Not `122-b4`. Red answers `111-a1`. The game would be about even.")
	rated := tb.tried()
	require.Len(t, rated, 1)
	assert.False(t, rated[0].Right, "it counts in /puzzle too")
	next := tb.solves("20600 0", tries("222-b3"))
	assert.Equal(t, rated, tb.tried())
	assert.Contains(t, next.Message.Text, "Right! Red answers `111-a1`. What now?")
	ids := ""
	for _, row := range next.Message.Rows {
		for _, b := range row.Buttons {
			ids += b.ID.Arg + "\n"
		}
	}
	assert.Contains(t, ids, "20600 1 0/")
	assert.Contains(t, tb.solves("20600 0", tries("222-c3")).Message.Text,
		"**Puzzle of the day**: Blue to play\n**Solved:** `222-c3`. Red's 211 is left with 2 squares, not 4.", "as good")
	own, err := tb.store.SolvedBy(t.Context(), alice)
	require.NoError(t, err)
	assert.Equal(t, 2, own[0].Tries)
	assert.Contains(t, tb.solves("20600 1", tries("222xa2")).Message.Text, "\n**Solved!**\nSolution: `222-b3 111-a1 222xa2`")
	require.NoError(t, tb.store.Do(t.Context(), func(tx play.Tx) error {
		own[0].Streak = 7
		return tx.SaveSolver(t.Context(), own[0])
	}))
	assert.Contains(t, tb.solves("20600 0", "").Message.Text, "\n**Solved!** 7 days in a row.\n")
}

func mustTurn(t *testing.T, p rules.Position, text string) rules.Turn {
	t.Helper()
	turn, err := p.ParseTurn(text)
	require.NoError(t, err)
	return turn
}

// TestDaily_Over: an old puzzle shows its solution, as a spoiler to those who have not solved it; an unknown one says
// that it is over. Forged taps ask again.
func TestDaily_Over(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.puzzled()
	for _, tap := range []string{"", tries("222-b3")} {
		old := tb.solves("20599 0", tap).Message
		assert.Contains(t, old.Text, "That was the puzzle of <t:1779753600:D>.\nSolution: ||222-b3 111-a1 222xa2||")
		assert.Equal(t, "MAD on the 6x4 board.", old.Picture.Alt[:21], "before the first turn")
		assert.Equal(t, []string{"Previous", "Next"}, below(old))
	}
	for _, unknown := range []string{"20598 0", "1 0", "", "x"} {
		assert.Contains(t, tb.solves(unknown, "").Message.Text, "That was the puzzle of")
	}
	for _, forged := range []string{"20600 9", "20600 1", "20600 -1"} {
		assert.Contains(t, tb.solves(forged, tries("111-a1")).Message.Text, "Blue to play")
	}
	assert.Contains(t, tb.solves("20600 0", tries("nothing")).Message.Text, "Blue to play")
	own, err := tb.store.SolvedBy(t.Context(), alice)
	require.NoError(t, err)
	assert.Empty(t, own)
	require.NoError(t, tb.store.Do(t.Context(), func(tx play.Tx) error {
		return tx.SaveSolver(t.Context(), play.Solver{Server: guildID, Day: today - 1, Player: alice, Tries: 1,
			At: daily.Date(today), Streak: 3})
	}))
	assert.Contains(t, tb.solves("20599 0", "").Message.Text, "\nSolution: `222-b3")
}

// TestDaily_Message: the solution appears only between spoiler marks, not in the picture's description or a control.
// Solvers are named without being notified.
func TestDaily_Message(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	p := tb.puzzled()
	n := play.DailyNews{Daily: play.Daily{Server: guildID, Day: today, Puzzle: p.ID()}, Locale: "en"}
	asks := tb.Dailies.Message(n)
	n.Closed, n.Solvers, n.AtOnce, n.Named, n.Paused = true, 5, 3, []match.PlayerID{bob}, true
	over := tb.Dailies.Message(n)
	assert.Equal(t, "**Puzzle of the day**: Blue to play\nSolved: 5, on the first try: 3 · <@102>\n"+
		"Solution: ||222-b3 111-a1 222xa2||\nNobody has solved one for a week: I pause. `/server` starts it again.", over.Text)
	assert.Empty(t, over.Ping)
	for _, m := range []ui.Message{asks, over} {
		w, err := m.Wire(nil)
		require.NoError(t, err)
		seen := fmt.Sprintf("%+v %+v %+v", w.Components, w.Attachments, m.Picture.Words)
		before, after, _ := strings.Cut(seen, "||222-b3 111-a1 222xa2||")
		for _, turn := range p.Solution {
			assert.NotContains(t, before+after, turn.String())
		}
	}
	assert.NotEmpty(t, asks.Rows)
	assert.Empty(t, over.Rows, "there is nothing left to solve")
	n.Puzzle = "gone"
	assert.Equal(t, "Solved: 5, on the first try: 3 · <@102>\nNobody has solved one for a week: I pause. `/server` starts it again.",
		tb.Dailies.Message(n).Text)
}
