package puzzles_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/daily"
	"madbot/bot/play/playtest"
	"madbot/bot/play/puzzles"
	"madbot/bot/play/tries"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/rules/puzzle"
	"madbot/rules/rating"
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
	store, made := playtest.NewMemory(), 0
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	clock := func() time.Time { now = now.Add(time.Second); return now }
	matches := play.New(play.Deps{Store: store, Now: clock, Toss: func() rules.Color { return rules.Red },
		NewID: func() match.ID { made++; return match.ID(fmt.Sprint("m", made)) }})
	return fixture{t, store, matches,
		&puzzles.Service{Store: store, Matches: matches, Now: clock,
			Dailies: &daily.Service{Store: store, Deck: daily.NewDeck(all), Now: clock}}}
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

// TestNext_Number: how hard a puzzle is follows from what others did, not from its level alone.
func TestNext_Number(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, puzzle.OfLevel(3)[:2:2])
	first := fx.next(alice, puzzles.Suitable)
	hard := tries.Number{Puzzle: first.ID, Rating: rating.Rating{Points: 2500, Deviation: 100}}
	require.NoError(t, fx.store.Do(t.Context(), func(tx play.Tx) error { return tx.SavePuzzleNumber(t.Context(), hard) }))
	assert.NotEqual(t, first.ID, fx.next(alice, puzzles.Suitable).ID)
}

// TestNext_Daily: a puzzle of the day is offered neither before it is posted on its day nor afterwards, on the server
// and, to those who solve it there, elsewhere; tomorrow's is, and that of other servers.
func TestNext_Daily(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, puzzle.All())
	elsewhere := play.Actor{ID: alice}
	day, deck := daily.DayOf(fx.Now(), time.UTC), fx.Dailies.Deck
	offered := func(a play.Actor) string {
		f, err := fx.Next(t.Context(), a, puzzles.Suitable)
		require.NoError(t, err)
		return f.ID
	}
	suits := offered(actor(alice))
	server := play.Server{ID: "7"}
	for deck.Draw(server.ID, day) != suits { // a day on which it is hers
		day++
	}
	fx.Dailies.Now = func() time.Time { return daily.Date(day) }
	withheld := func(here, there bool) {
		t.Helper()
		assert.Equal(t, here, offered(actor(alice)) != suits)
		assert.Equal(t, there, offered(elsewhere) != suits)
	}
	withheld(false, false)
	do := func(work func(play.Tx) error) { require.NoError(t, fx.store.Do(t.Context(), work)) }
	server.Settings.Daily = play.DailySettings{Channel: "c", Hour: 9}
	do(func(tx play.Tx) error { return tx.SaveServer(t.Context(), server) })
	withheld(true, false)
	server.Settings.Daily.Fault = play.DailyIdle
	do(func(tx play.Tx) error { return tx.SaveServer(t.Context(), server) })
	withheld(false, false)
	for _, closed := range []bool{false, true} {
		do(func(tx play.Tx) error {
			return tx.SaveDaily(t.Context(), play.Daily{Server: "7", Day: day, Puzzle: suits, Begun: daily.Date(day),
				Closed: closed, Post: play.Post{Channel: "c", Message: "m"}})
		})
		day++
		withheld(true, closed)
		day--
		do(func(tx play.Tx) error {
			return tx.SaveSolver(t.Context(), play.Solver{Server: "7", Day: day, Player: alice, Tries: 1})
		})
		withheld(true, true)
	}
	other, err := fx.Next(t.Context(), play.Actor{ID: alice, Guild: "8"}, puzzles.Suitable)
	require.NoError(t, err)
	assert.NotEqual(t, suits, other.ID, "she has solved it")
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
