package playtest

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

// Now is the time of these tests.
func Now() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 678e6, time.UTC) }

// Clock returns Now as a machine's clock does: in a time zone, and more precise than stores keep it.
func Clock() time.Time { return Now().Add(900 * time.Microsecond).In(time.FixedZone("here", 3600)) }

// At returns tx with the given time.
func At(tx play.Tx, now time.Time) play.Tx { return timed{tx, play.Stamp(now)} }

type timed struct {
	play.Tx
	now time.Time
}

func (t timed) Now() time.Time { return t.now }

// Clocked returns s with the given clock for its units of work.
func Clocked(s play.Store, clock func() time.Time) play.Store { return clocked{s, clock} }

type clocked struct {
	play.Store
	clock func() time.Time
}

func (c clocked) Do(ctx context.Context, f func(play.Tx) error) error {
	return c.Store.Do(ctx, func(tx play.Tx) error { return f(At(tx, c.clock())) })
}

// Start stores a running match between 1 and 2 without a stall limit.
func Start(t testing.TB, s play.Store, id match.ID) play.Match {
	t.Helper()
	o := rules.DefaultOptions()
	o.StallLimit = 0
	m, events, err := match.Propose(match.Proposal{ID: id, By: "1", To: "2",
		Terms: match.Terms{Options: o, Side: match.PlayRed}}, Now())
	require.NoError(t, err)
	require.NoError(t, s.Do(t.Context(), func(tx play.Tx) error {
		return tx.CreateMatch(t.Context(), play.Match{Match: m}, events)
	}))
	return Change(t, s, id, func(tx play.Tx, m *play.Match) ([]match.Event, error) {
		return m.As("2").Accept(rules.NoColor, tx.Now())
	})
}

// Change changes a match, as the use cases do, so that its announcement is due.
func Change(t testing.TB, s play.Store, id match.ID, act play.Act) (m play.Match) {
	t.Helper()
	require.NoError(t, s.Do(t.Context(), func(tx play.Tx) (err error) {
		m, err = play.Change(t.Context(), At(tx, Now()), play.Ref{ID: id, Ply: play.AnyPly}, act)
		return err
	}))
	return m
}

// Swap plays a turn that is always legal.
func Swap(tx play.Tx, m *play.Match) ([]match.Event, error) {
	return m.As(m.ToMove()).Play(rules.ShiftTurn(rules.Swap111x222), tx.Now())
}

// Claim claims the announcements of up to limit matches.
func Claim(t testing.TB, s play.Store, limit int, lease time.Duration) (jobs []play.Job) {
	t.Helper()
	c := play.Claim{Kind: play.JobTell, Now: Now(), Until: Now().Add(lease), Limit: limit}
	require.NoError(t, s.Do(t.Context(), func(tx play.Tx) (err error) {
		jobs, err = tx.Claim(t.Context(), c)
		return err
	}))
	return jobs
}

// The people of the tests.
const (
	alice match.PlayerID = "100000000000000001"
	bob   match.PlayerID = "100000000000000002"
	carol match.PlayerID = "100000000000000003"
	robot match.PlayerID = "100000000000000009"
)

// at returns the time n seconds into the tests, with milliseconds.
func at(n int) time.Time { return Now().Add(time.Duration(n) * time.Second) }

// terms are the default terms, with Alice as Red.
func terms() match.Terms {
	return match.Terms{Options: rules.DefaultOptions(), Side: match.PlayRed}
}

// act is an act on a match, which may be illegal.
type act func(*match.Match) ([]match.Event, error)

// randomTurn plays a random legal turn for the side to move.
func randomTurn(r *rand.Rand, n int) act {
	return func(m *match.Match) ([]match.Event, error) {
		p := m.Game.Position()
		turns := p.AppendTurns(nil)
		return m.As(m.ToMove()).Play(turns[r.IntN(len(turns))], at(n))
	}
}

// swapAt plays an always legal turn for the side to move.
func swapAt(n int) act {
	return func(m *match.Match) ([]match.Event, error) {
		return m.As(m.ToMove()).Play(rules.ShiftTurn(rules.Swap111x222), at(n))
	}
}

