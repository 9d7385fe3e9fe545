package play_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/bot/play/rated"
	"madbot/bot/play/season"
	"madbot/rules/match"
)

// TestExclude: an excluded player sees who excluded them first, and so do the data exports of both. After the end of
// the exclusion, no trace is left.
func TestExclude(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	first := play.Exclusion{By: carol.ID, At: start()}
	for _, by := range []play.Actor{carol, alice} {
		require.NoError(t, fx.Exclude(t.Context(), by, bob.ID, true))
		e, out, err := fx.ExclusionOf(t.Context(), "g", bob.ID)
		require.NoError(t, err)
		assert.True(t, out)
		assert.Equal(t, first, e, "who does it again changes nothing")
		fx.now = fx.now.Add(time.Hour)
	}
	require.NoError(t, fx.Exclude(t.Context(), carol, alice.ID, true))
	excluded := func(a play.Actor) []play.ExcludedOn {
		k, err := play.KeptOf(t.Context(), fx.store, a.ID)
		require.NoError(t, err)
		return k.Excluded
	}
	later := play.ExcludedOn{Server: "g", Exclusion: play.Exclusion{By: carol.ID, At: start().Add(2 * time.Hour)}}
	hers := later
	hers.Self = true
	assert.Equal(t, []play.ExcludedOn{{Server: "g", Self: true, Exclusion: first}}, excluded(bob))
	assert.Equal(t, []play.ExcludedOn{later, {Server: "g", Exclusion: first}}, excluded(carol))
	for range 2 {
		require.NoError(t, fx.Exclude(t.Context(), alice, bob.ID, false))
		assert.Empty(t, excluded(bob))
	}
	assert.Equal(t, []play.ExcludedOn{hers}, excluded(alice))
}

// TestRivals_Former: a manager with a rated match on the server is a rival for 90 days after deleting the profile,
// also if that match is old. Somebody with one elsewhere is none.
func TestRivals_Former(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.loses(bob, fx.between(alice, bob), 20)
	fx.now = fx.now.Add(200 * day)
	decided := fx.between(carol, dave)
	fx.loses(carol, decided, 20)
	m := fx.stored(decided)
	require.NoError(t, fx.CheckAnnul(t.Context(), alice, &m), "the match is old, and she is not ranked")
	fx.forgets(alice)
	require.ErrorIs(t, fx.CheckAnnul(t.Context(), alice, &m), play.ErrRival)
	_, err := fx.Annul(t.Context(), alice, decided, "because")
	require.ErrorIs(t, err, play.ErrRival)
	fx.now = fx.now.Add(rated.FormerSpan)
	require.NoError(t, fx.CheckAnnul(t.Context(), alice, &m))
}

// TestRivals: a manager who plays for a place on the server, if only in a match that has not ended, annuls no match.
func TestRivals(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	dave := play.Actor{ID: "100000000000000004", Guild: "g"}
	id := fx.startRatedOf("decided", bob.ID, carol.ID).ID
	_, err := fx.Resign(t.Context(), bob, anyPly(id))
	require.NoError(t, err)
	decided := fx.stored(id)
	fx.startRatedOf("elsewhere", dave.ID, alice.ID)
	require.NoError(t, fx.store.Do(t.Context(), func(tx play.Tx) error {
		return tx.SaveDelivery(t.Context(), "elsewhere", play.Delivery{Venue: play.Venue{Guild: "other", Channel: "c"}})
	}))
	require.NoError(t, fx.CheckAnnul(t.Context(), dave, &decided))
	fx.startRatedOf("running", dave.ID, alice.ID)
	require.ErrorIs(t, fx.CheckAnnul(t.Context(), dave, &decided), play.ErrRival)
	_, err = fx.Resign(t.Context(), alice, anyPly("running"))
	require.NoError(t, err)
	over := fx.stored("running")
	require.ErrorIs(t, fx.CheckAnnul(t.Context(), carol, &over), play.ErrRival, "with one match in the quarter")
}

