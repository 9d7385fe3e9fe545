package worker_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/season"
	"madbot/rules/match"
)

// TestServer_Greeted: a command on the server shows that the bot is back. One by a person who brought the bot along,
// or elsewhere, does not.
func TestServer_Greeted(t *testing.T) {
	for name, c := range map[string]struct {
		at   play.Venue
		back bool
	}{
		"there":         {play.Venue{Guild: "g", Channel: "c"}, true},
		"brought along": {play.Venue{Guild: "g", Channel: "c", Away: true}, false},
		"elsewhere":     {play.Venue{Guild: "h", Channel: "d"}, false},
		"in a DM":       {play.Venue{Channel: "dm"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(f *fixture) {
				id := f.startPaced()
				f.run()
				f.left.Store(true)
				f.watch()
				f.pass(48 * time.Hour)
				f.left.Store(false)
				require.NoError(f, f.Greet(f.Context(), c.at))
				f.pass(time.Minute)
				assert.Equal(f, !c.back, f.match(id).Clock.Suspension.IsOn())
			})
		})
	}
}

// TestServer_Refused: a refused post of any kind makes the bot check whether it is still on the server.
func TestServer_Refused(t *testing.T) {
	for name, begin := range map[string]func(*fixture){
		"a puzzle of the day": func(f *fixture) {
			f.announces(nil)
			f.bill.do(func(play.DailyNews) error { return play.ErrGone })
		},
		"a league": func(f *fixture) {
			f.leagueOf("1")
			f.league.does(play.ErrClosed, "")
		},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(f *fixture) {
				f.jump("2026-03-27 07:59")
				begin(f)
				f.left.Store(true)
				f.run()
				f.pass(2 * time.Minute)
				s, err := f.store.Server(f.Context(), "g")
				require.NoError(f, err)
				assert.NotZero(f, s.Settings.Left)
				f.left.Store(false)
				f.bill.do(nil)
				f.league.does(nil, "")
				require.NoError(f, f.Greet(f.Context(), play.Venue{Guild: "g", Channel: "c"}))
				f.pass(25 * time.Hour)
				assert.Equal(f, 1, len(f.league.shown())+len(f.bill.shown()), "it is posted then")
			})
		})
	}
}

// TestServer_RefusedReminder: a refused reminder, too, so that the clock stops hours before time is up.
func TestServer_RefusedReminder(t *testing.T) {
	inBubble(t, func(f *fixture) {
		terms := f.match(f.startPaced()).Terms
		terms.Pace, terms.Grace = match.Pace{PerTurn: 4 * time.Hour}, time.Hour
		m, err := f.Challenge(f.Context(), alice, play.Challenge{To: bob.ID, Terms: terms,
			Venue: play.Venue{Guild: "g", Channel: "c"}})
		require.NoError(f, err)
		m, err = f.Accept(f.Context(), bob, m.ID)
		require.NoError(f, err)
		f.run()
		f.pass(time.Minute)
		f.left.Store(true)
		f.messenger.fails.set(func(play.Notice) error { return play.ErrClosed })
		f.pass(3*time.Hour - 2*time.Minute)
		require.False(f, f.match(m.ID).Clock.Suspension.IsOn())
		f.pass(2 * time.Minute)
		assert.True(f, f.match(m.ID).Clock.Suspension.IsOn())
	})
}

// TestServer_BlockedAndGone: a server that is blocked while the bot is away, or the other way around, is suspended from
// the first of the two until both are over.
func TestServer_BlockedAndGone(t *testing.T) {
	for name, blockedFirst := range map[string]bool{"blocked first": true, "gone first": false} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(f *fixture) {
				id := f.startPaced()
				f.run()
				since := f.now()
				block := func(on bool) { f.block(on); f.pass(time.Minute) }
				leave := func(on bool) { f.left.Store(on); f.watch(); f.pass(time.Minute) }
				first, second := block, leave
				if !blockedFirst {
					first, second = leave, block
				}
				first(true)
				f.pass(48 * time.Hour)
				second(true)
				f.pass(48 * time.Hour)
				assert.Equal(f, blockedFirst, len(f.messenger.calls.get()) == 0, "of the removal, unless it is blocked")
				first(false)
				f.pass(48 * time.Hour)
				s, err := f.store.Server(f.Context(), "g")
				require.NoError(f, err)
				assert.True(f, s.Settings.Suspension().IsOn())
				assert.Less(f, s.Settings.Suspension().Since.Sub(since), time.Minute)
				assert.True(f, f.match(id).Clock.Suspension.IsOn())
				second(false)
				s, err = f.store.Server(f.Context(), "g")
				require.NoError(f, err)
				assert.Equal(f, match.Suspension{}, s.Settings.Suspension())
				assert.False(f, f.match(id).Clock.Suspension.IsOn())
			})
		})
	}
}

