package daily_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/daily"
	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/bot/play/tries"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/rules/puzzle"
	"madbot/rules/rating"
)

const solver, bob, carol match.PlayerID = "101", "102", "103"

func actor(p match.PlayerID) play.Actor { return play.Actor{ID: p, Guild: "7"} }

type puzzleFixture struct {
	*testing.T
	store   *playtest.Memory
	matches *play.Service
	*daily.Puzzles
}

func newPuzzleFixture(t *testing.T, all []puzzle.Puzzle) puzzleFixture {
	store, made := playtest.NewMemory(), 0
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	clock := func() time.Time { now = now.Add(time.Second); return now }
	store.Clock = clock
	matches := play.New(play.Deps{Store: store, Now: clock, Toss: func() rules.Color { return rules.Red },
		NewID: func() match.ID { made++; return match.ID(fmt.Sprint("m", made)) }})
	return puzzleFixture{t, store, matches,
		&daily.Puzzles{Store: store, Now: clock,
			Dailies: &daily.Service{Store: store, Deck: daily.NewDeck(all), Now: clock, Wake: func() {}}}}
}

// next returns the next puzzle of a pool for somebody.
func (fx puzzleFixture) next(p match.PlayerID, from daily.Pool) daily.Found {
	fx.Helper()
	f, err := fx.Next(fx.Context(), actor(p), from)
	require.NoError(fx, err)
	return f
}

// tries has somebody try f first.
func (fx puzzleFixture) tries(p match.PlayerID, f daily.Found, right bool) {
	fx.Helper()
	r, err := fx.Try(fx.Context(), actor(p), f, right, false)
	require.NoError(fx, err)
	require.True(fx, r.First)
}

// TestNext: the next puzzle is near the person's rating and stays the same until they try it; none repeats, and in the
// end there is none. Solving leads to harder puzzles, failing to easier ones; other people get other puzzles.
func TestNext(t *testing.T) {
	t.Parallel()
	fx := newPuzzleFixture(t, puzzle.All())
	assert.Equal(t, 3, func() int { f := fx.next(solver, daily.Suitable); return f.Level() }())
	seen, level := map[string]bool{}, 0
	for range 12 {
		f := fx.next(solver, daily.Suitable)
		require.Equal(t, f, fx.next(solver, daily.Suitable))
		require.False(t, seen[f.ID])
		seen[f.ID] = true
		require.GreaterOrEqual(t, f.Level(), level)
		level = f.Level()
		fx.tries(solver, f, true)
	}
	assert.Equal(t, puzzle.Levels, level)
	for range 6 {
		fx.tries(bob, fx.next(bob, daily.Suitable), false)
	}
	f := fx.next(bob, daily.Suitable)
	assert.Equal(t, 1, f.Level())
	assert.NotEqual(t, fx.next(bob, daily.OfLevel(2)).ID, fx.next(carol, daily.OfLevel(2)).ID)
}

// TestNext_Number: how hard a puzzle is follows from what others did, not from its level alone.
func TestNext_Number(t *testing.T) {
	t.Parallel()
	fx := newPuzzleFixture(t, puzzle.OfLevel(3)[:2:2])
	first := fx.next(solver, daily.Suitable)
	hard := tries.Number{Puzzle: first.ID, Rating: rating.Rating{Points: 2500, Deviation: 100}}
	require.NoError(t, fx.store.Do(t.Context(), func(tx play.Tx) error { return tx.SavePuzzleNumber(t.Context(), hard) }))
	assert.NotEqual(t, first.ID, fx.next(solver, daily.Suitable).ID)
}

// TestNext_Daily: a puzzle of the day is not offered before it is posted on its day nor afterwards, on the server and,
// to people who solve it there, elsewhere; tomorrow's and other servers' puzzles are.
func TestNext_Daily(t *testing.T) {
	t.Parallel()
	fx := newPuzzleFixture(t, puzzle.All())
	elsewhere := play.Actor{ID: solver}
	day, deck := play.DayOf(fx.Now(), time.UTC), fx.Dailies.Deck
	offered := func(a play.Actor) string {
		f, err := fx.Next(t.Context(), a, daily.Suitable)
		require.NoError(t, err)
		return f.ID
	}
	suits := offered(actor(solver))
	server := play.Server{ID: "7"}
	for deck.Draw(server.ID, day) != suits { // a day on which it is hers
		day++
	}
	fx.Dailies.Now = func() time.Time { return daily.Date(day) }
	withheld := func(here, there bool) {
		t.Helper()
		assert.Equal(t, here, offered(actor(solver)) != suits)
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
			return tx.SaveSolver(t.Context(), play.Solver{Server: "7", Day: day, Player: solver, Tries: 1})
		})
		withheld(true, true)
	}
	other, err := fx.Next(t.Context(), play.Actor{ID: solver, Guild: "8"}, daily.Suitable)
	require.NoError(t, err)
	assert.NotEqual(t, suits, other.ID, "she has solved it")
}

