package review_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/explain"
	"madbot/rules/review"
)

// TestHide: what is hidden cannot be found again in what is left: outlooks, turns, counts, moments and proofs.
func TestHide(t *testing.T) {
	t.Parallel()
	g := played(t, 6)
	hidden := func(outlooks ...float64) review.Review {
		all := found(g, outlooks...)
		for i := range all {
			all[i].Best = turn(t, g.Start(), "121=212") // so each turn loses something
		}
		r, err := review.Judge(g, all)
		require.NoError(t, err)
		r.Won = review.Won{Side: rules.Red, Ply: 2}
		return r.Hide(func(ply int) bool { return ply == 2 || ply == 3 })
	}
	one, other := hidden(0.2, 0.2, 0.9, 0.1, 0.8, 0.8, 0.8), hidden(0.2, 0.2, 0.5, 0.6, 0.8, 0.8, 0.8)
	assert.Equal(t, one, other)
	assert.InDeltaSlice(t, []float64{0.2, 0.2, 0.4, 0.6, 0.8, 0.8, 0.8}, one.Outlooks, 1e-9)
	assert.Zero(t, one.Won)
	for ply, turn := range one.Turns {
		assert.Equal(t, ply >= 1 && ply <= 3, turn.Hidden, ply)
		assert.Equal(t, ply, turn.Ply)
	}
	assert.Equal(t, 2, one.Tally(rules.Red).Turns, "those after 0 and 4 turns")
	assert.Empty(t, one.Moments(rules.Red))
}

// TestHide_Answer: the answer to a turn is hidden if the position after the answer that was played is.
func TestHide_Answer(t *testing.T) {
	t.Parallel()
	answer := turn(t, rules.Start(rules.Board6x4, false), "112=221")
	told := review.Turn{Side: rules.Red, Answer: answer, Forced: 2,
		Fault: explain.Fault{Kind: explain.LosesShip, Reply: answer}}
	missed := told
	missed.Ply, missed.Fault = 1, explain.Fault{Kind: explain.MissesShip, Turn: answer}
	r := review.Review{Turns: []review.Turn{told, missed}, Outlooks: make([]float64, 5)}
	hide := func(hidden int) []review.Turn {
		left := r.Hide(func(ply int) bool { return ply == hidden })
		return left.Turns
	}
	assert.Equal(t, r.Turns, hide(4))
	assert.Equal(t, review.Turn{Side: rules.Red}, hide(2)[0])
	kept := missed
	kept.Answer, kept.Forced = rules.NoTurn, 0
	assert.Equal(t, []review.Turn{told, kept}, hide(3))
}

// TestHide_Ends: at an end, the nearest outlook is repeated; if all are hidden, the game looks even. Nothing is hidden
// of a review about which nothing is asked.
func TestHide_Ends(t *testing.T) {
	t.Parallel()
	r := review.Review{Outlooks: []float64{0.1, 0.2, 0.7, 0.9}, Won: review.Won{Side: rules.Red, Ply: 3},
		Turns: make([]review.Turn, 3)}
	for ply := range r.Turns {
		r.Turns[ply].Ply = ply
	}
	for name, c := range map[string]struct {
		hidden func(int) bool
		want   []float64
		won    rules.Color
	}{
		"none":      {func(int) bool { return false }, r.Outlooks, rules.Red},
		"the first": {func(ply int) bool { return ply < 2 }, []float64{0.7, 0.7, 0.7, 0.9}, rules.Red},
		"the last":  {func(ply int) bool { return ply > 1 }, []float64{0.1, 0.2, 0.2, 0.2}, rules.NoColor},
		"all":       {func(int) bool { return true }, []float64{0.5, 0.5, 0.5, 0.5}, rules.NoColor},
	} {
		got := r.Hide(c.hidden)
		assert.InDeltaSlice(t, c.want, got.Outlooks, 1e-9, name)
		assert.Equal(t, c.won, got.Won.Side, name)
	}
	assert.Equal(t, 0.1, r.Outlooks[0], "r itself stays")
}
