package puzzles_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/bot/play/puzzles"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/rules/puzzle"
)

const alice, bob, carol match.PlayerID = "101", "102", "103"

func actor(p match.PlayerID) play.Actor { return play.Actor{ID: p, Guild: "7"} }

type fixture struct {
	*testing.T
	store   *playtest.Memory
	matches *play.Service
	*puzzles.Service
}

func newFixture(t *testing.T, all []puzzle.Puzzle) fixture {
	store, made := new(playtest.Memory), 0
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	clock := func() time.Time { now = now.Add(time.Second); return now }
	matches := play.New(play.Deps{Store: store, Now: clock, Toss: func() rules.Color { return rules.Red },
		NewID: func() match.ID { made++; return match.ID(fmt.Sprint("m", made)) }})
	return fixture{t, store, matches,
		&puzzles.Service{Store: store, Matches: matches, Deck: puzzles.NewDeck(all), Now: clock}}
}

// next returns the next puzzle of a pool for somebody.
func (fx fixture) next(p match.PlayerID, from puzzles.Pool) puzzles.Found {
	fx.Helper()
	f, err := fx.Next(fx.Context(), actor(p), from)
	require.NoError(fx, err)
	return f
}

// tries has somebody try f first.
func (fx fixture) tries(p match.PlayerID, f puzzles.Found, right bool) {
	fx.Helper()
	r, err := fx.Try(fx.Context(), actor(p), f, right, false)
	require.NoError(fx, err)
	require.True(fx, r.First)
}

// TestNext: the next puzzle is near the rating of the person and the same until they try one; none comes twice, and in
// the end there is none. Whoever solves gets harder ones, whoever fails easier ones, and others other ones.
func TestNext(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, puzzle.All())
	assert.Equal(t, 3, func() int { f := fx.next(alice, puzzles.Suitable); return f.Level() }())
	seen, level := map[string]bool{}, 0
	for range 12 {
		f := fx.next(alice, puzzles.Suitable)
		require.Equal(t, f, fx.next(alice, puzzles.Suitable))
		require.False(t, seen[f.ID])
		seen[f.ID] = true
		require.GreaterOrEqual(t, f.Level(), level)
		level = f.Level()
		fx.tries(alice, f, true)
	}
	assert.Equal(t, puzzle.Levels, level)
	for range 6 {
		fx.tries(bob, fx.next(bob, puzzles.Suitable), false)
	}
	f := fx.next(bob, puzzles.Suitable)
	assert.Equal(t, 1, f.Level())
	assert.NotEqual(t, fx.next(bob, puzzles.OfLevel(2)).ID, fx.next(carol, puzzles.OfLevel(2)).ID)
}

// TestNext_Done: of a level all come once; then there is none, and the others are there still.
func TestNext_Done(t *testing.T) {
	t.Parallel()
	all := append(puzzle.OfLevel(2)[:3:3], puzzle.OfLevel(4)[0])
	fx := newFixture(t, all)
	for range 3 {
		f := fx.next(alice, puzzles.OfLevel(2))
		assert.Equal(t, 2, f.Level())
		fx.tries(alice, f, true)
	}
	_, err := fx.Next(t.Context(), actor(alice), puzzles.OfLevel(2))
	require.ErrorIs(t, err, puzzles.ErrDone)
	f := fx.next(alice, puzzles.Suitable)
	assert.Equal(t, 4, f.Level())
	fx.tries(alice, f, false)
	for _, from := range []puzzles.Pool{puzzles.Suitable, puzzles.OwnGames, puzzles.Server} {
		_, err = fx.Next(t.Context(), actor(alice), from)
		require.ErrorIs(t, err, puzzles.ErrDone)
	}
	r, err := fx.Try(t.Context(), actor(alice), f, true, false)
	require.NoError(t, err)
	assert.False(t, r.First)
	assert.False(t, r.Right, "the first one counts")
	_, err = fx.Find(t.Context(), actor(alice), "nothere2")
	require.ErrorIs(t, err, play.ErrNotFound)
}
