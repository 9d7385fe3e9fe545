package review_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/review"
)

// played returns a game of plies turns without an expulsion.
func played(t *testing.T, plies int) *rules.Game {
	t.Helper()
	g := rules.NewGame(rules.Options{Board: rules.Board6x4, StallLimit: rules.DefaultStallLimit})
	for range plies {
		require.NoError(t, g.PlayText("112=221"))
	}
	return &g
}

// found returns evaluations with Red's outlooks that call each played turn the best.
func found(g *rules.Game, red ...float64) (all []review.Evaluation) {
	for ply, outlook := range red {
		e := review.Evaluation{Outlook: outlook}
		past := g.At(ply)
		if p := past.Position(); p.Side() == rules.Blue {
			e.Outlook = 1 - outlook
		}
		if ply < g.Ply() {
			e.Best = g.Turns()[ply]
		}
		all = append(all, e)
	}
	return all
}

func turn(t *testing.T, p rules.Position, text string) rules.Turn {
	t.Helper()
	got, err := p.ParseTurn(text)
	require.NoError(t, err)
	return got
}

// TestJudge_Classes: the class of a turn depends on what it lost and on how deep one must look to see the loss.
func TestJudge_Classes(t *testing.T) {
	t.Parallel()
	g := played(t, 2)
	other := turn(t, g.Start(), "211-c4")
	for name, c := range map[string]struct {
		before, after float64 // Red's outlook
		best          rules.Turn
		seen          int
		want          review.Class
	}{
		"the best turn loses nothing":     {0.9, 0.2, g.Turns()[0], 0, review.Sound},
		"nearly as good":                  {0.50, 0.451, other, 0, review.Sound},
		"slip":                            {0.50, 0.401, other, 1, review.Slip},
		"mistake":                         {0.50, 0.399, other, 8, review.Mistake},
		"a mistake nobody sees":           {0.60, 0.401, other, 0, review.Mistake},
		"blunder":                         {0.60, 0.399, other, 4, review.Blunder},
		"deep trap":                       {0.60, 0.399, other, 5, review.DeepTrap},
		"a blunder no search of ours saw": {0.60, 0.399, other, 0, review.DeepTrap},
		"a better turn than was seen":     {0.40, 0.60, other, 0, review.Sound},
	} {
		all := found(g, c.before, c.after, c.after)
		all[0].Best, all[0].Seen = c.best, c.seen
		r, err := review.Judge(g, all)
		require.NoError(t, err, name)
		assert.Equal(t, c.want, r.Turns[0].Class, name)
		assert.Equal(t, c.seen, r.Turns[0].Seen, name)
	}
}

// TestJudge_Find: the only good turn is a find if it is hard to see and expels nothing.
func TestJudge_Find(t *testing.T) {
	t.Parallel()
	g := played(t, 2)
	other := turn(t, g.Start(), "211-c4")
	for name, c := range map[string]struct {
		change func(*review.Evaluation)
		want   review.Class
	}{
		"find":                  {func(*review.Evaluation) {}, review.Find},
		"seen at once":          {func(e *review.Evaluation) { e.Seen = 2 }, review.Sound},
		"seen late":             {func(e *review.Evaluation) { e.Seen = 3 }, review.Find},
		"another is as good":    {func(e *review.Evaluation) { e.SecondOutlook = 0.41 }, review.Sound},
		"the only legal turn":   {func(e *review.Evaluation) { e.Second = rules.NoTurn }, review.Sound},
		"not what was played":   {func(e *review.Evaluation) { e.Best = other }, review.Sound},
		"which cost a lot then": {func(e *review.Evaluation) { e.Best, e.Outlook = other, 0.91 }, review.DeepTrap},
	} {
		all := found(g, 0.7, 0.7, 0.7)
		all[0].Second, all[0].SecondOutlook = other, 0.399
		c.change(&all[0])
		r, err := review.Judge(g, all)
		require.NoError(t, err, name)
		assert.Equal(t, c.want, r.Turns[0].Class, name)
	}
}

// TestJudge_FindExpels: the only good turn is no find if it expels a ship.
func TestJudge_FindExpels(t *testing.T) {
	t.Parallel()
	p, err := rules.ParsePosition("6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 0 -")
	require.NoError(t, err)
	g := rules.GameFrom(p, rules.DefaultStallLimit)
	require.NoError(t, g.PlayText("211xb3"))
	all := found(&g, 0.7, 0.7)
	all[0].Second, all[0].SecondOutlook = turn(t, p, "112=221"), 0.1
	r, err := review.Judge(&g, all)
	require.NoError(t, err)
	assert.Equal(t, review.Sound, r.Turns[0].Class)
}