// TestServer_BroughtAlong: a match with a user-installed bot continues while the bot is not on the server, but not
// while the server is blocked.
func TestServer_BroughtAlong(t *testing.T) {
	inBubble(t, func(f *fixture) {
		id := f.startPaced()
		at := play.Venue{Guild: "g", Channel: "c", Away: true}
		require.NoError(f, f.store.Do(f.Context(), func(tx play.Tx) error {
			m, err := tx.Match(f.Context(), id)
			m.Delivery.Venue = at
			return errors.Join(err, tx.SaveDelivery(f.Context(), id, m.Delivery))
		}))
		f.run()
		f.left.Store(true)
		f.watch()
		f.pass(time.Minute)
		assert.False(f, f.match(id).Clock.Suspension.IsOn())
		f.left.Store(false)
		f.block(true)
		f.pass(time.Minute)
		assert.True(f, f.match(id).Clock.Suspension.IsOn())
		f.block(false)
		f.pass(time.Minute)
		assert.False(f, f.match(id).Clock.Suspension.IsOn())
	})
}

// TestServer_BlockedAtDeadline: time does not run out in a match on a server that has just been blocked, although its
// clock has not been stopped yet.
func TestServer_BlockedAtDeadline(t *testing.T) {
	for _, blocked := range []bool{true, false} {
		inBubbleNow(t, func(f *fixture) {
			id := f.startPaced()
			f.run()
			f.pass(time.Hour)
			f.watch() // so that no check of the server is due at the deadline
			f.pass(4*day - time.Hour - time.Second)
			if blocked {
				require.NoError(f, f.store.Do(f.Context(), func(tx play.Tx) error {
					return tx.SaveOrders(f.Context(), play.Orders{Servers: map[string]string{"g": ""}})
				}))
			}
			f.pass(time.Minute)
			assert.Equal(f, !blocked, slices.Contains(f.kinds(id), match.TimeUp))
		})
	}
}

// TestServer_BlockedChallenge: a challenge on a blocked server expires as usual.
func TestServer_BlockedChallenge(t *testing.T) {
	inBubble(t, func(f *fixture) {
		terms := f.match(f.startPaced()).Terms
		m, err := f.Challenge(f.Context(), alice, play.Challenge{Terms: terms, Venue: play.Venue{Guild: "g", Channel: "c"}})
		require.NoError(f, err)
		f.run()
		f.block(true)
		f.pass(match.ChallengeLife + time.Minute)
		assert.Equal(f, match.Expired, f.match(m.ID).Status)
	})
}

// TestServer_Period: the bot notices within six hours that it was removed from a server, even if nothing happens there.
func TestServer_Period(t *testing.T) {
	inBubble(t, func(f *fixture) {
		id := f.startPaced()
		f.run()
		f.left.Store(true)
		f.pass(6*time.Hour - time.Minute)
		assert.False(f, f.match(id).Clock.Suspension.IsOn())
		f.pass(2 * time.Minute)
		assert.True(f, f.match(id).Clock.Suspension.IsOn())
	})
}

// TestServer_BlockedPersonUntold: a blocked person hears nothing more in any way, for example that their matches ended.
func TestServer_BlockedPersonUntold(t *testing.T) {
	for name, prepare := range map[string]func(*fixture){
		"mentions":        func(*fixture) {},
		"direct messages": func(f *fixture) { f.wants(bob, "UTC", play.Settings{Direct: true}) },
		"weekly digest":   func(f *fixture) { f.wants(bob, "UTC", play.Settings{Digest: true}) },
		"on vacation": func(f *fixture) {
			_, err := f.StartVacation(f.Context(), bob, day)
			require.NoError(f, err)
		},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(f *fixture) {
				for range 2 {
					f.startPaced()
				}
				prepare(f)
				f.move("m1")
				f.move("m2")
				f.order(play.Orders{People: map[match.PlayerID]string{bob.ID: "why"}})
				f.run()
				f.pass(9 * day)
				for _, p := range f.announcer.pings.get() {
					assert.NotContains(f, p.ids, bob.ID)
				}
				for _, n := range f.messenger.calls.get() {
					assert.NotEqual(f, bob.ID, n.To.ID)
				}
				assert.Empty(f, f.messenger.digests.get())
			})
		})
	}
}

// TestServer_BlockedLeague: no season starts on a blocked server, and afterwards its start is as far away as before.
// Blocked people are not in it.
func TestServer_BlockedLeague(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.leagueOf("1", "2", "3", "4")
		f.run()
		f.pass(6 * day)
		people := map[match.PlayerID]string{"4": "why"}
		f.order(play.Orders{People: people, Servers: map[string]string{"g": "why"}})
		phase := func() season.Phase {
			l, err := f.store.League(f.Context(), "g")
			require.NoError(f, err)
			return l.Phase
		}
		f.pass(10 * day)
		assert.Equal(f, season.Joining, phase())
		f.order(play.Orders{People: people})
		f.pass(day - time.Hour)
		assert.Equal(f, season.Joining, phase())
		assert.Empty(f, f.announcer.times())
		f.pass(2 * time.Hour)
		assert.Equal(f, season.Running, phase())
		pairs, err := f.store.Pairs(f.Context(), "g", 1)
		require.NoError(f, err)
		assert.Len(f, pairs, 3)
	})
}

// TestServer_BlockedDaily: no puzzle of the day is posted on a blocked server.
func TestServer_BlockedDaily(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.jump("2026-03-27 07:00")
		f.announces(nil)
		f.run()
		f.block(true)
		f.pass(3 * day)
		assert.Empty(f, f.bill.shown())
		f.block(false)
		f.pass(2 * time.Hour)
		assert.Len(f, f.bill.shown(), 1)
	})
}
