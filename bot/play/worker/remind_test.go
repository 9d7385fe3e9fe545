package worker_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/notice"
	"madbot/rules/match"
)

// pinged is who was notified at a time, and of what.
type pinged struct {
	at  time.Time
	ids []match.PlayerID
	m   play.Match
	key string
	in  play.Post // what was edited; zero: it was posted
}

// sentNotice is one call of Notify.
type sentNotice struct {
	at time.Time
	play.Notice
}

// messenger is a play.Messenger that records calls, and fails on request.
type messenger struct {
	now     func() time.Time
	calls   shared[[]sentNotice]
	digests shared[[]play.Digest]
	fails   shared[func(play.Notice) error] // nil: works
	hangs   shared[bool]                    // notices are being sent until their context ends
	shut    shared[bool]                    // digests are refused
}

func (c *messenger) Notify(ctx context.Context, n play.Notice) (play.Post, error) {
	c.calls.change(add(sentNotice{c.now(), n}))
	if c.hangs.get() {
		return play.Post{}, hang(ctx, n.Match.ID)
	}
	if fails := c.fails.get(); fails != nil {
		if err := fails(n); err != nil {
			return play.Post{}, err
		}
	}
	return play.Post{Channel: "c", Message: n.Key}, nil
}

func (c *messenger) Digest(_ context.Context, d play.Digest) error {
	if c.shut.get() {
		return play.ErrClosed
	}
	c.digests.change(add(d))
	return nil
}

// told returns when, after the beginning of the match, each notice was sent to whom, of what.
func (f *fixture) told() (all []string) {
	for _, n := range f.messenger.calls.get() {
		where := ""
		if n.Direct {
			where = " directly"
		}
		kind := []string{"", "turn", "time", "invite", "asked", "late", "over", "declined", "test", "news", "parted"}[n.Kind]
		all = append(all, fmt.Sprintf("%v: %s to %s%s", n.at.Sub(n.Match.Started), kind, n.To.ID, where))
	}
	return all
}

// wants keeps what a player chose.
func (f *fixture) wants(a play.Actor, zone string, s play.Settings) {
	f.Helper()
	_, err := f.SetNotices(f.Context(), a, func(p *play.Player) { p.Zone, p.Settings = zone, s })
	require.NoError(f, err)
}

// jump sets the clock of the bot to a time.
func (f *fixture) jump(to string) {
	f.Helper()
	at, err := time.Parse("2006-01-02 15:04", to)
	require.NoError(f, err)
	f.skew.change(func(d time.Duration) time.Duration { return d + at.Sub(f.nowAt(d)) })
	f.worker.Wake()
	synctest.Wait()
}

func (f *fixture) nowAt(skew time.Duration) time.Time { return time.Now().Add(skew) }

