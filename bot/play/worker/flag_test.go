package worker_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/notice"
	"madbot/rules"
	"madbot/rules/match"
)

const day = 24 * time.Hour

// startPaced starts a match between Alice, who is Red, and Bob, with three days per turn, a bank of one and a grace of
// two. Neither has automatic vacations.
func (f *fixture) startPaced() match.ID {
	f.Helper()
	for _, a := range []play.Actor{alice, bob} {
		_, err := f.ChangePlayer(f.Context(), a, func(p *play.Player) { p.Vacation.Stays = true })
		require.NoError(f, err)
	}
	terms := match.Terms{Options: rules.DefaultOptions(), Side: match.PlayRed,
		Pace: match.Pace{PerTurn: 3 * day, Bank: day}, Grace: 2 * day}
	terms.Options.StallLimit = 0
	m, err := f.Challenge(f.Context(), alice, play.Challenge{To: bob.ID, Terms: terms,
		Venue: play.Venue{Guild: "g", Channel: "c"}})
	require.NoError(f, err)
	_, err = f.Accept(f.Context(), bob, m.ID)
	require.NoError(f, err)
	return m.ID
}

// endedAt returns when a match ended, counted from its start; zero if it is still running.
func (f *fixture) endedAt(id match.ID) time.Duration {
	f.Helper()
	m := f.match(id)
	if m.Ended.IsZero() {
		return 0
	}
	return m.Ended.Sub(m.Started)
}

// TestFlag: at the deadline, the time-up notice is sent once; the match ends on its own after the grace, is announced,
// and leaves no jobs.
func TestFlag(t *testing.T) {
	inBubble(t, func(f *fixture) {
		id := f.startPaced()
		f.run()
		f.pass(4*day - 1)
		assert.Len(f, f.announcer.times(), 1)
		f.pass(1)
		waiting := f.match(id)
		assert.True(f, waiting.TimeUpRecorded())
		f.pass(2*day - 1)
		assert.Zero(f, f.endedAt(id))
		f.pass(1)
		assert.Equal(f, 6*day, f.endedAt(id))
		m := f.match(id)
		assert.Equal(f, rules.Outcome{Reason: rules.Aborted}, m.Game.Outcome())
		assert.Empty(f, m.EndedBy)
		assert.Equal(f, []time.Duration{0, 4 * day, 6 * day}, f.announcer.times())
		assert.Equal(f, []match.EventKind{match.Challenged, match.Accepted, match.TimeUp, match.Ended}, f.kinds(id))
		f.requireIdle()
		next, _, err := f.store.NextJob(f.Context(), []play.JobKind{play.JobFlag}, time.Now())
		require.NoError(f, err)
		assert.Zero(f, next)
		assert.Empty(f, f.log.String())
	})
}

// TestFlag_Challenge: a challenge that nobody answers expires after a week, and one that somebody
// accepted, without a clock, is played for as long as they like.
func TestFlag_Challenge(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.run()
		terms := match.Terms{Options: rules.DefaultOptions(), Side: match.PlayRed}
		for _, to := range []match.PlayerID{bob.ID, ""} {
			_, err := f.Challenge(f.Context(), alice, play.Challenge{To: to, Terms: terms})
			require.NoError(f, err)
		}
		_, err := f.Accept(f.Context(), bob, "m1")
		require.NoError(f, err)
		f.pass(7*day - 1)
		assert.Equal(f, match.Proposed, f.match("m2").Status)
		f.pass(1)
		assert.Equal(f, match.Expired, f.match("m2").Status)
		assert.Equal(f, match.Playing, f.match("m1").Status)
		f.requireIdle()
		f.pass(999 * day)
		assert.Equal(f, match.Playing, f.match("m1").Status)
		assert.Empty(f, f.log.String())
	})
}

