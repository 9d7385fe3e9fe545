package play_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/rules"
	"madbot/rules/match"
)

const (
	alice match.PlayerID = "1"
	bob   match.PlayerID = "2"
	carol match.PlayerID = "3"
)

// swap is always legal.
func swap() rules.Turn { return rules.ShiftTurn(rules.Swap111x222) }

// anyPly is a match at whatever ply.
func anyPly(id match.ID) play.Ref { return play.Ref{ID: id, Ply: play.AnyPly} }

// table is a Service on an empty store.
type table struct {
	*play.Service
	store *playtest.Memory
	now   time.Time
	woken atomic.Int32
	ids   int
}

// seat returns a table, with changes to what its Service is given.
func seat(changes ...func(*play.Deps)) *table {
	tb := &table{store: new(playtest.Memory),
		now: time.Date(2026, 1, 2, 3, 4, 5, 678_999_999, time.FixedZone("there", 3600))}
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

// start begins a match of Alice, who plays Red, and Bob.
func (tb *table) start(t *testing.T) match.Match {
	t.Helper()
	terms := match.Terms{Options: rules.DefaultOptions(), Side: match.PlayRed}
	m, err := tb.Challenge(t.Context(), alice, bob, terms, match.Venue{Channel: "c"})
	require.NoError(t, err)
	m, err = tb.Accept(t.Context(), m.ID, bob)
	require.NoError(t, err)
	return m
}

// requireStored checks that m is what is stored.
func (tb *table) requireStored(t *testing.T, m match.Match) {
	t.Helper()
	stored, err := tb.Match(t.Context(), m.ID)
	require.NoError(t, err)
	require.Equal(t, stored, m)
}

// kinds returns what happened so far.
func (tb *table) kinds(t *testing.T) (kinds []match.EventKind) {
	t.Helper()
	notices, err := tb.store.Notices(t.Context(), tb.now, 99)
	require.NoError(t, err)
	for _, n := range notices {
		kinds = append(kinds, n.Event.Kind)
	}
	return kinds
}

// TestService_Match plays a match through each use case, every one of which stores what it
// returns and wakes who tells.
func TestService_Match(t *testing.T) {
	t.Parallel()
	tb := seat()
	ctx := t.Context()
	terms := match.Terms{Options: rules.DefaultOptions()}
	venue := match.Venue{Guild: "g", Channel: "c", Locale: "fr"}
	m, err := tb.Challenge(ctx, alice, "", terms, venue)
	require.NoError(t, err)
	assert.Equal(t, match.ID("m1"), m.ID)
	assert.Equal(t, venue, m.Venue)
	assert.Equal(t, time.Date(2026, 1, 2, 2, 4, 5, 678e6, time.UTC), m.Created, "UTC, in ms")

	ref := anyPly(m.ID)
	for i, do := range []func() (match.Match, error){
		func() (match.Match, error) { return tb.Accept(ctx, m.ID, bob) },
		func() (match.Match, error) { return tb.Play(ctx, play.Ref{ID: m.ID}, bob, rules.Pass) },
		func() (match.Match, error) { return tb.OfferStop(ctx, ref, bob) },
		func() (match.Match, error) { return tb.AnswerStop(ctx, ref, alice, false) },
		func() (match.Match, error) { return tb.OfferStop(ctx, ref, alice) },
		func() (match.Match, error) { return tb.Resign(ctx, ref, alice) },
	} {
		m, err := do()
		require.NoError(t, err)
		tb.requireStored(t, m)
		assert.EqualValues(t, 2+i, tb.woken.Load())
	}
	assert.Equal(t, []match.EventKind{match.Challenged, match.Accepted, match.Played,
		match.StopOffered, match.StopRefused, match.StopOffered, match.Ended}, tb.kinds(t))
	got, err := tb.Match(ctx, m.ID)
	require.NoError(t, err)
	assert.Equal(t, bob, got.Red, "the toss was Blue for the challenger")

	recent, err := tb.Recent(ctx, bob, 9)
	require.NoError(t, err)
	assert.Equal(t, []match.Match{got}, recent)
	open, err := tb.Open(ctx, bob)
	require.NoError(t, err)
	assert.Empty(t, open)
}

func TestService_DeclineAndWithdraw(t *testing.T) {
	t.Parallel()
	tb := seat()
	terms := match.Terms{Options: rules.DefaultOptions()}
	for range 2 {
		_, err := tb.Challenge(t.Context(), alice, bob, terms, match.Venue{})
		require.NoError(t, err)
	}
	m, err := tb.Decline(t.Context(), "m1", bob)
	require.NoError(t, err)
	assert.Equal(t, match.Declined, m.Status)
	tb.requireStored(t, m)
	m, err = tb.Withdraw(t.Context(), "m2", alice)
	require.NoError(t, err)
	assert.Equal(t, match.Withdrawn, m.Status)
	tb.requireStored(t, m)
}

// TestService_Errors: the present match comes beside the error, nothing changes, nobody is woken.
func TestService_Errors(t *testing.T) {
	t.Parallel()
	tb := seat()
	ctx := t.Context()
	m := tb.start(t)
	m, err := tb.Play(ctx, anyPly(m.ID), alice, swap())
	require.NoError(t, err)
	woken, old, now := tb.woken.Load(), play.Ref{ID: m.ID}, play.Ref{ID: m.ID, Ply: 1}
	cases := []struct {
		name string
		do   func() (match.Match, error)
		err  error
	}{
		{"stale turn", func() (match.Match, error) { return tb.Play(ctx, old, alice, swap()) },
			match.ErrStale},
		{"stale resignation", func() (match.Match, error) { return tb.Resign(ctx, old, bob) },
			match.ErrStale},
		{"stale offer", func() (match.Match, error) { return tb.OfferStop(ctx, old, bob) },
			match.ErrStale},
		{"stale answer", func() (match.Match, error) { return tb.AnswerStop(ctx, old, bob, true) },
			match.ErrStale},
		{"not on", func() (match.Match, error) { return tb.Play(ctx, now, alice, swap()) },
			match.ErrNotYourTurn},
		{"stranger", func() (match.Match, error) { return tb.Resign(ctx, now, carol) },
			match.ErrNotPlayer},
		{"no offer", func() (match.Match, error) { return tb.AnswerStop(ctx, now, bob, true) },
			match.ErrNoOffer},
		{"too late", func() (match.Match, error) { return tb.Accept(ctx, m.ID, carol) },
			match.ErrNotProposed},
		{"declined", func() (match.Match, error) { return tb.Decline(ctx, m.ID, bob) },
			match.ErrNotProposed},
		{"withdrawn", func() (match.Match, error) { return tb.Withdraw(ctx, m.ID, alice) },
			match.ErrNotProposed},
	}
	for _, c := range cases {
		got, err := c.do()
		require.ErrorIs(t, err, c.err, c.name)
		assert.Equal(t, m, got, c.name)
		tb.requireStored(t, m)
	}
	_, err = tb.Accept(ctx, "nothere", bob)
	require.ErrorIs(t, err, match.ErrNotFound)
	assert.Equal(t, woken, tb.woken.Load())
}

func TestService_ChallengeRefused(t *testing.T) {
	t.Parallel()
	tb := seat()
	terms := match.Terms{Options: rules.DefaultOptions()}
	_, err := tb.Challenge(t.Context(), alice, alice, terms, match.Venue{})
	require.ErrorIs(t, err, match.ErrSelf)
	_, err = tb.Challenge(t.Context(), alice, bob, match.Terms{}, match.Venue{})
	require.ErrorIs(t, err, match.ErrTerms)
	assert.Empty(t, tb.kinds(t))
	assert.Zero(t, tb.woken.Load())
}

// TestService_IDTaken: another id is tried, and not for ever.
func TestService_IDTaken(t *testing.T) {
	t.Parallel()
	ids := []match.ID{"a", "a", "a", "b", "a", "b", "a", "c"}
	tb := seat(func(d *play.Deps) {
		d.NewID = func() match.ID { id := ids[0]; ids = ids[1:]; return id }
	})
	terms := match.Terms{Options: rules.DefaultOptions()}
	for _, want := range []match.ID{"a", "b"} {
		m, err := tb.Challenge(t.Context(), alice, bob, terms, match.Venue{})
		require.NoError(t, err)
		assert.Equal(t, want, m.ID)
	}
	_, err := tb.Challenge(t.Context(), alice, bob, terms, match.Venue{})
	require.ErrorIs(t, err, match.ErrExists)
	assert.Equal(t, []match.ID{"c"}, ids)
}

// hinter is an Analyst made of a function that gives hints; it chooses nothing.
type hinter func(context.Context, *rules.Game) (play.Hint, error)

func (h hinter) Hint(ctx context.Context, g *rules.Game) (play.Hint, error) { return h(ctx, g) }

func (h hinter) Choose(context.Context, *match.Match) (play.Candidate, error) {
	return play.Candidate{}, errors.ErrUnsupported
}

func TestService_Hint(t *testing.T) {
	t.Parallel()
	want := play.Hint{Candidates: []play.Candidate{{Turn: swap(), Line: []rules.Turn{swap()}}}}
	tb := seat(func(d *play.Deps) {
		d.Analyst = hinter(func(_ context.Context, g *rules.Game) (play.Hint, error) {
			return want, g.Play(swap())
		})
	})
	m := tb.start(t)
	before := m.Clone()
	got, hint, err := tb.Hint(t.Context(), play.Ref{ID: m.ID}, alice)
	require.NoError(t, err)
	assert.Equal(t, want, hint)
	assert.Equal(t, before, got)
	tb.requireStored(t, before)

	for by, refusal := range map[match.PlayerID]error{
		bob: match.ErrNotYourTurn, carol: match.ErrNotPlayer,
	} {
		got, _, err = tb.Hint(t.Context(), play.Ref{ID: m.ID}, by)
		require.ErrorIs(t, err, refusal)
		assert.Equal(t, before, got)
	}
	_, _, err = tb.Hint(t.Context(), play.Ref{ID: m.ID, Ply: 3}, alice)
	require.ErrorIs(t, err, match.ErrStale)
	_, _, err = tb.Hint(t.Context(), anyPly("nothere"), alice)
	require.ErrorIs(t, err, match.ErrNotFound)
}

// TestService_HintTooLate: advice for a position that is gone is thrown away.
func TestService_HintTooLate(t *testing.T) {
	t.Parallel()
	var tb *table
	tb = seat(func(d *play.Deps) {
		d.Analyst = hinter(func(ctx context.Context, _ *rules.Game) (play.Hint, error) {
			_, err := tb.Play(ctx, anyPly("m1"), alice, swap())
			return play.Hint{Candidates: make([]play.Candidate, 1)}, err
		})
	})
	tb.start(t)
	m, hint, err := tb.Hint(t.Context(), anyPly("m1"), alice)
	require.ErrorIs(t, err, match.ErrStale)
	assert.Zero(t, hint)
	assert.Equal(t, 1, m.Game.Ply())
}

// TestService_HintAtDeadline: what was found when time ran out is kept.
func TestService_HintAtDeadline(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	tb := seat(func(d *play.Deps) {
		d.Analyst = hinter(func(context.Context, *rules.Game) (play.Hint, error) {
			cancel()
			return play.Hint{Candidates: make([]play.Candidate, 3)}, nil
		})
	})
	m := tb.start(t)
	_, hint, err := tb.Hint(ctx, anyPly(m.ID), alice)
	require.NoError(t, err)
	assert.Len(t, hint.Candidates, 3)
}

func TestService_HintFails(t *testing.T) {
	t.Parallel()
	failure := errors.New("no")
	tb := seat(func(d *play.Deps) {
		d.Analyst = hinter(func(_ context.Context, g *rules.Game) (play.Hint, error) {
			assert.NoError(t, g.Play(swap())) // its own copy
			return play.Hint{}, failure
		})
	})
	m := tb.start(t)
	got, _, err := tb.Hint(t.Context(), anyPly(m.ID), alice)
	require.ErrorIs(t, err, failure)
	assert.Equal(t, m, got)

	tb = seat()
	m = tb.start(t)
	got, _, err = tb.Hint(t.Context(), anyPly(m.ID), alice)
	require.ErrorIs(t, err, play.ErrNoHint)
	assert.Equal(t, m, got)
}
