package bot

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/daily"
	"madbot/bot/dispatch"
	"madbot/bot/panel/solve"
	"madbot/bot/play"
	trials "madbot/bot/play/tries"
	"madbot/bot/show"
	"madbot/bot/ui"
	"madbot/rules/puzzle"
	"madbot/rules/rating"
)

// puzzlesOf returns the room of puzzles, except puzzles of the day.
func puzzlesOf(v *show.View, dailies *daily.Service) *daily.PuzzleHandlers {
	return &daily.PuzzleHandlers{Panel: &solve.Panel{View: v}, Service: &daily.Puzzles{Store: dailies.Store,
		Dailies: dailies, Now: dailies.Now}}
}

// puzzling sets up two puzzles, of levels 1 and 5, and a reviewer to which all turns are equal.
func (tb table) puzzling() (easy, hard puzzle.Puzzle) {
	tb.t.Helper()
	hard, err := puzzle.Parse("6x4 b1d2--a2c2a4d1c1 b6a6--b5--d6d5c4 b - 2 r ; 40 ; 222-b3 111-a1 222xa2 ; victory ; 6 ; ")
	require.NoError(tb.t, err)
	easy, err = puzzle.Parse("6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 7 b ; 40 ; 211xb3 ; upper hand ; 2 ; ")
	require.NoError(tb.t, err)
	tb.View.Service = play.New(play.Deps{Store: tb.store, Reviewer: outlooks{}, Now: time.Now})
	deck := daily.NewDeck([]puzzle.Puzzle{easy, hard})
	tb.Puzzles = puzzlesOf(tb.View, dailiesOf(tb.View, tb.store, tb.now, deck).Service)
	return easy, hard
}

// puzzles lets Alice use a control of a puzzle on the panel.
func (tb table) puzzles(state, tap string) dispatch.Reply {
	tb.t.Helper()
	c := tb.call(alice)
	c.OnBlock = true
	c.ID = ui.NoMatch(ui.Puzzle, ui.TryArg{State: state, Tap: tap}.String())
	return tb.ok(tb.pressed(c))
}

// below returns the labels of the buttons below the board.
func below(m ui.Message) (list []string) {
	for _, b := range m.Rows[len(m.Rows)-1].Buttons {
		list = append(list, b.Label)
	}
	return list
}

func (tb table) tried() []trials.Try {
	tb.t.Helper()
	all, err := tb.store.PuzzleTries(tb.t.Context(), alice)
	require.NoError(tb.t, err)
	return all
}

// TestPuzzle: a level has its puzzles, the first time that one is solved or not counts, and solving all of them is
// acknowledged.
func TestPuzzle(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	easy, hard := tb.puzzling()
	suits := tb.ok(tb.run(alice, "puzzle"))
	assert.Equal(t, dispatch.Private, suits.Kind)
	assert.Contains(t, suits.Message.Text, "**Puzzle**, level 1: Red to play\nFind the turn that gains the upper hand.")
	five := tb.ok(tb.run(alice, "puzzle", "difficulty", "5"))
	assert.Contains(t, five.Message.Text, "**Puzzle**, level 5: Blue to play\nFind the turn that wins by force.")
	assert.Equal(t, []string{"Hint", "Solution"}, below(five.Message))
	at := "5~" + hard.ID()
	next := tb.puzzles(at, tries("222-b3"))
	assert.Contains(t, next.Message.Text, "Right! Red answers `111-a1`. What now?\nFind the turn that wins by force. With help,")
	assert.Empty(t, tb.tried(), "it is not solved yet")
	solved := tb.puzzles(at+" 1", tries("222xa2"))
	assert.Contains(t, solved.Message.Text, "**Solved:** `222xa2`.")
	assert.Contains(t, solved.Message.Text, "\nYour puzzle rating so far: about ")
	assert.Equal(t, []string{"Previous", "Next", "Next puzzle"}, below(solved.Message))
	right := tb.tried()[0]
	assert.True(t, right.Right)
	assert.Contains(t, tb.puzzles(at+" 1", "solution").Message.Text, "Solution: `222-b3 111-a1 222xa2`\nIt threatens `222xb1`")
	assert.Equal(t, right, tb.tried()[0], "the first try counted")
	done := tb.puzzles("5", "")
	assert.Equal(t, "You've done every level 5 puzzle.", done.Message.Text)
	assert.Equal(t, []string{"All levels"}, below(done.Message))
	hint := tb.puzzles("0~"+easy.ID(), "hint").Message
	assert.Contains(t, hint.Text, "Your puzzle rating so far: about ")
	assert.Contains(t, hint.Text, "Look at your **211** on c4.")
	assert.Contains(t, tb.puzzles("0~"+easy.ID()+" 0 1", tries("211xb3")).Message.Text, "**Solved:** `211xb3`.")
	whole := tb.puzzles("0~"+easy.ID()+" 0 3", "hint").Message
	assert.Contains(t, whole.Text, "**211xb3**", "there is no fourth step")
	assert.NotContains(t, below(whole), "Hint")
	tried := tb.tried()
	require.Len(t, tried, 2)
	assert.True(t, tried[0].Hinted)
	assert.False(t, tried[0].Right)
	assert.Less(t, tried[0].After.Points, right.After.Points)
	assert.Equal(t, "You've done every puzzle.", tb.puzzles("0", "").Message.Text)
	assert.Contains(t, tb.puzzles("0~gone2222", "").Message.Text, "This puzzle is gone.")
}