// TestJudge_Won: a game is won by force from the first ply after which every position is proven.
func TestJudge_Won(t *testing.T) {
	t.Parallel()
	g := played(t, 4)
	for name, c := range map[string]struct {
		proofs []review.Proof // by ply, for the side to move: Red, Blue, Red, Blue, Red
		want   review.Won
		missed []int
	}{
		"never":               {[]review.Proof{0, 0, 0, 0, 0}, review.Won{}, []int{0, 0, 0, 0}},
		"from the start":      {[]review.Proof{review.Victory, review.Defeat, review.Victory, review.Defeat, review.Victory}, review.Won{rules.Red, 0}, []int{0, 0, 0, 0}},
		"by Blue":             {[]review.Proof{0, 0, review.Defeat, review.Victory, review.Defeat}, review.Won{rules.Blue, 2}, []int{0, 0, 0, 0}},
		"missed and regained": {[]review.Proof{review.Victory, 0, 0, review.Defeat, review.Victory}, review.Won{rules.Red, 3}, []int{7, 0, 0, 0}},
		"given to the other":  {[]review.Proof{review.Victory, review.Victory, review.Defeat, review.Victory, review.Defeat}, review.Won{rules.Blue, 1}, []int{7, 0, 0, 0}},
		"missed for good":     {[]review.Proof{0, review.Victory, 0, 0, 0}, review.Won{}, []int{0, 7, 0, 0}},
		"a semi-victory":      {[]review.Proof{0, 0, 0, review.SemiDefeat, review.SemiVictory}, review.Won{}, []int{0, 0, 0, 0}},
	} {
		all := found(g, 0.5, 0.5, 0.5, 0.5, 0.5)
		for ply, proof := range c.proofs {
			all[ply].Proof, all[ply].Turns = proof, 7
		}
		r, err := review.Judge(g, all)
		require.NoError(t, err, name)
		assert.Equal(t, c.want, r.Won, name)
		for ply, missed := range c.missed {
			assert.Equal(t, missed, r.Turns[ply].Missed, "%s: turn %d", name, ply)
		}
	}
}

// TestJudge_Overlooked: a victory in at most two turns that a turn gave away or put off was overlooked, and so was a
// defeat as soon as that which another turn would have put off. A turn that overlooks is at least a mistake.
func TestJudge_Overlooked(t *testing.T) {
	t.Parallel()
	g := played(t, 1)
	type proven struct {
		proof review.Proof
		turns int
	}
	for name, c := range map[string]struct {
		before, after proven
		missed        int
		class         review.Class
	}{
		"nothing was proven":       {proven{}, proven{}, 0, review.Sound},
		"a victory in 1, put off":  {proven{review.Victory, 1}, proven{review.Defeat, 1}, 1, review.Mistake},
		"a victory in 2, put off":  {proven{review.Victory, 2}, proven{review.Defeat, 2}, 2, review.Mistake},
		"a victory in 2, on time":  {proven{review.Victory, 2}, proven{review.Defeat, 1}, 0, review.Sound},
		"a victory in 3, put off":  {proven{review.Victory, 3}, proven{review.Defeat, 7}, 0, review.Sound},
		"a victory in 2, given up": {proven{review.Victory, 2}, proven{}, 2, review.Mistake},
		"a victory in 3, given up": {proven{review.Victory, 3}, proven{}, 3, review.Sound},
		"a defeat in 2, for free":  {proven{}, proven{review.Victory, 2}, 0, review.Mistake},
		"a defeat in 3, for free":  {proven{}, proven{review.Victory, 3}, 0, review.Sound},
		"a defeat sooner":          {proven{review.Defeat, 3}, proven{review.Victory, 2}, 0, review.Mistake},
		"a defeat, on time":        {proven{review.Defeat, 2}, proven{review.Victory, 2}, 0, review.Sound},
	} {
		all := found(g, 0.5, 0.5)
		all[0].Proof, all[0].Turns = c.before.proof, c.before.turns
		all[1].Proof, all[1].Turns = c.after.proof, c.after.turns
		all[1].Best = turn(t, g.Position(), "211-c3")
		r, err := review.Judge(g, all)
		require.NoError(t, err, name)
		assert.Equal(t, c.missed, r.Turns[0].Missed, name)
		assert.Equal(t, c.class, r.Turns[0].Class, name)
		assert.Equal(t, c.class == review.Mistake, r.Turns[0].Overlooked, name)
		assert.Equal(t, all[1].Best, r.Turns[0].Answer, name)
	}
}