// TestRemind: the side to move is reminded when it chose, once each, whatever happens to the bot meanwhile,
// and the reminder goes with the turn.
func TestRemind(t *testing.T) {
	all := notice.Write(notice.All())
	for name, c := range map[string]struct {
		settings play.Settings
		act      func(f *fixture, id match.ID)
		want     []string
	}{
		"the usual one": {play.Settings{}, func(f *fixture, _ match.ID) { f.pass(5 * day) },
			[]string{"78h0m0s: time to 1"}},
		"none": {play.Settings{Reminders: notice.Write(nil)}, func(f *fixture, _ match.ID) { f.pass(5 * day) }, nil},
		"all": {play.Settings{Reminders: all}, func(f *fixture, _ match.ID) { f.pass(5 * day) },
			[]string{"60h0m0s: time to 1", "72h0m0s: time to 1", "78h0m0s: time to 1", "84h0m0s: time to 1",
				"93h0m0s: time to 1", "95h0m0s: time to 1"}},
		"all, with restarts": {play.Settings{Reminders: all}, func(f *fixture, _ match.ID) {
			for range 100 {
				f.stop()
				f.run()
				f.pass(time.Hour)
			}
		}, []string{"60h0m0s: time to 1", "72h0m0s: time to 1", "78h0m0s: time to 1", "84h0m0s: time to 1",
			"93h0m0s: time to 1", "95h0m0s: time to 1"}},
		"one for all that were due": {play.Settings{Reminders: all}, func(f *fixture, _ match.ID) {
			f.stop()
			f.pass(85 * time.Hour)
			f.run()
		}, []string{"85h0m0s: time to 1"}},
		"none after the deadline": {play.Settings{Reminders: all}, func(f *fixture, _ match.ID) {
			f.stop()
			f.pass(97 * time.Hour)
			f.run()
		}, nil},
		"played": {play.Settings{}, func(f *fixture, id match.ID) {
			f.pass(77 * time.Hour)
			f.playTurn(id)
			f.pass(2 * time.Hour)
		}, nil},
		"of each turn": {play.Settings{}, func(f *fixture, id match.ID) {
			f.pass(79 * time.Hour)
			f.playTurn(id)
			assert.Contains(f, f.announcer.removed.get(), play.Post{Channel: "c", Message: "m1-c1"})
			f.pass(79 * time.Hour)
		}, []string{"78h0m0s: time to 1", "157h0m0s: time to 2"}},
		"looked at": {play.Settings{}, func(f *fixture, id match.ID) {
			f.pass(77*time.Hour + time.Minute)
			_, err := f.Look(f.Context(), alice, id)
			require.NoError(f, err)
			f.pass(2 * time.Hour)
		}, nil},
		"looked at long ago": {play.Settings{}, func(f *fixture, id match.ID) {
			f.pass(76 * time.Hour)
			_, err := f.Look(f.Context(), alice, id)
			require.NoError(f, err)
			f.pass(3 * time.Hour)
		}, []string{"78h0m0s: time to 1"}},
		"looked at after it was due": {play.Settings{}, func(f *fixture, id match.ID) {
			f.stop()
			f.pass(79 * time.Hour)
			_, err := f.Look(f.Context(), alice, id)
			require.NoError(f, err)
			f.pass(2 * time.Hour)
			f.run()
		}, nil},
		"paused": {play.Settings{}, func(f *fixture, id match.ID) {
			for _, by := range []play.Actor{alice, bob} {
				_, err := f.Offer(f.Context(), by, anyPly(id), match.ToPause)
				require.NoError(f, err)
			}
			f.pass(20 * day)
			_, err := f.Resume(f.Context(), bob, anyPly(id))
			require.NoError(f, err)
			f.pass(79 * time.Hour)
		}, []string{"558h0m0s: time to 1"}},
		"away": {play.Settings{}, func(f *fixture, id match.ID) {
			_, err := f.GoAway(f.Context(), alice, anyPly(id), time.Now().Add(10*day))
			require.NoError(f, err)
			f.pass(14 * day)
		}, []string{"318h0m0s: time to 1"}},
		"other wishes": {play.Settings{}, func(f *fixture, _ match.ID) {
			f.wants(alice, "", play.Settings{Reminders: "1h"})
			f.pass(5 * day)
		}, []string{"95h0m0s: time to 1"}},
		"a clock that is set forwards": {play.Settings{}, func(f *fixture, _ match.ID) {
			f.skew.set(79 * time.Hour)
			f.worker.Wake()
			f.pass(time.Minute)
		}, []string{"79h0m0s: time to 1"}},
		"a clock that is set back": {play.Settings{}, func(f *fixture, _ match.ID) {
			f.pass(79 * time.Hour)
			f.skew.set(-10 * time.Hour)
			f.worker.Wake()
			f.pass(11 * time.Hour)
		}, []string{"78h0m0s: time to 1"}},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(f *fixture) {
				f.wants(alice, "", c.settings)
				id := f.startPaced()
				f.run()
				c.act(f, id)
				assert.Equal(f, c.want, f.told())
				assert.Empty(f, f.log.String())
			})
		})
	}
}

