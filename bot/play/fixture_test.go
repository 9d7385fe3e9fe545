package play_test

import (
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

// fixture is a Service on an empty store.
type fixture struct {
	*testing.T
	*play.Service
	store *playtest.Memory
	hook  func(playtest.Call, func() error) error // between the Service and the store; nil: none
	now   time.Time
	woken atomic.Int32
	ids   int
}

// hooked returns the store of the Service, with the hook.
func (fx *fixture) hooked() play.Store {
	return playtest.Hook(fx.store, func(c playtest.Call, do func() error) error {
		if fx.hook == nil {
			return do()
		}
		return fx.hook(c, do)
	})
}

// newFixture returns a fixture, with changes to what its Service is given.
func newFixture(t *testing.T, changes ...func(*play.Deps)) *fixture {
	t.Helper()
	fx := &fixture{T: t, store: playtest.NewMemory(),
		now: start().Add(999_999).In(time.FixedZone("there", 3600))}
	fx.store.Clock = func() time.Time { return fx.now }
	deps := play.Deps{Store: fx.hooked(), Now: fx.store.Clock,
		NewID: func() match.ID { fx.ids++; return match.ID(fmt.Sprint("m", fx.ids)) },
		Toss:  func() rules.Color { return rules.Blue },
		Wake:  func() { fx.woken.Add(1) }}
	for _, change := range changes {
		change(&deps)
	}
	fx.Service = play.New(deps)
	return fx
}

// terms are terms with Alice as Red.
func terms() match.Terms {
	return match.Terms{Options: rules.DefaultOptions(), Side: match.PlayRed}
}

// venue is where they play.
func venue() play.Venue { return play.Venue{Guild: "g", Channel: "c", Locale: "fr"} }

// challenge makes a challenge by Alice, to anyone unless to says to whom.
func (fx *fixture) challenge(to match.PlayerID) play.Match {
	fx.Helper()
	m, err := fx.Challenge(fx.Context(), alice, play.Challenge{To: to, Terms: terms(), Venue: venue()})
	require.NoError(fx, err)
	return m
}

// start begins a match of Alice and Bob.
func (fx *fixture) start() play.Match {
	fx.Helper()
	m, err := fx.Accept(fx.Context(), bob, fx.challenge(bob.ID).ID)
	require.NoError(fx, err)
	return m
}

// stored loads a match.
func (fx *fixture) stored(id match.ID) play.Match {
	fx.Helper()
	m, err := fx.store.Match(fx.Context(), id)
	require.NoError(fx, err)
	return m
}

// do does a unit of work.
func (fx *fixture) do(unit func(play.Tx) error) {
	fx.Helper()
	require.NoError(fx, fx.store.Do(fx.Context(), unit))
}

// kinds returns what happened in a match.
func (fx *fixture) kinds(id match.ID) (kinds []match.EventKind) {
	fx.Helper()
	fx.do(func(tx play.Tx) error {
		events, err := tx.Events(fx.Context(), id, 0, 99)
		for _, e := range events {
			kinds = append(kinds, e.Kind)
		}
		return err
	})
	return kinds
}

// player returns the row of a player; false: there is none.
func (fx *fixture) player(id match.PlayerID) (p play.Player, ok bool) {
	fx.Helper()
	fx.do(func(tx play.Tx) error {
		var err error
		p, err = tx.Player(fx.Context(), id)
		if ok = err == nil; errors.Is(err, play.ErrNotFound) {
			return nil
		}
		return err
	})
	return p, ok
}

// take ends the only job of a kind, and returns when it was due; false: there is none.
func (fx *fixture) take(k play.JobKind) (due time.Time, ok bool) {
	fx.Helper()
	late := fx.now.Add(time.Hour)
	fx.do(func(tx play.Tx) error {
		jobs, err := tx.Claim(fx.Context(), play.Claim{Kind: k, Now: late, Until: late.Add(1e9), Limit: 9})
		if err != nil || len(jobs) == 0 {
			return err
		}
		require.Len(fx, jobs, 1)
		due, ok = jobs[0].Due, true
		return tx.Done(fx.Context(), jobs[0])
	})
	return due, ok
}