// TestExclude_League: a manager in the league of the server leaves nobody out of the ranking, and puts nobody back,
// since that decides who plays. Only leaving the running season by choice changes that.
func TestExclude_League(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		phase season.Phase
		own   season.Entry
		want  error
	}{
		"has joined":           {season.Joining, season.Entry{Season: 2}, play.ErrTakesPart},
		"was in the last one":  {season.Joining, season.Entry{Season: 1, Group: 1}, nil},
		"the league is closed": {season.Over, season.Entry{Season: 1, Group: 1}, nil},
		"plays":                {season.Running, season.Entry{Season: 2, Group: 1}, play.ErrTakesPart},
		"is out on time":       {season.Running, season.Entry{Season: 2, Group: 1, Exit: season.OutOnTime}, play.ErrTakesPart},
		"left by choice":       {season.Running, season.Entry{Season: 2, Group: 1, Exit: season.LeftByChoice}, nil},
		"has joined the next":  {season.Running, season.Entry{Season: 3}, play.ErrTakesPart},
		"played a season ago":  {season.Running, season.Entry{Season: 1, Group: 1}, nil},
	} {
		fx := newFixture(t)
		fx.do(func(tx play.Tx) error {
			l := season.League{Server: "g", Season: 2, State: season.State{Phase: c.phase}}
			c.own.Server, c.own.Player = "g", alice.ID
			return errors.Join(tx.SaveLeague(t.Context(), l), tx.SaveEntry(t.Context(), c.own))
		})
		for _, out := range []bool{true, false} {
			err := fx.Exclude(t.Context(), alice, bob.ID, out)
			require.ErrorIs(t, err, c.want, name)
		}
		elsewhere := alice
		elsewhere.Guild = "h"
		require.NoError(t, fx.Exclude(t.Context(), elsewhere, bob.ID, true), "another server")
	}
}

// TestExclude_Undone: the league keeps by whom somebody was left out and by whom that was undone, and so do the data
// exports of all three, until the season is over that could be joined. Without a league nothing is kept.
func TestExclude_Undone(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	both := func() {
		require.NoError(t, fx.Exclude(t.Context(), carol, bob.ID, true))
		fx.now = fx.now.Add(time.Hour)
		require.NoError(t, fx.Exclude(t.Context(), alice, bob.ID, false))
		require.NoError(t, fx.Exclude(t.Context(), alice, bob.ID, false), "pressed twice")
	}
	kept := func(p play.Actor) []play.RemovedFrom {
		k, err := play.KeptOf(t.Context(), fx.store, p.ID)
		require.NoError(t, err)
		return k.Removed
	}
	both()
	require.Empty(t, kept(bob))
	fx.do(func(tx play.Tx) error {
		return tx.SaveLeague(t.Context(), season.League{Server: "g", Season: 2, State: season.State{Phase: season.Running}})
	})
	at := play.Stamp(fx.now)
	both()
	bar := season.Bar{Player: bob.ID, By: carol.ID, At: at, Ranking: true,
		Undo: season.Undo{By: alice.ID, At: at.Add(time.Hour), Season: 3}}
	for p, self := range map[play.Actor]bool{alice: false, bob: true, carol: false} {
		assert.Equal(t, []play.RemovedFrom{{Server: "g", Self: self, Bar: bar}}, kept(p))
	}
	fx.forgets(alice)
	assert.True(t, kept(bob)[0].Undo.By.IsFormer())
	l, err := fx.store.League(t.Context(), "g")
	require.NoError(t, err)
	l.Follow()
	assert.Len(t, l.Bars, 1)
	l.Follow()
	assert.Empty(t, l.Bars)
}

// TestExclude_Former: who deletes their profile is still excluded for 90 days. They and managers see it, and managers
// can end it. Who excluded others is not named any more.
func TestExclude_Former(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	require.NoError(t, fx.Exclude(t.Context(), carol, bob.ID, true))
	require.NoError(t, fx.Exclude(t.Context(), bob, alice.ID, true))
	of := func(p play.Actor) (play.Exclusion, bool) {
		e, out, err := fx.ExclusionOf(t.Context(), "g", p.ID)
		require.NoError(t, err)
		return e, out
	}
	want := play.Exclusion{By: carol.ID, At: start()}
	begun := play.Stamp(fx.now)
	fx.forgets(bob)
	kept, err := play.KeptOf(t.Context(), fx.store, bob.ID)
	require.NoError(t, err)
	assert.Equal(t, []play.ExcludedOn{{Server: "g", Self: true, Exclusion: want}}, kept.Excluded)
	by, _ := of(alice)
	assert.True(t, by.By.IsFormer())
	fx.forgets(bob)
	fx.now = begun.Add(rated.FormerSpan - time.Millisecond)
	got, out := of(bob)
	assert.True(t, out)
	assert.Equal(t, want, got)
	require.NoError(t, fx.Exclude(t.Context(), alice, bob.ID, true))
	got, _ = of(bob)
	assert.Equal(t, want, got, "who does it again changes nothing")
	fx.now = begun.Add(rated.FormerSpan)
	_, out = of(bob)
	assert.False(t, out)
	require.NoError(t, fx.Exclude(t.Context(), carol, bob.ID, true))
	fx.forgets(bob)
	_, out = of(bob)
	assert.True(t, out)
	require.ErrorIs(t, fx.Exclude(t.Context(), bob, bob.ID, false), play.ErrRival, "a manager's own exclusion")
	require.ErrorIs(t, fx.Exclude(t.Context(), carol, carol.ID, true), play.ErrRival, "nobody could undo it")
	require.NoError(t, fx.Exclude(t.Context(), alice, bob.ID, false))
	_, out = of(bob)
	assert.False(t, out)
}

