package worker_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
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

// pinged is who was notified at a time, and of what.
type pinged struct {
	at  time.Time
	ids []match.PlayerID
	m   play.Match
	key string
}

// sentNotice is one call of Notify.
type sentNotice struct {
	at time.Time
	play.Notice
}

// messenger is a play.Messenger that remembers, and fails as it is told to.
type messenger struct {
	now     func() time.Time
	calls   shared[[]sentNotice]
	digests shared[[]play.Digest]
	fails   shared[func(play.Notice) error] // nil: works
	shut    shared[bool]                    // digests are refused
}

// Notify implements play.Messenger. The message of a key is always the same.
func (c *messenger) Notify(_ context.Context, n play.Notice) (play.Post, error) {
	c.calls.change(add(sentNotice{c.now(), n}))
	if fails := c.fails.get(); fails != nil {
		if err := fails(n); err != nil {
			return play.Post{}, err
		}
	}
	return play.Post{Channel: "c", Message: n.Key}, nil
}

// Digest implements play.Messenger.
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
		kind := []string{"", "turn", "time", "invite", "asked", "late", "over", "news"}[n.Kind]
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
	night := play.Settings{Quiet: notice.Quiet{From: 22, To: 7}}
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
		assert.Contains(f, f.log.String(), "notice postponed")
	})
}

// TestRemind_Weeks: over weeks of play in two zones, through both changes of their clocks, with restarts and
// clocks that are set, nobody is notified twice of a turn, nor of one that is played, nor in quiet hours.
func TestRemind_Weeks(t *testing.T) {
	for _, begin := range []string{"2026-03-05 12:00", "2026-03-24 12:00", "2026-10-20 12:00", "2026-10-30 12:00"} {
		for seed := range uint64(4) {
			t.Run(fmt.Sprint(begin[:10], " ", seed), func(t *testing.T) {
				inBubble(t, func(f *fixture) { f.remindedWeeks(begin, rand.New(rand.NewPCG(seed, 7))) })
			})
		}
	}
}

func (f *fixture) remindedWeeks(begin string, chance *rand.Rand) {
	f.jump(begin)
	all := notice.Write(notice.All())
	f.wants(alice, "Europe/Brussels", play.Settings{Quiet: notice.Quiet{From: 22, To: 7}, Reminders: all})
	f.wants(bob, "America/New_York", play.Settings{Quiet: notice.Quiet{From: 23, To: 9}, Reminders: all,
		Direct: chance.IntN(2) == 0})
	for range 3 {
		f.startPaced()
	}
	f.run()
	for range 120 {
		f.pass(time.Duration(chance.IntN(20*60)) * time.Minute)
		switch chance.IntN(12) {
		case 0:
			f.stop()
			f.pass(time.Duration(chance.IntN(10)) * time.Hour)
			f.run()
		case 1:
			f.skew.change(func(d time.Duration) time.Duration { return d + time.Duration(chance.IntN(9)-3)*time.Hour })
			f.worker.Wake()
			synctest.Wait()
		}
		m := f.match(match.ID(fmt.Sprint("m", 1+chance.IntN(3))))
		if m.Status == match.Playing && chance.IntN(2) == 0 {
			f.move(m.ID)
		}
		if chance.IntN(4) == 0 && m.Status == match.Playing {
			_, err := f.Look(f.Context(), play.Actor{ID: m.ToMove(), Guild: "g"}, m.ID)
			require.NoError(f, err)
		}
		synctest.Wait()
	}
	f.requireNotifiedWell()
}

// requireNotifiedWell checks who was notified when.
func (f *fixture) requireNotifiedWell() {
	f.Helper()
	turns, reminders, keys := map[string]int{}, map[string]int{}, map[string]bool{}
	heard := func(p pinged) {
		for _, id := range p.ids {
			player, err := f.Player(f.Context(), id)
			require.NoError(f, err)
			assert.Zero(f, player.QuietUntil(p.at), "%s at %v", id, p.at)
		}
	}
	for _, p := range f.announcer.pings.get() {
		heard(p)
		if p.m.ToMove() != "" && slices.Contains(p.ids, p.m.ToMove()) && !p.m.RanOut() {
			turns[fmt.Sprint(p.m.ID, p.m.Moment())]++
		}
	}
	for _, n := range f.messenger.calls.get() {
		heard(pinged{at: n.at, ids: []match.PlayerID{n.To.ID}})
		assert.False(f, keys[n.Key], "twice: %s", n.Key)
		keys[n.Key] = true
		switch at := fmt.Sprint(n.Match.ID, n.Match.Moment()); n.Kind {
		case play.TurnNotice:
			turns[at]++
			assert.Equal(f, n.To.ID, n.Match.ToMove())
		case play.TimeNotice:
			reminders[at]++
			assert.Equal(f, n.To.ID, n.Match.ToMove())
			assert.False(f, n.Match.Overdue(n.at))
		}
	}
	for at, n := range turns {
		assert.Equal(f, 1, n, "their turn at %s", at)
	}
	for at, n := range reminders {
		assert.LessOrEqual(f, n, len(notice.All()), at)
	}
	assert.Greater(f, len(turns), 5)
	assert.NotContains(f, f.log.String(), "level=ERROR")
	assert.False(f, strings.Contains(f.log.String(), "panic"))
}

