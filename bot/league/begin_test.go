package league_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/league"
	"madbot/bot/play"
	"madbot/bot/play/season"
	"madbot/rules/match"
)

// starts begins the season that n people have entered.
func (f *fixture) starts(n int) error { return f.use.Begin(f.t.Context(), actor(0), n) }

// TestBeginNow: a manager begins a season that three have joined, and each is pinged once, as at its date.
func TestBeginNow(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.open(2)
	require.ErrorIs(t, f.starts(2), league.ErrNotYet, "too few")
	require.NoError(t, f.use.Join(t.Context(), actor(2)))
	require.ErrorIs(t, f.starts(4), league.ErrNotYet, "somebody has left since")
	require.NoError(t, f.starts(3))
	require.ErrorIs(t, f.starts(3), league.ErrNotYet, "it begins already")
	f.run()
	l := f.league()
	assert.Equal(t, season.Running, l.Phase)
	assert.Zero(t, l.Planned)
	assert.Equal(t, actor(0).ID, l.EarlyBy)
	assert.Equal(t, f.now.Add(10*week), l.Until)
	pinged := 0
	for _, n := range f.posts {
		pinged += len(n.Post.Ping)
	}
	assert.Equal(t, 3, pinged)
	require.ErrorIs(t, f.starts(3), league.ErrNotYet, "it has begun")
}

// TestBeginNow_TooFewLeft: a season that too few people are left for begins at its date after all.
func TestBeginNow_TooFewLeft(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.open(3)
	due := f.league().Until
	f.gone = []match.PlayerID{actor(1).ID}
	require.NoError(t, f.starts(3))
	assert.Equal(t, due, f.run())
	l := f.league()
	assert.Equal(t, season.Joining, l.Phase)
	assert.Equal(t, due, l.Until)
	assert.Empty(t, l.EarlyBy, "it does not begin early")
	require.NoError(t, f.use.Join(t.Context(), actor(3)))
	f.pass(due.Sub(f.now))
	assert.Equal(t, season.Running, f.league().Phase)
}

// TestBeginNow_DayToLeave: players of the last season have a day to leave the next one before it can begin.
func TestBeginNow_DayToLeave(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.redWins(f.begin(3))
	require.Equal(t, 2, f.league().Season)
	require.ErrorIs(t, f.starts(3), league.ErrNotYet)
	f.pass(24*time.Hour - time.Second)
	require.ErrorIs(t, f.starts(3), league.ErrNotYet)
	f.pass(time.Second)
	require.NoError(t, f.starts(3))
	f.run()
	assert.Equal(t, season.Running, f.league().Phase)
}

// TestLastBy: a league keeps which manager last closed it or opened it again, until the next season. Repeating that
// changes nothing. If that manager deletes their profile, the name goes.
func TestLastBy(t *testing.T) {
	t.Parallel()
	d := decider{newFixture(t)}
	ctx, other := t.Context(), actor(98)
	d.open(4)
	assert.Empty(t, d.league().LastBy, "opened for the first time")
	require.NoError(t, d.use.Close(ctx, actor(99), 4))
	assert.Equal(t, actor(99).ID, d.league().LastBy)
	d.open(4)
	assert.Equal(t, actor(0).ID, d.league().LastBy)
	d.pass(24 * time.Hour)
	require.NoError(t, d.starts(4))
	d.run()
	require.NoError(t, d.use.Close(ctx, actor(0), 0))
	require.NoError(t, d.use.Close(ctx, other, 0))
	assert.Equal(t, actor(0).ID, d.league().LastBy, "it was closed already")
	require.NoError(t, d.use.Continue(ctx, other))
	require.NoError(t, d.use.Continue(ctx, actor(99)))
	assert.Equal(t, other.ID, d.league().LastBy, "it was open already")
	for by, want := range map[match.PlayerID]int{actor(0).ID: 1, other.ID: 1, actor(99).ID: 0} {
		kept, err := play.KeptOf(ctx, d.store, by)
		require.NoError(t, err)
		assert.Len(t, kept.Managed, want, by)
	}
	require.NoError(t, d.use.Close(ctx, actor(0), 0))
	d.forgotten("x")
	l := d.league()
	assert.Equal(t, [2]match.PlayerID{match.Former + "x", match.Former + "x"}, [2]match.PlayerID{l.EarlyBy, l.LastBy})
	require.NoError(t, d.use.Continue(ctx, other))
	d.ends(false)
	l = d.league()
	assert.Empty(t, l.EarlyBy+l.LastBy, "another season")
	require.NoError(t, d.use.Close(ctx, other, 4))
	assert.Equal(t, other.ID, d.league().LastBy)
}

// TestClose_Told: those who have joined are told who closed the league. If it opens again, they have a day to join
// before a manager can begin it, so that closing it is no way to play without them.
func TestClose_Told(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.open(4)
	require.NoError(t, f.use.Close(t.Context(), actor(0), 4))
	f.run()
	var told []match.PlayerID
	for _, tell := range f.said {
		assert.Equal(t, [2]any{season.TellClosed, actor(0).ID}, [2]any{tell.Kind, tell.Other})
		told = append(told, tell.Player)
	}
	assert.ElementsMatch(t, []match.PlayerID{actor(1).ID, actor(2).ID, actor(3).ID}, told)
	f.open(3)
	require.ErrorIs(t, f.starts(3), league.ErrNotYet)
	f.pass(24 * time.Hour)
	require.NoError(t, f.starts(3))
}

// TestMoved: if the league has moved to another channel, which its players may not see, its start is announced to each
// in a direct message.
func TestMoved(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.open(3)
	require.NoError(t, f.use.Open(t.Context(), actor(0), play.Venue{Guild: server, Channel: "hidden", Locale: "fr"}))
	require.NoError(t, f.starts(3))
	f.run()
	assert.Len(t, f.said, 3)
	for _, n := range f.posts {
		assert.Empty(t, n.Post.Ping)
	}
	f.redWins(f.pairs())
	f.pass(week)
	assert.Len(t, f.said, 3, "the second season begins where they know it")
}

// TestBeginNow_Suspended: if the bot is not there when a season is to begin early, its date moves, too.
func TestBeginNow_Suspended(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.open(3)
	due := f.league().Until
	require.NoError(t, f.starts(3))
	f.do(func(tx play.Tx) error { return play.ResumeLeague(t.Context(), tx, server, 2*week) })
	f.gone = []match.PlayerID{actor(1).ID}
	f.pass(2 * week)
	l := f.league()
	assert.Equal(t, season.Joining, l.Phase)
	assert.Equal(t, due.Add(2*week), l.Until)
}
