package worker_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/rules/match"
)

// watch has the bot look at once whether it is on the server g.
func (f *fixture) watch() {
	f.Helper()
	require.NoError(f, f.store.Do(f.Context(), func(tx play.Tx) error {
		known, err := tx.Server(f.Context(), "g")
		known.Settings.Watched = true
		return errors.Join(err, tx.SaveServer(f.Context(), known),
			tx.Schedule(f.Context(), play.JobServer, play.Subject(play.JobServer, "g"), f.now()))
	}))
	f.worker.Wake()
}

// limit says how many matches one person may have open on the server g.
func (f *fixture) limit(n int) {
	f.Helper()
	_, err := f.ChangeServer(f.Context(), alice, "g", func(s *play.ServerSettings) { s.MaxOpen = n })
	require.NoError(f, err)
}

// parted returns who was told that a match goes on in direct messages, in order.
func (f *fixture) parted() (ids []match.PlayerID) {
	for _, n := range f.messenger.calls.get() {
		if n.Kind == play.PartNotice && n.Direct {
			ids = append(ids, n.To.ID)
		}
	}
	return ids
}

// unreachable has Discord refuse all that is for somebody.
func (f *fixture) unreachable(p match.PlayerID) {
	f.messenger.fails.set(func(n play.Notice) error {
		if n.To.ID == p || !n.Direct {
			return play.ErrClosed
		}
		return nil
	})
}

// TestServer_Goes: an hour after the bot was removed both are told once that their game goes on, and later turns come
// to them; what is over, is only proposed or is elsewhere is left alone.
func TestServer_Goes(t *testing.T) {
	inBubble(t, func(f *fixture) {
		id, over := f.start(), f.start()
		_, err := f.Resign(f.Context(), bob, anyPly(over))
		require.NoError(f, err)
		f.left.Store(true)
		f.announcer.announce.set(func(context.Context, match.ID) error { return play.ErrGone })
		f.run()
		f.watch()
		f.pass(59 * time.Minute)
		assert.Empty(f, f.parted(), "it may be an outage")
		f.pass(2 * time.Minute)
		assert.ElementsMatch(f, []match.PlayerID{alice.ID, bob.ID}, f.parted())
		f.pass(10 * 24 * time.Hour)
		assert.Len(f, f.parted(), 2, "once")
		f.playTurn(id)
		f.pass(time.Minute)
		last := f.messenger.calls.get()[len(f.messenger.calls.get())-1]
		assert.Equal(f, bob.ID, last.To.ID)
		assert.True(f, last.Direct && last.Parted)
	})
}

// TestServer_Returns: within the hour nothing happens; within a month all is as it was, and if the bot is removed
// again, people are told again.
func TestServer_Returns(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.start()
		f.limit(7)
		f.left.Store(true)
		f.run()
		f.watch()
		f.pass(time.Minute)
		f.left.Store(false)
		f.pass(time.Hour)
		assert.Empty(f, f.parted())
		for want := 2; want < 5; want += 2 {
			f.left.Store(true)
			f.pass(29 * 24 * time.Hour)
			assert.Len(f, f.parted(), want)
			f.left.Store(false)
			f.pass(25 * time.Hour)
			s, err := f.store.Server(f.Context(), "g")
			require.NoError(f, err)
			assert.Equal(f, 7, s.Settings.MaxOpen)
			assert.Zero(f, s.Settings.Left)
		}
	})
}

// TestServer_Unreached: where one of the two cannot be told, the game ends for nothing; the other is told at once, and
// they at their next command.
func TestServer_Unreached(t *testing.T) {
	inBubble(t, func(f *fixture) {
		id := f.start()
		_, err := f.SetNotices(f.Context(), bob, func(*play.Player) {}) // somebody who has acted
		require.NoError(f, err)
		f.left.Store(true)
		f.announcer.announce.set(func(context.Context, match.ID) error { return play.ErrGone })
		f.unreachable(bob.ID)
		f.run()
		f.watch()
		f.pass(2 * time.Hour)
		m := f.match(id)
		assert.Equal(f, match.Finished, m.Status)
		assert.Equal(f, match.Unreachable, m.Past.Stopped)
		last := f.messenger.calls.get()
		kinds := map[match.PlayerID]play.NoticeKind{}
		for _, n := range last {
			kinds[n.To.ID] = n.Kind
		}
		assert.Equal(f, play.OverNotice, kinds[alice.ID])
		missed, err := f.TakeMissed(f.Context(), bob)
		require.NoError(f, err)
		require.Len(f, missed.Matches, 1)
		assert.Equal(f, id, missed.Matches[0].ID)
	})
}

// TestServer_Back: somebody cannot be told, and the bot is back: the game goes on.
func TestServer_Back(t *testing.T) {
	inBubble(t, func(f *fixture) {
		id := f.start()
		f.left.Store(true)
		f.messenger.fails.set(func(play.Notice) error { f.left.Store(false); f.limit(3); return play.ErrClosed })
		f.run()
		f.watch()
		f.pass(2 * time.Hour)
		assert.Equal(f, match.Playing, f.match(id).Status)
	})
}

// TestServer_Month: after a month nothing is kept of the server but games, and nothing is asked any more.
func TestServer_Month(t *testing.T) {
	inBubble(t, func(f *fixture) {
		id, over := f.start(), f.start()
		f.limit(7)
		_, err := f.Resign(f.Context(), bob, anyPly(over))
		require.NoError(f, err)
		f.left.Store(true)
		f.run()
		f.watch()
		f.pass(30*24*time.Hour + time.Minute)
		f.cleared(id, over)
	})
}

// cleared requires that nothing is kept of the server g but games.
func (f *fixture) cleared(ids ...match.ID) {
	f.Helper()
	s, err := f.store.Server(f.Context(), "g")
	require.NoError(f, err)
	assert.Equal(f, play.Server{ID: "g"}, s)
	for _, id := range ids {
		assert.Empty(f, f.match(id).Venue.Guild)
	}
	left, err := f.store.MatchesOn(f.Context(), "g", false)
	require.NoError(f, err)
	assert.Empty(f, left)
	next, _, err := f.store.NextJob(f.Context(), []play.JobKind{play.JobServer, play.JobDaily}, f.now())
	require.NoError(f, err)
	assert.Zero(f, next)
}

// TestServer_Killed: at whatever call of the store a process ends, another one goes on: people are told, and the
// server goes.
func TestServer_Killed(t *testing.T) {
	if testing.Short() {
		t.Skip("many months")
	}
	var killed atomic.Bool
	killed.Store(true)
	for at := int32(1); killed.Swap(false); at += 7 {
		inBubbleNow(t, func(f *fixture) {
			one, two := f.start(), f.start()
			f.limit(7)
			var calls atomic.Int32
			f.newWorker(f.hooked(func(c playtest.Call, do func() error) error {
				if calls.Add(1) >= at && killed.CompareAndSwap(false, true) {
					f.worker.Wake()
					return context.Canceled
				}
				return do()
			}))
			f.left.Store(true)
			f.run()
			f.watch()
			f.pass(24 * time.Hour)
			for _, p := range []match.PlayerID{alice.ID, bob.ID} {
				assert.Contains(f, f.parted(), p)
			}
			f.pass(31 * 24 * time.Hour)
			f.cleared(one, two)
		})
	}
}