// TestRemind_Quiet: news and reminders wait for the end of quiet hours, unless they are moot by then. A
// reminder for which that is too late comes before them.
func TestRemind_Quiet(t *testing.T) {
	night := play.Settings{Quiet: notice.Quiet{From: 22 * notice.OClock, To: 7 * notice.OClock}}
	for name, c := range map[string]struct {
		begin    string // in UTC; alice is in New York
		settings play.Settings
		act      func(f *fixture, id match.ID)
		want     []string
		pings    int
	}{
		"their turn": {"2026-01-10 04:00", night, func(f *fixture, _ match.ID) { f.pass(day) },
			[]string{"8h0m0s: turn to 1"}, 0},
		"their turn by day": {"2026-01-10 12:00", night, func(f *fixture, _ match.ID) { f.pass(day) }, nil, 1},
		"seen": {"2026-01-10 04:00", night, func(f *fixture, id match.ID) {
			f.pass(time.Minute)
			_, err := f.Look(f.Context(), alice, id)
			require.NoError(f, err)
			f.pass(day)
		}, nil, 0},
		"played": {"2026-01-10 04:00", night, func(f *fixture, id match.ID) { f.playTurn(id); f.pass(day) }, nil, 0},
		"over": {"2026-01-10 04:00", night, func(f *fixture, id match.ID) {
			_, err := f.Resign(f.Context(), bob, anyPly(id))
			require.NoError(f, err)
			f.pass(day)
		}, []string{"8h0m0s: over to 1"}, 0},
		"a reminder": {"2026-01-10 23:00", night, func(f *fixture, _ match.ID) { f.pass(4*day - time.Hour) },
			[]string{"85h0m0s: time to 1"}, 1},
		"a reminder that would come too late": {"2026-01-10 05:00", play.Settings{Quiet: night.Quiet, Reminders: "1h"},
			func(f *fixture, _ match.ID) { f.pass(4*day - time.Hour) },
			[]string{"7h0m0s: turn to 1", "93h59m0s: time to 1"}, 0},
		"the night when clocks go forward": {"2026-03-08 04:00", night, func(f *fixture, _ match.ID) { f.pass(day) },
			[]string{"7h0m0s: turn to 1"}, 0},
		"the night when clocks go back": {"2026-11-01 03:00", night, func(f *fixture, _ match.ID) { f.pass(day) },
			[]string{"9h0m0s: turn to 1"}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(f *fixture) {
				f.jump(c.begin)
				f.wants(alice, "America/New_York", c.settings)
				id := f.startPaced()
				f.run()
				c.act(f, id)
				assert.Equal(f, c.want, f.told())
				n := 0
				for _, p := range f.announcer.pings.get() {
					if slices.Contains(p.ids, alice.ID) {
						n++
					}
				}
				assert.Equal(f, c.pings, n)
			})
		})
	}
}

// TestRemind_Direct: direct messages, or where they are refused a mention, and where that is refused
// the next command.
func TestRemind_Direct(t *testing.T) {
	refuse := func(direct, others error) func(play.Notice) error {
		return func(n play.Notice) error {
			if n.Direct {
				return direct
			}
			return others
		}
	}
	for name, c := range map[string]struct {
		fails  func(play.Notice) error
		want   []string
		missed string
		shut   bool
	}{
		"open":   {nil, []string{"0s: turn to 1 directly"}, "", false},
		"closed": {refuse(play.ErrClosed, nil), []string{"0s: turn to 1 directly", "0s: turn to 1"}, "", true},
		"nowhere": {refuse(play.ErrClosed, play.ErrGone), []string{"0s: turn to 1 directly", "0s: turn to 1"},
			"m1", true},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(f *fixture) {
				f.messenger.fails.set(c.fails)
				f.wants(alice, "", play.Settings{Direct: true})
				id := f.startPaced()
				f.run()
				f.pass(time.Hour)
				assert.Equal(f, c.want, f.told())
				assert.Zero(f, f.job(play.JobRemind).Attempts)
				p, err := f.Player(f.Context(), alice.ID)
				require.NoError(f, err)
				assert.Equal(f, c.missed, p.Progress.Missed)
				assert.Equal(f, c.shut, p.Progress.Shut)
				missed, err := f.TakeMissed(f.Context(), alice)
				require.NoError(f, err)
				assert.Equal(f, c.shut, missed.Shut)
				assert.Equal(f, c.missed != "", len(missed.Matches) == 1 && missed.Matches[0].ID == id)
				missed, err = f.TakeMissed(f.Context(), alice)
				require.NoError(f, err)
				assert.Zero(f, missed, "once")
			})
		})
	}
}