// TestFlag_Moves: whatever moves a deadline moves the end with it.
func TestFlag_Moves(t *testing.T) {
	offer := func(f *fixture, by play.Actor, id match.ID, k match.OfferKind) {
		_, err := f.Offer(f.Context(), by, anyPly(id), k)
		require.NoError(f, err)
	}
	for name, c := range map[string]struct {
		after time.Duration
		act   func(f *fixture, id match.ID)
		want  time.Duration
	}{
		"a turn":      {day, func(f *fixture, id match.ID) { f.move(id) }, 7 * day},
		"a late turn": {5 * day, func(f *fixture, id match.ID) { f.move(id) }, 11 * day},
		"a gift": {5 * day, func(f *fixture, id match.ID) {
			_, err := f.GiveTime(f.Context(), bob, anyPly(id))
			require.NoError(f, err)
		}, 8 * day},
		"more time": {day, func(f *fixture, id match.ID) {
			offer(f, alice, id, match.ForTime)
			_, err := f.AnswerOffer(f.Context(), bob, anyPly(id), match.ForTime, true)
			require.NoError(f, err)
		}, 7 * day},
		"an absence": {day, func(f *fixture, id match.ID) {
			_, err := f.GoAway(f.Context(), alice, anyPly(id), time.Now().Add(10*day))
			require.NoError(f, err)
		}, 16 * day},
		"a credit": {day, func(f *fixture, id match.ID) {
			f.credit(12 * time.Hour)
		}, 6*day + 12*time.Hour},
		"a pause": {day, func(f *fixture, id match.ID) {
			offer(f, alice, id, match.ToPause)
			offer(f, bob, id, match.ToPause)
		}, 36 * day},
		"a pause that ends": {day, func(f *fixture, id match.ID) {
			offer(f, alice, id, match.ToPause)
			offer(f, bob, id, match.ToPause)
			f.pass(20 * day)
			_, err := f.Resume(f.Context(), alice, anyPly(id))
			require.NoError(f, err)
		}, 26 * day},
		"a claim": {4 * day, func(f *fixture, id match.ID) {
			_, err := f.Claim(f.Context(), bob, anyPly(id))
			require.NoError(f, err)
		}, 4 * day},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(f *fixture) {
				id := f.startPaced()
				f.run()
				f.pass(c.after)
				c.act(f, id)
				f.pass(100 * day)
				assert.Equal(f, c.want, f.endedAt(id))
				f.requireIdle()
				assert.Empty(f, f.log.String())
			})
		})
	}
}

// TestFlag_Pause: a pause ends on its own. Both are notified a day before, and the side to move at the end; it has at
// least half a turn from the end of its quiet hours.
func TestFlag_Pause(t *testing.T) {
	inBubble(t, func(f *fixture) {
		id := f.startPaced()
		f.run()
		f.pass(4*day - time.Hour)
		for _, by := range []play.Actor{bob, alice} {
			_, err := f.Offer(f.Context(), by, anyPly(id), match.ToPause)
			require.NoError(f, err)
		}
		f.pass(25 * day)
		from := notice.Clock(f.now().UTC().Hour()+2) * notice.OClock
		f.wants(alice, "UTC", play.Settings{Quiet: notice.Quiet{From: (from + 20*notice.OClock) % notice.Midnight, To: from}})
		pings := len(f.announcer.pings.get())
		f.pass(4 * day)
		posts := f.announcer.pings.get()[pings:]
		require.Len(f, posts, 1)
		assert.Equal(f, []match.PlayerID{bob.ID}, posts[0].ids, "she sleeps for two hours")
		f.pass(day - 1)
		paused := f.match(id)
		assert.True(f, paused.Clock.Paused)
		assert.Len(f, f.announcer.pings.get(), pings+1)
		f.pass(1)
		m := f.match(id)
		assert.Equal(f, 38*time.Hour, m.Deadline().Sub(f.now()))
		f.pass(3 * time.Hour)
		assert.Equal(f, []string{"793h0m0s: news to 1", "817h0m0s: news to 1"}, f.told()[len(f.told())-2:])
	})
}

// TestFlag_Restarts: what was due during an outage is done at the start, unless the time is given back first. Nothing
// ends before the time-up notice was sent and the grace is over.
func TestFlag_Restarts(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.startPaced()
		f.run()
		f.pass(5 * day)
		f.stop()
		f.pass(3 * day)
		f.run()
		assert.Equal(f, 8*day, f.endedAt("m1"), "it was told in time")

		f.startPaced()
		f.stop()
		f.pass(9 * day)
		f.run()
		f.pass(2*day - 1)
		assert.Zero(f, f.endedAt("m2"), "it was told late")
		f.pass(1)
		assert.Equal(f, 11*day, f.endedAt("m2"))

		f.startPaced()
		f.stop()
		f.pass(9 * day)
		assert.Equal(f, 1, f.credit(9*day))
		f.run()
		f.pass(6*day - 1)
		assert.Zero(f, f.endedAt("m3"))
		f.pass(1)
		assert.Equal(f, 15*day, f.endedAt("m3"))
	})
}

// TestFlag_Away: while the bot is away nobody's time is up.
func TestFlag_Away(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.run()
		f.startPaced()
		f.isAway.Store(true)
		f.pass(9 * day)
		assert.Zero(f, f.endedAt("m1"))
		m, err := f.store.Match(f.Context(), "m1")
		require.NoError(f, err)
		assert.False(f, m.TimeUpRecorded())
		f.isAway.Store(false)
		f.worker.Wake()
		f.pass(time.Second)
		m, err = f.store.Match(f.Context(), "m1")
		require.NoError(f, err)
		assert.True(f, m.TimeUpRecorded())
	})
}

