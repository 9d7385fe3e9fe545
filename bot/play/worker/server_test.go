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

// parted returns the players notified that a match continues in direct messages, in order.
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

// TestServer_Goes: an hour after the bot was removed, both players are notified once that their game continues, and get
// later turns as direct messages; finished matches, challenges and matches elsewhere do not change.
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

// TestServer_Returns: within the hour nothing happens; within a month everything is as before, and if the bot is
// removed again, players are notified again.
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

// TestServer_Unreached: a game in which one of the two cannot be reached waits for the bot with its clock stopped. A
// month later it ends for nothing, unless that player has looked at it.
func TestServer_Unreached(t *testing.T) {
	for _, looks := range []bool{false, true} {
		inBubbleNow(t, func(f *fixture) {
			id := f.startPaced()
			f.left.Store(true)
			f.announcer.announce.set(func(context.Context, match.ID) error { return play.ErrGone })
			f.unreachable(bob.ID)
			f.run()
			f.watch()
			f.pass(29 * 24 * time.Hour)
			m := f.match(id)
			assert.Equal(f, match.ServerGone, m.Clock.Suspension.Reason)
			if looks {
				_, err := f.Look(f.Context(), bob, id)
				require.NoError(f, err)
			}
			f.pass(24*time.Hour + time.Minute)
			m = f.match(id)
			assert.Equal(f, looks, m.Status == match.Playing)
			assert.Equal(f, looks, m.Past.Stopped == 0)
			assert.False(f, m.Clock.Suspension.IsOn() && looks, "direct messages are where it is now")
		})
	}
}

// TestServer_StopsClock: nobody notices that the bot was removed until time is up. The clock is stopped then, and after
// the return the side to move has half a turn at least.
func TestServer_StopsClock(t *testing.T) {
	inBubble(t, func(f *fixture) {
		terms := f.match(f.startPaced()).Terms
		terms.Pace, terms.Grace = match.Pace{PerTurn: 6 * time.Hour}, time.Hour
		m, err := f.Challenge(f.Context(), alice, play.Challenge{To: bob.ID, Terms: terms,
			Venue: play.Venue{Guild: "g", Channel: "c"}})
		require.NoError(f, err)
		m, err = f.Accept(f.Context(), bob, m.ID)
		require.NoError(f, err)
		id, due := m.ID, m.Deadline()
		f.run()
		f.left.Store(true)
		f.pass(20 * time.Hour * 24)
		m = f.match(id)
		assert.Equal(f, match.Suspension{Reason: match.ServerGone, Since: due}, m.Clock.Suspension)
		assert.Equal(f, []match.EventKind{match.Challenged, match.Accepted, match.Suspended}, f.kinds(id))
		_, err = f.Claim(f.Context(), bob, anyPly(id))
		require.ErrorIs(f, err, match.ErrSuspended)
		f.left.Store(false)
		f.watch()
		f.pass(time.Minute)
		m = f.match(id)
		assert.False(f, m.Clock.Suspension.IsOn())
		assert.Equal(f, m.Changed.Add(m.Terms.Pace.PerTurn/2), m.Deadline())
		assert.Zero(f, f.endedAt(id))
	})
}

// TestServer_Starts: a challenge that is accepted while the bot is not on the server starts with its clock stopped.
func TestServer_Starts(t *testing.T) {
	inBubble(t, func(f *fixture) {
		terms := f.match(f.startPaced()).Terms
		m, err := f.Challenge(f.Context(), alice, play.Challenge{To: bob.ID, Terms: terms,
			Venue: play.Venue{Guild: "g", Channel: "c"}})
		require.NoError(f, err)
		f.run()
		f.left.Store(true)
		f.watch()
		f.pass(time.Minute)
		m, err = f.Accept(f.Context(), bob, m.ID)
		require.NoError(f, err)
		assert.True(f, m.Clock.Suspension.IsOn())
		assert.Zero(f, m.Deadline())
	})
}

// TestServer_Answers: a board that could be posted shows that the bot is back.
func TestServer_Answers(t *testing.T) {
	inBubble(t, func(f *fixture) {
		id := f.startPaced()
		f.run()
		f.left.Store(true)
		f.watch()
		f.pass(48 * time.Hour)
		require.True(f, f.match(id).Clock.Suspension.IsOn())
		f.left.Store(false)
		f.move(id)
		f.pass(time.Minute)
		assert.False(f, f.match(id).Clock.Suspension.IsOn())
	})
}