// TestRemind_TriesAgain: what may have been sent is sent again with its key, until it is moot.
func TestRemind_TriesAgain(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.messenger.fails.set(func(play.Notice) error { return errors.New("no") })
		id := f.startPaced()
		f.run()
		f.pass(79 * time.Hour)
		calls := f.messenger.calls.get()
		require.Greater(f, len(calls), 5)
		for _, n := range calls {
			assert.Equal(f, "m1-c1", n.Key)
		}
		f.playTurn(id)
		f.pass(time.Hour)
		assert.Len(f, f.messenger.calls.get(), len(calls), "it is moot")
		f.messenger.fails.set(nil)
		f.pass(80 * time.Hour)
		calls = f.messenger.calls.get()[len(calls):]
		require.Len(f, calls, 1)
		assert.Equal(f, "m1-o1", calls[0].Key)
		assert.Contains(f, f.log.String(), "message not posted; will retry")
	})
}

// TestRemind_Anew: what may have been sent and became moot is not what is sent later in the same turn.
func TestRemind_Anew(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.wants(alice, "", play.Settings{Reminders: notice.Write(notice.All())})
		id := f.startPaced()
		f.messenger.fails.set(func(play.Notice) error { return errors.New("no") })
		f.run()
		f.pass(61 * time.Hour) // after the first
		_, err := f.Look(f.Context(), alice, id)
		require.NoError(f, err)
		f.pass(time.Hour)
		calls := len(f.messenger.calls.get())
		f.messenger.fails.set(nil)
		f.pass(11 * time.Hour)
		last := f.messenger.calls.get()[calls:]
		require.Len(f, last, 1)
		assert.Equal(f, "m1-c2", last[0].Key)
	})
}

// TestRemind_More: further notices of a match follow immediately, and after a success the delays start again.
func TestRemind_More(t *testing.T) {
	inBubble(t, func(f *fixture) {
		for _, a := range []play.Actor{alice, bob} {
			f.wants(a, "", play.Settings{Direct: true})
		}
		f.startPaced()
		f.run()
		f.pass(6*day - time.Minute)
		calls := len(f.messenger.calls.get())
		f.messenger.fails.set(func(play.Notice) error {
			if (len(f.messenger.calls.get())-calls)%2 == 1 {
				return errors.New("no")
			}
			return nil
		})
		f.pass(2 * time.Minute)
		assert.Equal(f, []string{"144h0m0s: over to 1 directly", "144h0m2s: over to 1 directly",
			"144h0m2s: over to 2 directly", "144h0m4s: over to 2 directly"}, f.told()[calls:])
	})
}

// TestRemind_Closed: a direct message does not wait longer for a board that its channel refuses.
func TestRemind_Closed(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.announcer.announce.set(func(context.Context, match.ID) error { return play.ErrClosed })
		f.wants(alice, "", play.Settings{Direct: true})
		f.startPaced()
		f.run()
		f.pass(time.Hour)
		assert.Equal(f, []string{"0s: turn to 1 directly"}, f.told())
	})
}
