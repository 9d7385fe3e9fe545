package playtest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

// TestStore proves that what open returns, an empty store each time, keeps the contract of
// play.Store.
func TestStore(t *testing.T, open func(*testing.T) play.Store) {
	t.Helper()
	cases := []struct {
		name string
		test func(fixture)
	}{
		{"Create", testCreate},
		{"NotFound", testNotFound},
		{"WholeGames", testWholeGames},
		{"Offers", testOffers},
		{"UnchangedOnError", testUnchangedOnError},
		{"UnchangedOnPanic", testUnchangedOnPanic},
		{"Cancelled", testCancelled},
		{"Independent", testIndependent},
		{"Lists", testLists},
		{"Notices", testNotices},
		{"Postpone", testPostpone},
		{"News", testNews},
		{"Overtaken", testOvertaken},
		{"Sending", testSending},
		{"Closed", testClosed},
		{"Moved", testMoved},
		{"Posts", testPosts},
		{"Robot", testRobot},
		{"TwoAccept", testTwoAccept},
		{"SixteenWriters", testSixteenWriters},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.test(fixture{t, open(t)})
		})
	}
}

// testCreate: what is created is what is read, and an id is taken once.
func testCreate(f fixture) {
	for i, side := range []match.SidePick{match.RandomSide, match.PlayRed, match.PlayBlue} {
		for j, to := range []match.PlayerID{"", bob} {
			o := rules.Options{Board: rules.Boards()[j], Positioning: i == 1, StallLimit: 30}
			id := match.ID(fmt.Sprintf("m%d%d", i, j))
			m := f.create(id, to, match.Terms{Options: o, Side: side}, i)
			require.Equal(f, m, f.match(id))
		}
	}
	before, notices := f.match("m00"), f.notices()
	other, events, err := match.Propose(
		match.Proposal{ID: "m00", By: carol, Terms: terms()}, at(9))
	require.NoError(f, err)
	require.ErrorIs(f, f.Create(f.Context(), other, events), match.ErrExists)
	assert.Equal(f, before, f.match("m00"))
	assert.Equal(f, notices, f.notices())
}

// testNotFound: what is not there is match.ErrNotFound, or nothing.
func testNotFound(f fixture) {
	_, err := f.Match(f.Context(), "nothere")
	require.ErrorIs(f, err, match.ErrNotFound)
	_, err = f.Update(f.Context(), "nothere", func(*match.Match) ([]match.Event, error) {
		f.Error("changed a match that is not there")
		return nil, nil
	})
	require.ErrorIs(f, err, match.ErrNotFound)
	_, ok, err := f.Post(f.Context(), "nothere")
	require.NoError(f, err)
	assert.False(f, ok)
	_, ok, err = f.NextNotice(f.Context(), time.Time{})
	require.NoError(f, err)
	assert.False(f, ok)
}

// testWholeGames: random games of all options are read back equal after each turn, to the end.
func testWholeGames(f fixture) {
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[rules.Reason]bool{}
	for i := range 8 {
		o := rules.Options{Board: rules.Boards()[i%2], Positioning: i&2 == 0, StallLimit: 8}
		if i >= 4 {
			o.StallLimit = 0 // to the corvette's end, or as far as this test goes
		}
		m := f.start(match.ID(fmt.Sprintf("game%d", i)), match.Terms{Options: o}, 0)
		for n := 1; m.Status == match.Playing && n < 1000; n++ {
			m = f.update(m.ID, randomTurn(r, n))
		}
		seen[m.Game.Outcome().Reason] = true
	}
	for i, id := range []match.ID{"aborted", "resigned"} {
		f.start(id, terms(), 0)
		for n := range 3 * i { // Alice leaves before or after her second turn
			f.update(id, randomTurn(r, n))
		}
		m := f.resign(id, 4)
		seen[m.Game.Outcome().Reason] = true
	}
	assert.Equal(f, map[rules.Reason]bool{rules.CorvetteExile: true, rules.Stall: true,
		rules.Aborted: true, rules.Resignation: true}, seen)
}

// testOffers: an offer, its refusals on both sides, and the agreement are read back equal.
func testOffers(f fixture) {
	f.start("m", terms(), 0)
	for i, by := range []match.PlayerID{alice, bob} {
		f.update("m", func(m *match.Match) ([]match.Event, error) {
			return m.OfferStop(by, at(1+i))
		})
		f.update("m", func(m *match.Match) ([]match.Event, error) {
			return m.AnswerStop(m.PlayerOf(m.ColorOf(by).Other()), false, at(1+i))
		})
	}
	f.update("m", randomTurn(rand.New(rand.NewPCG(1, 2)), 3))
	for range 2 {
		f.update("m", func(m *match.Match) ([]match.Event, error) {
			by := alice
			if m.Offer.IsOpen() {
				by = bob
			}
			return m.OfferStop(by, at(4))
		})
	}
	m := f.match("m")
	assert.Equal(f, rules.Outcome{Winner: rules.Blue, Reason: rules.Agreement}, m.Game.Outcome())

	f.create("declined", bob, terms(), 5)
	f.update("declined", func(m *match.Match) ([]match.Event, error) {
		return m.Decline(bob, at(6))
	})
	f.create("withdrawn", "", terms(), 5)
	f.update("withdrawn", func(m *match.Match) ([]match.Event, error) {
		return m.Withdraw(alice, at(6))
	})
}