// TestPuzzle_Solution: the solution is shown on request, as a picture and in words, with reasons; until then it appears
// nowhere.
func TestPuzzle_Solution(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	_, hard := tb.puzzling()
	told := func(m ui.Message) string {
		seen := m.Text
		if m.Picture != nil {
			seen += m.Picture.Alt + m.Picture.Words + m.InWords().Text
		}
		for _, row := range m.Rows {
			for _, b := range row.Buttons {
				seen += b.Label + b.ID.String()
			}
		}
		return seen
	}
	asks, shown := tb.puzzles("5~"+hard.ID(), ""), tb.puzzles("5~"+hard.ID(), "solution")
	assert.Contains(t, shown.Message.Text, "**Puzzle**, level 5: Blue to play\nSolution: `222-b3 111-a1 222xa2`\n"+
		"It threatens `222xb1`, which would expel Red's corvette. Whatever Red answers, you win a ship.\n"+
		"Your puzzle rating so far: about ")
	require.NotNil(t, shown.Message.Picture)
	for _, turn := range hard.Solution {
		assert.NotContains(t, told(asks.Message), turn.String())
	}
	assert.True(t, tb.tried()[0].Hinted)
}

// TestPuzzle_Watch: the solution can be watched turn by turn, but not before the puzzle was tried.
func TestPuzzle_Watch(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	_, hard := tb.puzzling()
	at := "5~" + hard.ID()
	forged := tb.puzzles(at, "turn1").Message
	assert.Nil(t, forged.Picture)
	assert.NotContains(t, forged.Text, "Solution")
	assert.Empty(t, tb.tried())
	tb.puzzles(at, "hint")
	for turn, alt := range map[string]string{"turn0": "MAD on the 6x4 board.", "turn1": "after 1 turn.", "turn3": "after 3 turns.",
		"turn99": "after 3 turns."} {
		watched := tb.puzzles(at, turn).Message
		require.NotNil(t, watched.Picture, turn)
		assert.Contains(t, watched.Picture.Alt, alt)
		assert.Contains(t, watched.Text, "Solution: `222-b3 111-a1 222xa2`")
	}
}

// TestPuzzle_Rest: after the solution, the walk goes on to the end of the game.
func TestPuzzle_Rest(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.puzzling()
	won, err := puzzle.Parse("5x5 c1----------a3-- b5------d3------ b - 6 r ; 40 ; 211-d2 ; victory ; 7 ;  ; " +
		"111-b1 211-d1 111-a1 211-c1 111-a2 211-b1 111-a1 211xa1")
	require.NoError(t, err)
	tb.Puzzles = puzzlesOf(tb.View, dailiesOf(tb.View, tb.store, tb.now, daily.NewDeck([]puzzle.Puzzle{won})).Service)
	at := "0~" + won.ID()
	solved := tb.puzzles(at, tries("211-d2")).Message
	assert.Contains(t, solved.Text, "**Solved:** `211-d2`.")
	assert.Contains(t, solved.Text, "8 turns to the victory: *Next* shows them.")
	assert.Equal(t, []string{"Previous", "Next", "Next puzzle"}, below(solved))
	for turn, text := range map[string]string{"turn8": "1 turn to the victory", "turn9": "", "turn99": "", "turn0": ""} {
		watched := tb.puzzles(at, turn).Message
		if text == "" {
			assert.NotContains(t, watched.Text, "to the victory", turn)
		} else {
			assert.Contains(t, watched.Text, text)
		}
	}
	end := tb.puzzles(at, "turn99").Message
	assert.Contains(t, end.Picture.Alt, "after 9 turns.")
	assert.Contains(t, end.Text, "Solution: `211-d2`", "the rest is shown, not listed")
}

// TestPuzzle_Rating: a meaningful rating is shown as a whole number, with its change.
func TestPuzzle_Rating(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	easy, _ := tb.puzzling()
	many := trials.Try{Player: alice, Puzzle: "another", N: 40, At: *tb.now, After: rating.Rating{Points: 1500, Deviation: 70}}
	require.NoError(t, tb.store.Do(t.Context(), func(tx play.Tx) error { return tx.AddPuzzleTry(t.Context(), many) }))
	hint := tb.puzzles("0~"+easy.ID(), "hint").Message
	assert.Contains(t, hint.Text, "Your puzzle rating: 1476 (−24).")
}

// TestPuzzle_Own: puzzles from games are offered as well, have no rating, and the bot says when there are no more.
func TestPuzzle_Own(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	own := trials.Own{Match: tb.over(), Player: alice, Guild: guildID, Ply: 2, Turn: "112=221"}
	tb.puzzling()
	require.NoError(t, tb.store.Do(t.Context(), func(tx play.Tx) error { return tx.SaveOwnPuzzle(t.Context(), own) }))
	asks := tb.ok(tb.run(alice, "puzzle"))
	assert.Equal(t, []string{"Hint", "Solution", "Your games: 1"}, below(asks.Message))
	first := tb.puzzles("own", "")
	assert.Contains(t, first.Message.Text, "**From your game**, round 2: Red to play")
	wrong := tb.puzzles("own~"+own.ID(), tries("112=221"))
	assert.Contains(t, wrong.Message.Text, "**Solved:** `112=221`.")
	assert.NotContains(t, wrong.Message.Text, "rating")
	assert.Contains(t, tb.puzzles("own", "").Message.Text, "Nothing more to solve here.")
	assert.Contains(t, tb.puzzles("guild", "").Message.Text, "Nothing more to solve here.")
}
