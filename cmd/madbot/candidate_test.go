package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/engine"
	"madbot/rules/match"
	"madbot/rules/reason"
)

// TestProof: only what the engine has proven is called so.
func TestProof(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		line engine.Line
		want play.Proof
	}{
		"win":            {engine.Line{Score: 29997, Proven: true}, play.WinProven},
		"loss":           {engine.Line{Score: -29996, Proven: true}, play.LossProven},
		"semi":           {engine.Line{Score: engine.SemiVictory, Proven: true}, play.SemiWinProven},
		"semi lost":      {engine.Line{Score: -engine.SemiVictory, Proven: true}, play.SemiLossProven},
		"a likely win":   {engine.Line{Score: 29997}, play.Unproven},
		"a likely semi":  {engine.Line{Score: engine.SemiVictory}, play.Unproven},
		"much ahead":     {engine.Line{Score: 900, Proven: true}, play.Unproven},
		"a likely stall": {engine.Line{Score: -engine.SemiVictory}, play.Unproven},
	} {
		c.line.Turns = 2
		got := candidate(c.line)
		assert.Equal(t, c.want, got.Proof, name)
		assert.Equal(t, c.want != play.Unproven, got.Turns == 2, name)
		assert.Equal(t, c.line.Score > 0, got.Worth > 0.5, name)
	}
}

// newTestThinker returns a thinker with unhurried studies; nil endings are the real ones.
func newTestThinker(t testing.TB, endings *engine.Endings) *thinker {
	t.Helper()
	thinker, err := newThinker(EngineConfig{Searches: 1}, parts{endings: endings, now: time.Now,
		hint:  study{engine.Limits{MultiPV: hintCandidates, Depth: 6}, unhurried},
		robot: study{engine.Limits{}, unhurried}})
	require.NoError(t, err)
	return thinker
}

// TestStudies: a hint leaves time for the rest of an answer within two seconds, and comes before
// the robot.
func TestStudies(t *testing.T) {
	t.Parallel()
	hint, robot := hintStudy(), robotStudy()
	assert.LessOrEqual(t, hint.haste.Within, 1500*time.Millisecond)
	assert.LessOrEqual(t, hint.haste.Most, hint.haste.Within)
	assert.Equal(t, hintCandidates, hint.limits.MultiPV)
	assert.False(t, hint.haste.Yields)
	assert.True(t, robot.haste.Yields)
}

// gameFrom returns a game at a position.
func gameFrom(t testing.TB, text string) *rules.Game {
	t.Helper()
	p, err := rules.ParsePosition(text)
	require.NoError(t, err)
	g := rules.GameFrom(p, rules.DefaultStallLimit)
	return &g
}

// TestThinker_Hint: the advice on real positions, with reasons, and proven where it is.
func TestThinker_Hint(t *testing.T) {
	t.Parallel()
	thinker := newTestThinker(t, nil)
	takes := "6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 0 -"
	hint, err := thinker.Hint(t.Context(), gameFrom(t, takes))
	require.NoError(t, err)
	assert.Len(t, hint.Candidates, hintCandidates)
	for _, c := range hint.Candidates {
		assert.Equal(t, play.Unproven, c.Proof)
		assert.Zero(t, c.Turns)
		require.NotEmpty(t, c.Line)
		assert.Equal(t, c.Turn, c.Line[0])
	}

	// Two corvettes alone: the side to move wins when rows and columns between them add up odd.
	hint, err = thinker.Hint(t.Context(), gameFrom(t, "6x4 a1-------------- b1-------------- r - 0 r"))
	require.NoError(t, err)
	best := hint.Candidates[0]
	assert.Equal(t, play.WinProven, best.Proof)
	assert.Equal(t, 1, best.Turns)
	assert.Equal(t, "111xb1", best.Turn.String())
	hint, err = thinker.Hint(t.Context(), gameFrom(t, "6x4 b2-------------- d5-------------- r - 0 -"))
	require.NoError(t, err)
	best = hint.Candidates[0]
	assert.Equal(t, play.WinProven, best.Proof)
	assert.Equal(t, 5, best.Turns)
	assert.Len(t, best.Line, 9, "to the end, which only the tables see")
	assert.Equal(t, reason.KeepsOpposition, best.Reasons[0].Kind)

	only := "6x4 b1b6------a5--b5 a6-------------- b - 0 -"
	hint, err = thinker.Hint(t.Context(), gameFrom(t, only))
	require.NoError(t, err)
	require.Len(t, hint.Candidates, 1)
	assert.Equal(t, play.LossProven, hint.Candidates[0].Proof)
	assert.Equal(t, reason.OnlyTurn, hint.Candidates[0].Reasons[0].Kind)
}

// TestThinker_Choose: the same match is played in the same way by each new program, whatever hints
// were asked for, and not all matches alike.
func TestThinker_Choose(t *testing.T) {
	t.Parallel()
	chosen := map[rules.Turn]bool{}
	none := new(engine.Endings)
	first, second := newTestThinker(t, none), newTestThinker(t, none)
	for _, id := range []match.ID{"a", "b", "c", "d", "e", "f", "g", "h"} {
		m := match.Match{ID: id, Terms: match.Terms{Level: 2},
			Game: rules.NewGame(rules.DefaultOptions())}
		one, err := first.Choose(t.Context(), &m)
		require.NoError(t, err)
		_, err = second.Hint(t.Context(), &m.Game)
		require.NoError(t, err)
		again, err := second.Choose(t.Context(), &m)
		require.NoError(t, err)
		assert.Equal(t, one, again)
		chosen[one.Turn] = true
	}
	assert.Greater(t, len(chosen), 1)
}