// TestForgetting_Removed: who deletes their profile and comes back reads for 90 days by whom they were removed from a
// league and why, as do the managers, until one lets them join again. Who removed somebody else is not named any more.
func TestForgetting_Removed(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	at := play.Stamp(fx.now)
	fx.do(func(tx play.Tx) error {
		l := season.League{Server: "g", Season: 1, State: season.State{Phase: season.Joining, Bars: []season.Bar{
			{Player: bob.ID, By: carol.ID, Reason: "r", At: at}, {Player: alice.ID, By: bob.ID, Reason: "s", At: at.Add(1)}}}}
		return tx.SaveLeague(t.Context(), l)
	})
	removed := func(p play.Actor) []play.RemovedFrom {
		k, err := fx.Kept(t.Context(), p)
		require.NoError(t, err)
		return k.Removed
	}
	self := play.RemovedFrom{Server: "g", Self: true, Bar: season.Bar{Player: bob.ID, By: carol.ID, Reason: "r", At: at}}
	other := play.RemovedFrom{Server: "g", Bar: season.Bar{Player: alice.ID, By: bob.ID, Reason: "s", At: at.Add(1)}}
	assert.Equal(t, []play.RemovedFrom{other, self}, removed(bob))
	fx.forgets(bob)
	back := removed(bob)
	require.Len(t, back, 1)
	assert.True(t, back[0].Player.IsFormer())
	back[0].Player = bob.ID
	assert.Equal(t, []play.RemovedFrom{self}, back)
	assert.True(t, removed(alice)[0].By.IsFormer())
	fx.now = fx.now.Add(rated.FormerSpan)
	fx.do(func(tx play.Tx) error { return play.RemoveFormers(t.Context(), tx, fx.now.Add(-rated.FormerSpan)) })
	assert.Empty(t, removed(bob))
	assert.Empty(t, removed(carol))
	assert.Len(t, removed(alice), 1)
}

// stale is a store in which others change servers after Excluding found them, until the unit of work has the lock of
// one, as PostgreSQL allows.
type stale struct {
	play.Store
	found []play.Server
}

// staleTx is a unit of work of stale.
type staleTx struct {
	play.Tx
	found []play.Server
}

func (s stale) Do(ctx context.Context, f func(play.Tx) error) error {
	return s.Store.Do(ctx, func(tx play.Tx) error { return f(staleTx{tx, s.found}) })
}

func (t staleTx) Excluding(context.Context, match.PlayerID) ([]play.Server, error) {
	return t.found, nil
}

// TestForgetting_Excluded: where somebody who is forgotten excluded others, what is chosen meanwhile stays chosen, a
// server that is removed stays removed, and where others excluded them, the former name is.
func TestForgetting_Excluded(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	excluding := func(id string, p, by match.PlayerID) play.Server {
		return play.Server{ID: id, Settings: play.ServerSettings{
			Unranked: map[match.PlayerID]play.Exclusion{p: {By: by, At: start()}}}}
	}
	save := func(s play.Server) { fx.do(func(tx play.Tx) error { return tx.SaveServer(t.Context(), s) }) }
	for id, two := range map[string][2]play.Actor{"g": {bob, carol}, "h": {bob, carol}, "i": {carol, bob}} {
		save(excluding(id, two[0].ID, two[1].ID))
	}
	found, err := fx.store.Excluding(t.Context(), carol.ID)
	require.NoError(t, err)
	require.Len(t, found, 3)
	chosen := excluding("g", bob.ID, carol.ID)
	chosen.Settings.Threads = true
	save(chosen)
	fx.do(func(tx play.Tx) error { return tx.RemoveServer(t.Context(), "h") })

	var saved []string
	s := playtest.Hook(stale{fx.store, found}, func(c playtest.Call, do func() error) error {
		if c.Name == "SaveServer" {
			saved = append(saved, c.Args[0].(play.Server).ID)
		}
		return do()
	})
	former := play.Player{ID: carol.ID, Progress: play.Progress{Former: match.Former + "x"}}
	require.NoError(t, play.BeginForgetting(t.Context(), s, former))
	require.NoError(t, play.ContinueForgetting(t.Context(), s, carol.ID))
	assert.ElementsMatch(t, []string{"g", "i"}, saved)
	want := excluding("g", bob.ID, match.Former+"x")
	want.Settings.Threads = true
	for id, want := range map[string]play.Server{"g": want, "h": {ID: "h"}, "i": excluding("i", match.Former+"x", bob.ID)} {
		got, err := fx.store.Server(t.Context(), id)
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
}