// resignAt resigns for Alice.
func resignAt(n int) act {
	return func(m *match.Match) ([]match.Event, error) { return m.As(alice).Resign(at(n)) }
}

type fixture struct {
	*testing.T
	play.Store
}

func (f fixture) do(unit func(play.Tx) error) {
	f.Helper()
	require.NoError(f, f.Do(f.Context(), unit))
}

// in returns the result of read in a unit of work.
func in[T any](f fixture, read func(play.Tx) (T, error)) (got T) {
	f.Helper()
	f.do(func(tx play.Tx) (err error) { got, err = read(tx); return err })
	return got
}

// equals returns a check that something was read without an error and equals want.
func equals[T any](f fixture, want T) func(T, error) {
	return func(got T, err error) {
		f.Helper()
		require.NoError(f, err)
		require.Equal(f, want, got)
	}
}

// got returns the result of a method.
func got[A, T any](f fixture, read func(context.Context, A) (T, error), a A) T {
	f.Helper()
	v, err := read(f.Context(), a)
	require.NoError(f, err)
	return v
}

// hasLen returns a check that n items were read without an error.
func hasLen(f fixture, n int) func(any, error) {
	return func(got any, err error) {
		f.Helper()
		require.NoError(f, err)
		require.Len(f, got, n)
	}
}

// proposal returns a challenge by Alice, made at n.
func (f fixture) proposal(id match.ID, to match.PlayerID, t match.Terms, n int) (play.Match,
	[]match.Event) {
	f.Helper()
	p := match.Proposal{ID: id, By: alice, To: to, Terms: t}
	m, events, err := match.Propose(p, at(n))
	require.NoError(f, err)
	venue := play.Venue{Guild: "7", Channel: "8", Locale: "fr"}
	return play.Match{Match: m, Delivery: play.Delivery{Venue: venue}}, events
}

// create stores a challenge by Alice, made at n.
func (f fixture) create(id match.ID, to match.PlayerID, t match.Terms, n int) play.Match {
	f.Helper()
	m, events := f.proposal(id, to, t, n)
	f.do(func(tx play.Tx) error { return tx.CreateMatch(f.Context(), m, events) })
	require.Equal(f, m, f.match(id))
	return m
}

// start stores a match that Bob accepted at n.
func (f fixture) start(id match.ID, t match.Terms, n int) play.Match {
	f.Helper()
	f.create(id, bob, t, n)
	return f.change(id, func(m *match.Match) ([]match.Event, error) {
		return m.As(bob).Accept(rules.Red, at(n))
	})
}

// change changes a match and checks that it is read back as saved.
func (f fixture) change(id match.ID, a act) play.Match {
	f.Helper()
	var m play.Match
	f.do(func(tx play.Tx) (err error) {
		m, err = changed(f.Context(), tx, id, a)
		return err
	})
	require.Equal(f, m, f.match(id))
	return m
}

func changed(ctx context.Context, tx play.Tx, id match.ID, a act) (play.Match, error) {
	m, err := tx.Match(ctx, id)
	if err != nil {
		return play.Match{}, err
	}
	events, err := a(&m.Match)
	if err != nil {
		return m, err
	}
	return m, tx.SaveMatch(ctx, m.Match, events)
}

func (f fixture) match(id match.ID) play.Match {
	f.Helper()
	return got(f, f.Match, id)
}

func (f fixture) events(id match.ID) []match.Event {
	f.Helper()
	return in(f, func(tx play.Tx) ([]match.Event, error) { return tx.Events(f.Context(), id, 0, 1e6) })
}

func (f fixture) player(id match.PlayerID) play.Player {
	f.Helper()
	return in(f, func(tx play.Tx) (play.Player, error) { return tx.Player(f.Context(), id) })
}

func ids(list []play.Summary) []match.ID {
	var all []match.ID
	for _, m := range list {
		all = append(all, m.ID)
	}
	return all
}
