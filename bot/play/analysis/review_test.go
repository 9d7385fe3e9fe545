package analysis

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/assess"
	"madbot/rules/engine"
)

// short is a game of a few turns, with a blunder.
func short(t *testing.T) *rules.Game {
	t.Helper()
	g := rules.NewGame(rules.Options{Board: rules.Board6x4, StallLimit: rules.DefaultStallLimit})
	for _, turn := range []string{"211-c4", "211xc4", "112=221", "112=221"} {
		require.NoError(t, g.PlayText(turn))
	}
	return &g
}

// TestAnalyst_Review: the same bytes whatever else is searched, whatever it makes way for, and as assess finds alone.
func TestAnalyst_Review(t *testing.T) {
	t.Parallel()
	g, nodes := short(t), Nodes{First: 10_000, Second: 100_000}
	a, err := New(Config{Searches: 1, Endings: endings(), Now: time.Now, Review: nodes,
		Hint: Budget{Depth: 2, Total: time.Minute, Search: time.Minute}})
	require.NoError(t, err)
	review := func() []byte {
		found, err := a.Review(t.Context(), g, time.Now().Add(time.Hour), nil)
		require.NoError(t, err)
		return found
	}
	alone := review()
	var others sync.WaitGroup
	others.Go(func() {
		for n := range 40 {
			past := g.At(n % 5)
			e, err := engine.New(engine.Options{})
			if assert.NoError(t, err) {
				_, err = a.search(t.Context(), task{engine: e, game: &past, budget: a.hint})
				assert.NoError(t, err)
			}
		}
	})
	assert.Equal(t, alone, review())
	others.Wait()
	found, err := assess.Game(t.Context(), g, assess.Config{Endings: endings(), First: nodes.First, Second: nodes.Second})
	require.NoError(t, err)
	want, err := assess.Judge(g, found)
	require.NoError(t, err)
	got, err := a.Judge(g, alone)
	require.NoError(t, err)
	assert.Equal(t, want, got)
}

// TestAnalyst_ReviewEnds: it ends with its context; what is no review is not judged.
func TestAnalyst_ReviewEnds(t *testing.T) {
	t.Parallel()
	a := newAnalyst(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	_, err := a.Review(ctx, short(t), time.Now(), func(done, _ int) { cancel() })
	require.ErrorIs(t, err, context.Canceled)
	for _, found := range []string{"", "{}", "[]", `[{"Best":1}]`} {
		_, err := a.Judge(short(t), []byte(found))
		require.Error(t, err, found)
	}
	assert.Equal(t, engine.Signature, a.Version())
}

// TestAnalyst_Answer: a position that is won is worth all; it is searched once.
func TestAnalyst_Answer(t *testing.T) {
	t.Parallel()
	a := newAnalyst(t, endings())
	for position, want := range map[string]float64{"6x4 a1-------------- b1-------------- r - 0 r": 1,
		"6x4 b1b6------a5--b5 a6-------------- b - 0 -": 0} {
		for range 2 {
			got, err := a.answer(t.Context(), gameFrom(t, position))
			require.NoError(t, err)
			assert.InDelta(t, want, float64(got.Worth), 1e-9, position)
			assert.NotEqual(t, play.Unproven, got.Proof)
		}
	}
	assert.Equal(t, 2, a.answered.Len())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := a.answer(ctx, gameFrom(t, "6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 0 -"))
	assert.True(t, err == nil || errors.Is(err, context.Canceled), "what was found by then, if anything: %v", err)
	assert.Equal(t, 2, a.answered.Len(), "what was searched in part is not kept")
}
