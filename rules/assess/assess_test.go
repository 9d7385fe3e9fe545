package assess

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/engine"
	"madbot/rules/review"
)

// robots returns a game between two levels.
func robots(t testing.TB, board rules.Board, red, blue int, seed uint64) *rules.Game {
	t.Helper()
	e, err := engine.New(engine.Options{Hash: 1, Seed: seed})
	require.NoError(t, err)
	g := rules.NewGame(rules.Options{Board: board, Positioning: true, StallLimit: rules.DefaultStallLimit})
	for levels := [2]int{red, blue}; !g.Outcome().Over(); {
		r, err := e.Search(t.Context(), &g, engine.Limits{Level: levels[g.Ply()%2], Nodes: 2000})
		require.NoError(t, err)
		require.NoError(t, g.Play(r.Lines[0].Turn))
	}
	return &g
}

// quick is a Config for small searches.
func quick() Config { return Config{Endings: endings(), First: 500, Second: 3000} }

// TestGame: each position of a game that ended on the board is evaluated, whatever was searched before, and the turns
// that cost most are searched again.
func TestGame(t *testing.T) {
	t.Parallel()
	g := robots(t, rules.Board6x4, 3, 6, 1)
	c := quick()
	var progress []int
	c.Progress = func(done, all int) { progress = append(progress, done); assert.Equal(t, g.Ply(), all) }
	again := map[string]int{}
	c.Do = func(ctx context.Context, s Search) (engine.Result, error) {
		assert.Equal(t, 1, s.Limits.Threads)
		if s.Limits.Nodes == c.Second {
			assert.True(t, s.FreshTable)
			p := s.Game.Position()
			again[p.String()]++
		}
		return s.Run(ctx)
	}
	found, err := Game(t.Context(), g, c)
	require.NoError(t, err)
	require.Len(t, found, g.Ply())
	assert.Len(t, progress, g.Ply())
	assert.NotEmpty(t, again)
	assert.LessOrEqual(t, len(again), 2*secondTurns)
	for p, n := range again {
		assert.Equal(t, 1, n, p)
	}
	same, err := Game(t.Context(), g, quick())
	require.NoError(t, err)
	assert.Equal(t, found, same)
	r, err := Judge(g, found)
	require.NoError(t, err)
	assert.Equal(t, g.Outcome().Winner, r.Won.Side)
	for _, turn := range r.Turns {
		if turn.Class == review.Blunder {
			assert.InDelta(t, 2.5, turn.Seen, 1.5, "%+v", turn)
		}
	}
}

// TestGame_Easy: in place of a turn that cost much, what most of the weakest robots play is easy to find.
func TestGame_Easy(t *testing.T) {
	t.Parallel()
	g := robots(t, rules.Board6x4, 1, 1, 1)
	found, err := Game(t.Context(), g, quick())
	require.NoError(t, err)
	r, err := Judge(g, found)
	require.NoError(t, err)
	easy := map[bool]int{}
	for _, turn := range r.Turns {
		agree, position := 0, at(g, turn.Ply)
		for seed := range 5 {
			e, err := engine.New(engine.Options{Hash: 1, Seed: uint64(seed + 1)})
			require.NoError(t, err)
			plays, err := e.Search(t.Context(), &position, engine.Limits{Level: 1})
			require.NoError(t, err)
			if plays.Lines[0].Turn == turn.Best {
				agree++
			}
		}
		costly := turn.Class == review.Blunder || turn.Class == review.DeepTrap
		assert.Equal(t, costly && agree >= 4, turn.Easy, turn.Ply)
		if costly {
			easy[turn.Easy]++
		}
	}
	assert.Len(t, easy, 2, "some are")
}

// TestGame_Interrupted: a search of the second pass that is interrupted and done again changes nothing.
func TestGame_Interrupted(t *testing.T) {
	t.Parallel()
	g := robots(t, rules.Board5x5, 3, 5, 2)
	want, err := Game(t.Context(), g, quick())
	require.NoError(t, err)
	c := quick()
	c.Do = func(ctx context.Context, s Search) (engine.Result, error) {
		if s.FreshTable {
			short := s
			short.Limits.Nodes = 700
			_, err := short.Run(ctx)
			require.NoError(t, err)
		}
		return s.Run(ctx)
	}
	got, err := Game(t.Context(), g, c)
	require.NoError(t, err)
	assert.Equal(t, want, got)
}

// TestGame_Resigned: the last position of a game that did not end on the board is judged as well.
func TestGame_Resigned(t *testing.T) {
	t.Parallel()
	g := robots(t, rules.Board6x4, 3, 5, 3).At(9)
	g.End(rules.Resignation, rules.Red)
	found, err := Game(t.Context(), &g, quick())
	require.NoError(t, err)
	assert.Len(t, found, 10)
}

// TestGame_Ends: the error of a search, or of a context, ends it.
func TestGame_Ends(t *testing.T) {
	t.Parallel()
	g := robots(t, rules.Board6x4, 3, 5, 3)
	broken := errors.New("broken")
	ctx, cancel := context.WithCancel(t.Context())
	for _, limit := range []engine.Limits{{Nodes: 500}, {Nodes: 3000}, {Depth: 1}} {
		c := quick()
		c.Do = func(ctx context.Context, s Search) (engine.Result, error) {
			if s.Limits.Nodes == limit.Nodes && s.Limits.Depth == limit.Depth {
				return engine.Result{}, broken
			}
			return s.Run(ctx)
		}
		_, err := Game(ctx, g, c)
		require.ErrorIs(t, err, broken, limit)
	}
	cancel()
	_, err := Game(ctx, g, quick())
	require.ErrorIs(t, err, context.Canceled)
}