// block blocks the server g as the operator does, or unblocks it.
func (f *fixture) block(blocked bool) {
	f.Helper()
	var o play.Orders
	if blocked {
		o.Servers = map[string]string{"g": "why"}
	}
	f.order(o)
}

// order gives the bot the orders of its operator.
func (f *fixture) order(o play.Orders) {
	f.Helper()
	err := f.store.Do(f.Context(), func(tx play.Tx) error { return play.SaveOrders(f.Context(), tx, o) })
	require.NoError(f, err)
	f.worker.Wake()
}

// TestServer_Blocked: on a server that the operator has blocked, the clocks stop, nothing is posted and nobody is
// notified. Afterwards the clocks run again, and the side to move is notified.
func TestServer_Blocked(t *testing.T) {
	inBubble(t, func(f *fixture) {
		id := f.startPaced()
		f.run()
		f.block(true)
		f.move(id)
		before := len(f.announcer.times())
		f.pass(20 * 24 * time.Hour)
		assert.Equal(f, match.ServerBlocked, f.match(id).Clock.Suspension.Reason)
		assert.Len(f, f.announcer.times(), before)
		assert.Empty(f, f.messenger.calls.get())
		f.block(false)
		f.pass(time.Minute)
		assert.False(f, f.match(id).Clock.Suspension.IsOn())
		assert.Len(f, f.announcer.times(), before+1)
		assert.Equal(f, match.Playing, f.match(id).Status)
	})
}

// TestServer_BlockedForLong: games on a server that has been blocked for a month end without a result.
func TestServer_BlockedForLong(t *testing.T) {
	inBubble(t, func(f *fixture) {
		id := f.startPaced()
		f.run()
		f.block(true)
		f.pass(31 * 24 * time.Hour)
		m := f.match(id)
		assert.Equal(f, match.Blocked, m.Past.Stopped)
	})
}

// TestServer_BlockedPerson: the games of a blocked person end without a result, their challenges are withdrawn, and
// only the opponents are notified.
func TestServer_BlockedPerson(t *testing.T) {
	inBubble(t, func(f *fixture) {
		id := f.startPaced()
		terms := f.match(id).Terms
		for _, by := range []play.Actor{alice, bob} {
			venue := play.Venue{Guild: "g", Channel: "c"}
			_, err := f.Challenge(f.Context(), by, play.Challenge{Terms: terms, Venue: venue})
			require.NoError(f, err)
		}
		f.run()
		o := play.Orders{People: map[match.PlayerID]string{bob.ID: "why"}}
		f.order(o)
		f.pass(time.Minute)
		assert.Equal(f, match.Blocked, f.match(id).Past.Stopped)
		var pinged []match.PlayerID
		for _, p := range f.announcer.pings.get() {
			pinged = append(pinged, p.ids...)
		}
		assert.Equal(f, []match.PlayerID{alice.ID, alice.ID}, pinged, "of her turn, and of the end")
		open, err := f.Open(f.Context(), bob.ID)
		require.NoError(f, err)
		assert.Empty(f, open)
		open, err = f.Open(f.Context(), alice.ID)
		require.NoError(f, err)
		assert.Len(f, open, 1)
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

// TestServer_Killed: if a process is killed at any call of the store, another one continues: players are notified, and
// the server is deleted.
func TestServer_Killed(t *testing.T) {
	if testing.Short() {
		t.Skip("many months")
	}
	var killed atomic.Bool
	killed.Store(true)
	for at := int32(1); killed.Swap(false); at += 1 + at/4 {
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

// TestServer_DeletedRole: the check of a server forgets the role of its games managers if it was deleted.
func TestServer_DeletedRole(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.start()
		choose := func(role string) {
			_, err := f.ChangeServer(f.Context(), alice, "g", func(s *play.ServerSettings) { s.Managers = role })
			require.NoError(f, err)
		}
		chosen := func() string {
			role, err := f.ManagerRole(f.Context(), "g")
			require.NoError(f, err)
			return role
		}
		f.run()
		choose("kept")
		f.pass(2 * play.ServerPeriod)
		assert.Equal(f, "kept", chosen())
		choose("deleted")
		f.pass(time.Hour)
		assert.Equal(f, "deleted", chosen(), "not checked yet")
		f.pass(play.ServerPeriod)
		assert.Empty(f, chosen())
	})
}