// TestDigest: on Mondays at nine, in the zone of the player, if something waits.
func TestDigest(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.jump("2026-03-20 12:00") // a Friday
		f.wants(alice, "Europe/Brussels", play.Settings{Digest: true})
		f.run()
		f.pass(7 * day)
		assert.Empty(f, f.messenger.digests.get(), "nothing waits")
		f.start()
		f.start()
		f.playTurn("m2")
		f.pass(3*day - 5*time.Hour - time.Minute) // to Monday, 8:59 in summer time
		assert.Empty(f, f.messenger.digests.get())
		f.pass(time.Minute)
		all := f.messenger.digests.get()
		require.Len(f, all, 1)
		assert.Equal(f, []match.ID{"m1"}, []match.ID{all[0].Waiting[0].ID})
		assert.Equal(f, 1, all[0].Others)
		f.stop()
		f.run()
		f.pass(7*day - time.Minute)
		assert.Len(f, f.messenger.digests.get(), 1)
		f.messenger.shut.set(true)
		f.pass(time.Minute)
		missed, err := f.TakeMissed(f.Context(), alice)
		require.NoError(f, err)
		assert.True(f, missed.Shut)
		assert.Len(f, missed.Matches, 1)
		f.messenger.shut.set(false)
		f.pass(7 * day)
		assert.Len(f, f.messenger.digests.get(), 2)
		f.wants(alice, "Europe/Brussels", play.Settings{})
		f.pass(30 * day)
		assert.Len(f, f.messenger.digests.get(), 2)
	})
}

// TestRemind_Kinds: what waits for the end of quiet hours is told as it stands then, and what was told goes
// when it is no longer true.
func TestRemind_Kinds(t *testing.T) {
	propose := func(f *fixture, by, to play.Actor) match.ID {
		m, err := f.Challenge(f.Context(), by, play.Challenge{To: to.ID,
			Terms: match.Terms{Options: rules.DefaultOptions(), Side: match.PlayRed}, Venue: play.Venue{Guild: "g", Channel: "c"}})
		require.NoError(f, err)
		return m.ID
	}
	offer := func(f *fixture, by play.Actor, id match.ID) {
		_, err := f.Offer(f.Context(), by, anyPly(id), match.ToStop)
		require.NoError(f, err)
	}
	for name, c := range map[string]struct {
		night func(*fixture) // alice's
		kind  play.NoticeKind
		day   func(*fixture, match.ID) // what makes the notice untrue; nil: nothing does
	}{
		"a challenge": {func(f *fixture) { propose(f, bob, alice) }, play.InviteNotice, func(f *fixture, id match.ID) {
			_, err := f.Accept(f.Context(), alice, id)
			require.NoError(f, err)
		}},
		"a challenge that is withdrawn": {func(f *fixture) {
			_, err := f.Withdraw(f.Context(), bob, propose(f, bob, alice))
			require.NoError(f, err)
		}, play.NoNotice, nil},
		"a challenge that she declined": {func(f *fixture) {
			id := propose(f, bob, alice)
			f.pass(time.Minute)
			_, err := f.Decline(f.Context(), alice, id)
			require.NoError(f, err)
		}, play.NoNotice, nil},
		"her challenge is declined": {func(f *fixture) {
			_, err := f.Decline(f.Context(), bob, propose(f, alice, bob))
			require.NoError(f, err)
		}, play.DeclinedNotice, nil},
		"an offer": {func(f *fixture) { id := f.start(); f.playTurn(id); offer(f, bob, id) }, play.AskedNotice,
			func(f *fixture, id match.ID) {
				_, err := f.WithdrawOffer(f.Context(), bob, anyPly(id), match.ToStop)
				require.NoError(f, err)
			}},
		"an offer that is withdrawn": {func(f *fixture) {
			id := f.start()
			f.playTurn(id)
			offer(f, bob, id)
			f.pass(time.Minute)
			_, err := f.WithdrawOffer(f.Context(), bob, anyPly(id), match.ToStop)
			require.NoError(f, err)
		}, play.NoNotice, nil},
		"a resignation of hers": {func(f *fixture) {
			id := f.start()
			f.pass(time.Minute)
			_, err := f.Resign(f.Context(), alice, anyPly(id))
			require.NoError(f, err)
		}, play.NoNotice, nil},
		"her turn": {func(f *fixture) { f.start() }, play.TurnNotice, func(f *fixture, id match.ID) { f.move(id) }},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(f *fixture) {
				f.jump("2026-01-10 23:00")
				f.wants(alice, "UTC", play.Settings{Quiet: notice.Quiet{From: 22, To: 7}})
				f.run()
				c.night(f)
				f.pass(7 * time.Hour)
				require.Empty(f, f.messenger.calls.get())
				f.pass(2 * time.Hour)
				calls := f.messenger.calls.get()
				if c.kind == play.NoNotice {
					require.Empty(f, calls)
					return
				}
				require.Len(f, calls, 1)
				assert.Equal(f, c.kind, calls[0].Kind)
				sent := play.Post{Channel: "c", Message: calls[0].Key}
				assert.NotContains(f, f.announcer.removed.get(), sent)
				if c.day != nil {
					c.day(f, calls[0].Match.ID)
					f.pass(time.Minute)
					assert.Contains(f, f.announcer.removed.get(), sent)
				}
				assert.Len(f, f.messenger.calls.get(), 1)
			})
		})
	}
}