// testUnchangedOnError: a change that fails, even after it changed its copy, leaves everything.
func testUnchangedOnError(f fixture) {
	before, notices := f.start("m", terms(), 0), f.notices()
	failure := errors.New("no")
	m, err := f.Update(f.Context(), "m", func(m *match.Match) ([]match.Event, error) {
		events, err := randomTurn(rand.New(rand.NewPCG(1, 2)), 1)(m)
		require.NoError(f, err)
		return events, failure
	})
	require.ErrorIs(f, err, failure)
	assert.Equal(f, before, m)
	assert.Equal(f, before, f.match("m"))
	assert.Equal(f, notices, f.notices())
}

// testUnchangedOnPanic: a change that panics leaves everything, and the store goes on.
func testUnchangedOnPanic(f fixture) {
	before, notices := f.start("m", terms(), 0), f.notices()
	assert.Panics(f, func() {
		_, _ = f.Update(f.Context(), "m", func(m *match.Match) ([]match.Event, error) {
			m.Status = match.Finished
			panic("a defect")
		})
	})
	assert.Equal(f, before, f.match("m"))
	assert.Equal(f, notices, f.notices())
	f.resign("m", 1)
}

// testCancelled: nothing is read or written for a caller who is gone.
func testCancelled(f fixture) {
	before, notices := f.start("m", terms(), 0), f.notices()
	ctx, cancel := context.WithCancel(f.Context())
	cancel()
	post := match.Post{Match: "m", Channel: "8", Message: "1"}
	_, err := f.Match(ctx, "m")
	require.ErrorIs(f, err, context.Canceled)
	_, err = f.Update(ctx, "m", randomTurn(rand.New(rand.NewPCG(1, 2)), 1))
	require.ErrorIs(f, err, context.Canceled)
	require.ErrorIs(f, f.Create(ctx, match.Match{ID: "new"}, nil), context.Canceled)
	require.ErrorIs(f, f.Told(ctx, []int64{notices[0].ID}, post), context.Canceled)
	require.ErrorIs(f, f.Sending(ctx, []int64{notices[0].ID}), context.Canceled)
	later := match.Setback{Until: at(9)}
	require.ErrorIs(f, f.Postpone(ctx, []int64{notices[0].ID}, later), context.Canceled)
	require.ErrorIs(f, f.Forget(ctx, post), context.Canceled)
	assert.Equal(f, before, f.match("m"))
	assert.Equal(f, notices, f.notices())
}

// testIndependent: playing on in a match that was read changes nothing that is stored.
func testIndependent(f fixture) {
	r := rand.New(rand.NewPCG(1, 2))
	f.start("m", terms(), 0)
	for n := range 5 {
		m := f.update("m", randomTurn(r, n))
		before := f.match("m")
		for range 2 {
			if _, err := randomTurn(r, n)(&m); err != nil {
				break // the turn before ended the game
			}
		}
		require.Equal(f, before, f.match("m"))
	}
}

// testLists: a person's matches, in order.
func testLists(f fixture) {
	f.create("c1", bob, terms(), 1)
	f.start("p2", terms(), 2)
	f.create("c3", "", terms(), 3)
	f.create("c4", carol, terms(), 4)
	for i, id := range []match.ID{"f5", "f6", "f7"} {
		f.start(id, terms(), 5)
		f.resign(id, 10+i)
	}
	f.update("c1", func(m *match.Match) ([]match.Event, error) { return m.Accept(bob, 0, at(20)) })
	f.update("c4", func(m *match.Match) ([]match.Event, error) { return m.Decline(carol, at(21)) })

	for p, want := range map[match.PlayerID][]match.ID{
		alice: {"c1", "c3", "p2"}, bob: {"c1", "p2"}, carol: nil,
	} {
		open, err := f.Open(f.Context(), p)
		require.NoError(f, err)
		assert.Equal(f, want, ids(open), "open of %q", p)
	}
	recent, err := f.Recent(f.Context(), bob, 2)
	require.NoError(f, err)
	require.Equal(f, []match.ID{"f7", "f6"}, ids(recent))
	assert.Equal(f, f.match("f7"), recent[0])
	recent, err = f.Recent(f.Context(), carol, 2)
	require.NoError(f, err)
	assert.Empty(f, recent)
}
