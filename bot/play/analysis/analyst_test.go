package analysis

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/engine"
	"madbot/rules/explain"
	"madbot/rules/match"
)

// endings are those that the bot has without a file.
var endings = sync.OnceValue(engine.NewEndings)

// newAnalyst returns an Analyst whose searches end by their depth alone.
func newAnalyst(t testing.TB, endings *engine.Endings) *Analyst {
	t.Helper()
	a, err := New(Config{Searches: 1, Endings: endings, Now: time.Now,
		Hint:  Budget{Depth: 6, Total: time.Minute, Search: time.Minute},
		Robot: Budget{Total: time.Minute, Search: time.Minute}})
	require.NoError(t, err)
	return a
}

// TestBudgets: a hint leaves time for the rest of an answer within two seconds, and comes before
// the robot.
func TestBudgets(t *testing.T) {
	t.Parallel()
	a, err := New(Config{Now: time.Now})
	require.NoError(t, err)
	assert.LessOrEqual(t, a.hint.Total, 1500*time.Millisecond)
	assert.Positive(t, a.hint.Search)
	assert.LessOrEqual(t, a.hint.Search, a.hint.Total)
	assert.Zero(t, a.hint.Depth)
	assert.False(t, a.hint.Yields)
	assert.Greater(t, a.robot.Total, a.hint.Total)
	assert.Positive(t, a.robot.Search)
	assert.True(t, a.robot.Yields)
}

func TestSearches(t *testing.T) {
	t.Parallel()
	assert.Equal(t, 7, searches(7))
	assert.GreaterOrEqual(t, searches(0), 1)
}

// gameFrom returns a game at a position.
func gameFrom(t testing.TB, text string) *rules.Game {
	t.Helper()
	p, err := rules.ParsePosition(text)
	require.NoError(t, err)
	g := rules.GameFrom(p, rules.DefaultStallLimit)
	return &g
}

// TestAnalyst_Hint: the advice on real positions, with reasons, and proven where it is.
func TestAnalyst_Hint(t *testing.T) {
	t.Parallel()
	a := newAnalyst(t, endings())
	takes := "6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 0 -"
	hint, err := a.hintFor(t.Context(), gameFrom(t, takes))
	require.NoError(t, err)
	assert.Len(t, hint.Candidates, hintCandidates)
	for _, c := range hint.Candidates {
		assert.Equal(t, play.Unproven, c.Proof)
		assert.Zero(t, c.Turns)
		require.NotEmpty(t, c.Line)
		assert.Equal(t, c.Turn, c.Line[0])
	}

	// Two corvettes alone: the side to move wins when rows and columns between them add up odd.
	hint, err = a.hintFor(t.Context(), gameFrom(t, "6x4 a1-------------- b1-------------- r - 0 r"))
	require.NoError(t, err)
	best := hint.Candidates[0]
	assert.Equal(t, play.WinProven, best.Proof)
	assert.Equal(t, 1, best.Turns)
	assert.Equal(t, "111xb1", best.Turn.String())
	hint, err = a.hintFor(t.Context(), gameFrom(t, "6x4 b2-------------- d5-------------- r - 0 -"))
	require.NoError(t, err)
	best = hint.Candidates[0]
	assert.Equal(t, play.WinProven, best.Proof)
	assert.Equal(t, 5, best.Turns)
	assert.Len(t, best.Line, 9, "to the end, which only the tables see")
	assert.Equal(t, explain.KeepsOpposition, best.Reasons[0].Kind)

	only := "6x4 b1b6------a5--b5 a6-------------- b - 0 -"
	hint, err = a.hintFor(t.Context(), gameFrom(t, only))
	require.NoError(t, err)
	require.Len(t, hint.Candidates, 1)
	assert.Equal(t, play.LossProven, hint.Candidates[0].Proof)
	assert.Equal(t, explain.OnlyTurn, hint.Candidates[0].Reasons[0].Kind)
}

