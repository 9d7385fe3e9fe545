package play_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/rules"
	"madbot/rules/match"
)

// The people of the tests: Alice and Bob play in the guild g, where Carol looks on; Dave is in
// another one.
var (
	alice = play.Actor{ID: "1", Guild: "g", Locale: "fr"}
	bob   = play.Actor{ID: "2", Guild: "g"}
	carol = play.Actor{ID: "3", Guild: "g"}
	dave  = play.Actor{ID: "4", Guild: "h"}
)

const robot match.PlayerID = "robot"

// swap is always legal, and brings everything back when it is played again.
func swap() play.Typed { return play.Typed{Text: "111=222"} }

// start is when the tests begin, as stores keep it.
func start() time.Time { return time.Date(2026, 1, 2, 2, 4, 5, 678e6, time.UTC) }

// anyPly is a match at whatever ply.
func anyPly(id match.ID) play.Ref { return play.Ref{ID: id, Ply: play.AnyPly} }

// table is a Service on an empty store.
type table struct {
	*testing.T
	*play.Service
	store *playtest.Memory
	now   time.Time
	woken atomic.Int32
	ids   int
}

// seat returns a table, with changes to what its Service is given.
func seat(t *testing.T, changes ...func(*play.Deps)) *table {
	t.Helper()
	tb := &table{T: t, store: new(playtest.Memory),
		now: start().Add(999_999).In(time.FixedZone("there", 3600))}
	deps := play.Deps{Store: tb.store, Now: func() time.Time { return tb.now },
		NewID: func() match.ID { tb.ids++; return match.ID(fmt.Sprint("m", tb.ids)) },
		Toss:  func() rules.Color { return rules.Blue },
		Wake:  func() { tb.woken.Add(1) }}
	for _, change := range changes {
		change(&deps)
	}
	tb.Service = play.New(deps)
	return tb
}

// terms are those of a match in which Alice plays Red.
func terms() match.Terms {
	return match.Terms{Options: rules.DefaultOptions(), Side: match.PlayRed}
}

// venue is where they play.
func venue() play.Venue { return play.Venue{Guild: "g", Channel: "c", Locale: "fr"} }

// challenge makes a challenge by Alice, to anyone unless to says to whom.
func (tb *table) challenge(to match.PlayerID) play.Match {
	tb.Helper()
	m, err := tb.Challenge(tb.Context(), alice, play.Challenge{To: to, Terms: terms(), Venue: venue()})
	require.NoError(tb, err)
	return m
}

// start begins a match of Alice and Bob.
func (tb *table) start() play.Match {
	tb.Helper()
	m, err := tb.Accept(tb.Context(), bob, tb.challenge(bob.ID).ID)
	require.NoError(tb, err)
	return m
}

// stored loads a match.
func (tb *table) stored(id match.ID) play.Match {
	tb.Helper()
	m, err := tb.store.Match(tb.Context(), id)
	require.NoError(tb, err)
	return m
}

// do does a unit of work.
func (tb *table) do(unit func(play.Tx) error) {
	tb.Helper()
	require.NoError(tb, tb.store.Do(tb.Context(), unit))
}

// kinds returns what happened in a match.
func (tb *table) kinds(id match.ID) (kinds []match.EventKind) {
	tb.Helper()
	tb.do(func(tx play.Tx) error {
		events, err := tx.Events(tb.Context(), id, 0, 99)
		for _, e := range events {
			kinds = append(kinds, e.Kind)
		}
		return err
	})
	return kinds
}

// player returns the row of a player; false: there is none.
func (tb *table) player(id match.PlayerID) (p play.Player, ok bool) {
	tb.Helper()
	tb.do(func(tx play.Tx) error {
		var err error
		p, err = tx.Player(tb.Context(), id)
		if ok = err == nil; errors.Is(err, play.ErrNotFound) {
			return nil
		}
		return err
	})
	return p, ok
}

// take ends the only job of a kind, and returns when it was due; false: there is none.
func (tb *table) take(k play.JobKind) (due time.Time, ok bool) {
	tb.Helper()
	late := tb.now.Add(time.Hour)
	tb.do(func(tx play.Tx) error {
		jobs, err := tx.Claim(tb.Context(), play.Claim{Kind: k, Now: late, Until: late.Add(1e9), Limit: 9})
		if err != nil || len(jobs) == 0 {
			return err
		}
		require.Len(tb, jobs, 1)
		due, ok = jobs[0].Due, true
		return tx.Done(tb.Context(), jobs[0])
	})
	return due, ok
}

// atDo is a Store of which a test says how it does units of work.
type atDo struct {
	play.Store
	do func(ctx context.Context, s play.Store, f func(play.Tx) error) error
}

func (s atDo) Do(ctx context.Context, f func(play.Tx) error) error { return s.do(ctx, s.Store, f) }