// TestNext_Done: of a level all come once; then there is none, and the others are there still.
func TestNext_Done(t *testing.T) {
	t.Parallel()
	all := append(puzzle.OfLevel(2)[:3:3], puzzle.OfLevel(4)[0])
	fx := newPuzzleFixture(t, all)
	for range 3 {
		f := fx.next(solver, daily.OfLevel(2))
		assert.Equal(t, 2, f.Level())
		fx.tries(solver, f, true)
	}
	_, err := fx.Next(t.Context(), actor(solver), daily.OfLevel(2))
	require.ErrorIs(t, err, daily.ErrDone)
	f := fx.next(solver, daily.Suitable)
	assert.Equal(t, 4, f.Level())
	fx.tries(solver, f, false)
	for _, from := range []daily.Pool{daily.Suitable, daily.OwnGames, daily.Server} {
		_, err = fx.Next(t.Context(), actor(solver), from)
		require.ErrorIs(t, err, daily.ErrDone)
	}
	r, err := fx.Try(t.Context(), actor(solver), f, true, false)
	require.NoError(t, err)
	assert.False(t, r.First)
	assert.False(t, r.Right, "the first one counts")
	_, err = fx.Find(t.Context(), actor(solver), "nothere2")
	require.ErrorIs(t, err, play.ErrNotFound)
}

// TestNext_Again: a missed puzzle comes again after 3 days, before all others of its level, until it was solved twice
// in a row, the second time after 12 days more. It changes no rating, and one solved at the first try does not
// come again.
func TestNext_Again(t *testing.T) {
	t.Parallel()
	const aDay = 24 * time.Hour
	fx := newPuzzleFixture(t, append(puzzle.OfLevel(2)[:9:9], puzzle.OfLevel(4)[0]))
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	fx.Now = func() time.Time { return now }
	missed := fx.next(solver, daily.OfLevel(2))
	fx.tries(solver, missed, false)
	solved := fx.next(solver, daily.OfLevel(2))
	assert.NotEqual(t, missed.ID, solved.ID)
	fx.tries(solver, solved, true)
	rated := ratingOf(fx)
	comes := func(from daily.Pool, after time.Duration) bool {
		t.Helper()
		now = now.Add(after)
		f, err := fx.Find(t.Context(), actor(solver), missed.ID)
		require.NoError(t, err)
		is := fx.next(solver, from).ID == missed.ID
		assert.Equal(t, !f.Tried, f.Again, "who may try it may not look at its solution")
		return is
	}
	tryAgain := func(right bool) {
		t.Helper()
		f := fx.next(solver, daily.Suitable)
		require.True(t, f.Again)
		fx.tries(solver, f, right)
		r, err := fx.Try(t.Context(), actor(solver), f, !right, false)
		require.NoError(t, err)
		assert.False(t, r.First, "it counts once")
	}
	assert.False(t, comes(daily.OfLevel(2), 3*aDay-time.Second))
	assert.False(t, comes(daily.OfLevel(4), time.Second))
	assert.True(t, comes(daily.OfLevel(2), 0))
	tryAgain(false)
	assert.False(t, comes(daily.Suitable, 3*aDay-time.Second))
	assert.True(t, comes(daily.Suitable, time.Second))
	tryAgain(true)
	assert.False(t, comes(daily.Suitable, 12*aDay-time.Second))
	assert.True(t, comes(daily.Suitable, time.Second))
	tryAgain(true)
	assert.False(t, comes(daily.Suitable, 1000*aDay))
	assert.Equal(t, rated, ratingOf(fx))
}

// ratingOf returns the points of the solver.
func ratingOf(fx puzzleFixture) float64 {
	all, err := fx.store.PuzzleTries(fx.Context(), solver)
	require.NoError(fx, err)
	return tries.Rating(all).Points
}