// TestAnalyst_Choose: the same match is played in the same way by each new program, whatever hints
// were asked for, and not all matches alike.
func TestAnalyst_Choose(t *testing.T) {
	t.Parallel()
	chosen := map[rules.Turn]bool{}
	first, second := newAnalyst(t, nil), newAnalyst(t, nil)
	for _, id := range []match.ID{"a", "b", "c", "d", "e", "f", "g", "h"} {
		m := match.Match{ID: id, Terms: match.Terms{Level: 2},
			Game: rules.NewGame(rules.DefaultOptions())}
		one, err := first.choose(t.Context(), &m)
		require.NoError(t, err)
		_, err = second.hintFor(t.Context(), &m.Game)
		require.NoError(t, err)
		again, err := second.choose(t.Context(), &m)
		require.NoError(t, err)
		assert.Equal(t, one, again)
		chosen[one.Turn] = true
	}
	assert.Greater(t, len(chosen), 1)
}

// TestAnalyst_Over: a game that has ended leaves nothing to search.
func TestAnalyst_Over(t *testing.T) {
	t.Parallel()
	a := newAnalyst(t, nil)
	over := gameFrom(t, "6x4 a1-------------- --d6------------ r - 0 r")
	_, err := a.hintFor(t.Context(), over)
	require.ErrorIs(t, err, engine.ErrOver)
	_, err = a.choose(t.Context(), &match.Match{ID: "a", Game: *over})
	require.ErrorIs(t, err, engine.ErrOver)
}

// TestAnalyst_Waits: hints and the robot wait for the same pool, each with its own budget; a caller who gives up gets
// ctx's error.
func TestAnalyst_Waits(t *testing.T) {
	t.Parallel()
	game := rules.NewGame(rules.DefaultOptions())
	m := match.Match{ID: "a", Terms: match.Terms{Level: 1}, Game: game}
	for name, c := range map[string]struct {
		budget Budget
		search func(context.Context, *Analyst) error
	}{
		"hint": {hintBudget(), func(ctx context.Context, a *Analyst) error {
			_, err := a.hintFor(ctx, &game)
			return err
		}},
		"robot": {robotBudget(), func(ctx context.Context, a *Analyst) error {
			_, err := a.choose(ctx, &m)
			return err
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { waits(t, c.budget, c.search) })
		})
	}
}

// waits has search wait for a busy pool until it goes away.
func waits(t *testing.T, want Budget, search func(context.Context, *Analyst) error) {
	a, err := New(Config{Searches: 1, Now: time.Now})
	require.NoError(t, err)
	var others sync.WaitGroup
	defer others.Wait()
	others.Go(func() {
		err := a.pool.run(t.Context(), hintBudget(), func(ctx context.Context, _ grant) { <-ctx.Done() })
		assert.NoError(t, err)
	})
	synctest.Wait()
	ctx, cancel := context.WithCancel(t.Context())
	others.Go(func() { assert.ErrorIs(t, search(ctx, a), context.Canceled) })
	synctest.Wait()
	if assert.Len(t, a.pool.waiting, 1) {
		assert.Equal(t, want, a.pool.waiting[0].budget)
	}
	cancel()
}

// TestAnalyst_ChooseKnowsEndings: the strongest level plays them without a mistake.
func TestAnalyst_ChooseKnowsEndings(t *testing.T) {
	t.Parallel()
	game := gameFrom(t, "6x4 b2-------------- d5-------------- r - 0 -")
	choice, err := newAnalyst(t, endings()).choose(t.Context(),
		&match.Match{ID: "a", Terms: match.Terms{Level: match.MaxLevel}, Game: *game})
	require.NoError(t, err)
	assert.Equal(t, play.WinProven, choice.Proof)
}

// TestAnalyst_ChooseByLevel: a stronger level looks further ahead.
func TestAnalyst_ChooseByLevel(t *testing.T) {
	t.Parallel()
	a := newAnalyst(t, nil)
	m := match.Match{ID: "a", Game: rules.NewGame(rules.DefaultOptions())}
	for level, ahead := range map[match.Level]int{1: 1, 6: 3, 7: 4} {
		m.Terms.Level = level
		choice, err := a.choose(t.Context(), &m)
		require.NoError(t, err)
		assert.Len(t, choice.Line, ahead, "level %d", level)
	}
}