// TestReview_Proven: a forced win is reported whatever the result; Chance is the last turn that gave one away for good.
func TestReview_Proven(t *testing.T) {
	t.Parallel()
	first, second := review.Turn{Side: rules.Red, Missed: 3}, review.Turn{Ply: 2, Side: rules.Red, Missed: 1}
	late := review.Turn{Ply: 3, Side: rules.Blue, Missed: 2}
	for name, c := range map[string]struct {
		won    review.Won
		winner rules.Outcome
		want   review.Turn
	}{
		"Blue won":            {review.Won{rules.Blue, 5}, rules.Outcome{Winner: rules.Blue}, second},
		"Red won":             {review.Won{}, rules.Outcome{Winner: rules.Red, Reason: rules.Resignation}, late},
		"Red had won":         {review.Won{rules.Red, 5}, rules.Outcome{Winner: rules.Blue, Reason: rules.TimeLoss}, review.Turn{}},
		"Blue had a semi":     {review.Won{}, rules.Outcome{Winner: rules.Blue, Reason: rules.Stall}, late},
		"nobody":              {review.Won{}, rules.Outcome{}, late},
		"Blue, and had a win": {review.Won{rules.Blue, 5}, rules.Outcome{Winner: rules.Red, Reason: rules.TimeLoss}, review.Turn{}},
	} {
		r := review.Review{Turns: []review.Turn{first, {Ply: 1, Side: rules.Blue}, second, late}, Won: c.won}
		assert.Equal(t, review.Proven{c.won, c.want}, r.Proven(c.winner), name)
	}
	unproven := &review.Review{Turns: []review.Turn{{Class: review.Blunder}}}
	assert.Equal(t, review.Proven{}, unproven.Proven(rules.Outcome{}))
}

// TestJudge_End: a game that ended on the board has its result as the last outlook, without an evaluation.
func TestJudge_End(t *testing.T) {
	t.Parallel()
	p, err := rules.ParsePosition("6x4 a1-------------- b1-------------- r - 0 r")
	require.NoError(t, err)
	g := rules.GameFrom(p, rules.DefaultStallLimit)
	require.NoError(t, g.PlayText("111xb1"))
	all := []review.Evaluation{{Best: g.Turns()[0], Outlook: 1, Proof: review.Victory, Turns: 1}}
	r, err := review.Judge(&g, all)
	require.NoError(t, err)
	assert.Equal(t, []float64{1, 1}, r.Outlooks)
	assert.Equal(t, review.Won{rules.Red, 0}, r.Won)
	assert.Zero(t, r.Turns[0].Missed)

	stalled := rules.GameFrom(rules.Start(rules.Board6x4, false), 1)
	require.NoError(t, stalled.PlayText("112=221"))
	r, err = review.Judge(&stalled, []review.Evaluation{{Best: turn(t, stalled.Start(), "211-c4"), Outlook: 0.5}})
	require.NoError(t, err)
	assert.Equal(t, []float64{0.5, 0.25}, r.Outlooks, "Blue has the semi-victory")
	assert.InDelta(t, 0.25, r.Turns[0].Loss, 1e-9)
	assert.Equal(t, review.Won{}, r.Won)
}

func TestJudge_Errors(t *testing.T) {
	t.Parallel()
	g := played(t, 2)
	for _, n := range []int{0, 2, 4} {
		_, err := review.Judge(g, make([]review.Evaluation, n))
		require.ErrorIs(t, err, review.ErrEvaluations, n)
	}
}

// TestTally: an accuracy needs eight turns of the side in undecided positions, and deep traps count as blunders.
func TestTally(t *testing.T) {
	t.Parallel()
	r := review.Review{Turns: []review.Turn{{Side: rules.Blue, Class: review.Blunder, Outlook: 0.5, Loss: 0.5},
		{Side: rules.Red, Outlook: 0.95, Loss: 0.5}, {Side: rules.Red, Outlook: 0.05, Loss: 0.5},
		{Side: rules.Red, Outlook: 0.5, Loss: 0.5, Hidden: true}}}
	for i := range 8 {
		assert.Zero(t, r.Tally(rules.Red).Accuracy, i)
		r.Turns = append(r.Turns, review.Turn{Ply: i, Side: rules.Red, Outlook: 0.94 - 0.11*float64(i)})
	}
	assert.Equal(t, 100, r.Tally(rules.Red).Accuracy)
	r.Turns[4].Class, r.Turns[4].Loss = review.Mistake, 0.1
	r.Turns[5].Class, r.Turns[5].Loss = review.Blunder, 0.2
	r.Turns[6].Class, r.Turns[6].Loss = review.DeepTrap, 0.3
	r.Turns[7].Class, r.Turns[7].Loss = review.Slip, 0.06
	assert.Equal(t, review.Tally{Turns: 10, Mistakes: 1, Blunders: 2, Accuracy: 44}, r.Tally(rules.Red))
	assert.Equal(t, []int{1, 2, 3}, r.Plies(review.Blunder, review.DeepTrap))
	for i := range r.Turns {
		r.Turns[i].Loss = 0.9
	}
	assert.Equal(t, 1, r.Tally(rules.Red).Accuracy)
}