// TestFlag_Odd: a job that names no match is dropped, and one that comes too early, as after the clock
// of the machine jumped, looks again when it is time.
func TestFlag_Odd(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.startPaced()
		require.NoError(f, f.store.Do(f.Context(), func(tx play.Tx) error {
			for _, subject := range []string{"m1", "flag/"} {
				if err := tx.Schedule(f.Context(), play.JobFlag, subject, time.Now()); err != nil {
					return err
				}
			}
			return tx.Schedule(f.Context(), play.JobFlag, play.Subject(play.JobFlag, "m1"), time.Now().Add(-day))
		}))
		f.run()
		assert.Contains(f, f.log.String(), "subject=m1")
		job, m := f.job(play.JobFlag), f.match("m1")
		assert.Equal(f, m.Deadline(), job.Due)
		assert.Zero(f, job.Attempts)
		f.pass(6 * day)
		assert.Equal(f, 6*day, f.endedAt("m1"))
		f.requireIdle()
	})
}

// TestFlag_Weeks: with workers that stop and start, matches of people who play irregularly, pause, go away and read
// their notices end on time, not earlier, and only once.
func TestFlag_Weeks(t *testing.T) {
	for seed := range uint64(10) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			inBubble(t, func(f *fixture) { f.weeks(rand.New(rand.NewPCG(seed, 9))) })
		})
	}
}

func (f *fixture) weeks(chance *rand.Rand) {
	for range 5 {
		f.startPaced()
	}
	f.run()
	lapses := map[match.ID]time.Time{}
	for range 300 {
		f.pass(time.Duration(chance.IntN(20)) * time.Hour)
		if chance.IntN(10) == 0 {
			f.stop()
			f.run()
		}
		id := match.ID(fmt.Sprint("m", 1+chance.IntN(5)))
		m := f.match(id)
		if m.Status != match.Playing {
			continue
		}
		f.anything(chance, &m)
		for i := range 5 { // a credit is for all of them
			if m := f.match(match.ID(fmt.Sprint("m", 1+i))); m.Status == match.Playing {
				lapses[m.ID] = m.LapseAt()
			}
		}
		synctest.Wait()
	}
	f.pass(100 * day)
	for id, lapse := range lapses {
		m, ends := f.match(id), 0
		for _, k := range f.kinds(id) {
			if k == match.Ended {
				ends++
			}
		}
		switch {
		case m.Status == match.Playing:
			assert.True(f, m.Clock.Paused, "what is still played stands still")
			assert.Zero(f, ends)
		case m.EndedBy == "":
			assert.Equal(f, lapse, m.Ended)
			assert.Equal(f, 1, ends)
		}
	}
	f.requireIdle()
	f.requireToldInOrder()
	assert.Empty(f, f.log.String())
}

// anything does one thing in m, which the law may refuse.
func (f *fixture) anything(chance *rand.Rand, m *play.Match) {
	ctx, by := f.Context(), []play.Actor{alice, bob}[chance.IntN(2)]
	r, k := anyPly(m.ID), match.OfferKind(2+chance.IntN(3))
	switch chance.IntN(24) {
	case 0:
		_, _ = f.GoAway(ctx, by, r, time.Now().Add(time.Duration(chance.IntN(200))*time.Hour))
	case 1:
		_, _ = f.ComeBack(ctx, by, r)
	case 2:
		_, _ = f.GiveTime(ctx, by, r)
	case 3, 4:
		_, _ = f.Offer(ctx, by, r, k)
	case 5:
		_, _ = f.AnswerOffer(ctx, by, r, k, true)
	case 6, 7:
		_, _ = f.Resume(ctx, by, r)
	case 8:
		f.credit(time.Hour)
	case 9:
		_, _ = f.TakeBack(ctx, by, r)
	default:
		f.move(m.ID)
	}
}

// TestFlag_Vacation: before time is up, a day of vacation begins by itself, once for two matches at the same
// moment, then what is left of it; after that the other side is asked.
func TestFlag_Vacation(t *testing.T) {
	inBubble(t, func(f *fixture) {
		one, two := f.startPaced(), f.startPaced()
		_, err := f.ChangePlayer(f.Context(), alice, func(p *play.Player) { p.Vacation.Stays = false })
		require.NoError(f, err)
		f.run()
		f.pass(4 * day)
		assert.Equal(f, []match.EventKind{match.Challenged, match.Accepted, match.AutoAway}, f.kinds(one))
		assert.Equal(f, []match.EventKind{match.Challenged, match.Accepted, match.WentAway}, f.kinds(two))
		f.pass(day)
		f.pass(day)
		m := f.match(one)
		assert.False(f, m.TimeUpRecorded())
		f.pass(day)
		for _, id := range []match.ID{one, two} {
			m := f.match(id)
			assert.True(f, m.TimeUpRecorded())
			kinds := f.kinds(id)
			assert.Equal(f, []match.EventKind{match.Returned, match.TimeUp}, kinds[len(kinds)-2:])
			assert.Len(f, kinds, 8, "away for a day, a day, 9 hours, and the hour that has come since")
		}
		assert.Empty(f, f.log.String())
	})
}
