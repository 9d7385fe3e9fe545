package worker_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/daily"
	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/rules/puzzle"
)

// bill is a play.DailyPoster that keeps the posts in each channel, as Discord does, and fails on request.
type bill struct {
	mu     sync.Mutex
	posts  []play.DailyNews // with their posts; what is changed is as it is now
	calls  []time.Time
	fail   func(n play.DailyNews) error // before it is shown; nil: never
	unsaid func(n play.DailyNews) error // after it; nil: never
}

func (b *bill) ShowDaily(_ context.Context, n play.DailyNews) (play.Post, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.calls = append(b.calls, time.Now())
	if b.fail != nil {
		if err := b.fail(n); err != nil {
			return play.Post{}, err
		}
	}
	at := slices.IndexFunc(b.posts, func(p play.DailyNews) bool {
		return n.IsPosted() && p.Post == n.Post ||
			!n.IsPosted() && !n.Since.IsZero() && p.Post.Channel == n.Post.Channel && p.Day == n.Day
	})
	switch {
	case at < 0 && n.Closed && !n.IsPosted():
		return play.Post{}, nil // it never was
	case at < 0:
		n.Post.Message = fmt.Sprint(n.Server, ".", len(b.posts))
		at, b.posts = len(b.posts), append(b.posts, n)
	}
	n.Post = b.posts[at].Post
	b.posts[at] = n
	if b.unsaid != nil {
		if err := b.unsaid(n); err != nil {
			return play.Post{}, err
		}
	}
	return n.Post, nil
}

// shown returns the current posts.
func (b *bill) shown() []play.DailyNews {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.posts)
}

// asked returns how often it was called.
func (b *bill) asked() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.calls)
}

// do has b fail from now on.
func (b *bill) do(fail func(play.DailyNews) error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.fail = fail
}

// deck has all puzzles, and is dear to make.
var deck = sync.OnceValue(func() *daily.Deck { return daily.NewDeck(puzzle.All()) })

// solving is the use cases of the puzzle of the day.
func (f *fixture) solving() *daily.Service {
	return &daily.Service{Store: f.store, Deck: deck(), Now: f.now, Wake: f.worker.Wake}
}

// announces makes a server post its puzzle at nine in Brussels.
func (f *fixture) announces(change func(*play.ServerSettings)) {
	f.Helper()
	_, err := f.ChangeServer(f.Context(), alice, alice.Guild, func(s *play.ServerSettings) {
		s.Zone, s.Daily = "Europe/Brussels", play.DailySettings{Channel: "c", Hour: 9, Locale: "fr"}
		if change != nil {
			change(s)
		}
	})
	require.NoError(f, err)
}

// days returns the days of the current posts.
func (f *fixture) days() (days []string) {
	for _, n := range f.bill.shown() {
		how := ""
		if n.Closed {
			how = " closed"
		}
		days = append(days, daily.Date(n.Day).Format("01-02")+how)
	}
	return days
}

// TestDaily: the first puzzle comes at its hour; a day later the post is edited to its result, before the next one
// comes; two calls a day, and one more that shows how many have solved it. When summer time begins, the hour is in
// local time.
func TestDaily(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.jump("2026-03-27 07:30")
		f.announces(nil)
		f.run()
		f.pass(30*time.Minute - 1)
		assert.Empty(f, f.bill.shown())
		f.pass(1)
		first := f.bill.shown()
		require.Len(f, first, 1)
		assert.Equal(f, play.Post{Channel: "c", Message: "g.0"}, first[0].Post)
		assert.Equal(f, "fr", first[0].Locale)
		assert.Zero(f, first[0].Since)
		for i, a := range []play.Actor{alice, bob} {
			for tried := range 1 + i {
				own, err := f.solving().Try(f.Context(), a, first[0].Day, tried == i)
				require.NoError(f, err)
				assert.Equal(f, []int{1 + tried, 1 - i + tried}, []int{own.Tries, own.Streak})
			}
		}
		_, err := f.ChangePlayer(f.Context(), bob, func(p *play.Player) { p.Settings.Named = true })
		require.NoError(f, err)
		f.pass(11 * time.Minute)
		assert.Equal(f, 2, f.bill.shown()[0].Solvers)
		f.pass(day - 11*time.Minute)
		assert.Equal(f, []string{"03-27 closed", "03-28"}, f.days())
		over := f.bill.shown()[0]
		assert.Equal(f, []any{2, 1, false}, []any{over.Solvers, over.AtOnce, over.Paused})
		assert.Equal(f, bob.ID, over.Named[0])
		assert.Len(f, over.Named, 1)
		f.pass(16 * time.Minute) // in which it could have been finished
		_, err = f.solving().Try(f.Context(), alice, first[0].Day, true)
		require.ErrorIs(f, err, daily.ErrOver)
		f.pass(day - time.Hour - 16*time.Minute - 1)
		assert.Equal(f, 4, f.bill.asked())
		f.pass(1)
		assert.Equal(f, []string{"03-27 closed", "03-28 closed", "03-29"}, f.days())
		assert.Equal(f, 6, f.bill.asked())
		f.stop()
		f.run()
		f.pass(time.Hour)
		assert.Equal(f, 6, f.bill.asked(), "a restart shows nothing again")
	})
}

// TestDaily_Away: puzzles missed during an outage are not posted afterwards; today's is posted late.
func TestDaily_Away(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.jump("2026-06-01 06:00")
		f.announces(nil)
		f.run()
		f.pass(2 * time.Hour)
		f.stop()
		f.pass(3*day + 12*time.Hour)
		f.run()
		assert.Equal(f, []string{"06-01 closed", "06-04"}, f.days())
		f.pass(day / 2)
		assert.Equal(f, []string{"06-01 closed", "06-04 closed", "06-05"}, f.days())
	})
}

// TestDaily_Killed: a process that was killed right after it posted, or right before, and was away past the next hour,
// leaves no post that does not tell how it went, wherever the puzzle is shown meanwhile; what never came is not made up
// for.
func TestDaily_Killed(t *testing.T) {
	for _, c := range []struct {
		name   string
		posted bool
		change func(*play.ServerSettings)
		want   []string
	}{
		{"posted", true, nil, []string{"06-01 closed", "06-02 closed", "06-04"}},
		{"not posted", false, nil, []string{"06-01 closed", "06-04"}},
		{"off", true, func(s *play.ServerSettings) { s.Daily.Channel = "" }, []string{"06-01 closed", "06-02 closed"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			inBubble(t, func(f *fixture) {
				f.jump("2026-06-01 06:00")
				f.announces(nil)
				f.run()
				f.pass(3 * time.Hour)
				f.stop()
				dead := new(failingStore)
				die := func(n play.DailyNews) error {
					if n.Closed {
						return nil
					}
					dead.units.set(func() error { return errKilled })
					return errKilled
				}
				if c.posted {
					f.bill.unsaid = die
				} else {
					f.bill.fail = die
				}
				f.newWorker(f.hooked(dead.hook))
				f.run()
				f.pass(day - time.Hour)
				f.stop()
				f.bill.fail, f.bill.unsaid = nil, nil
				f.newWorker(f.store)
				f.pass(2*day - time.Hour)
				if c.change != nil {
					f.announces(c.change)
				}
				f.run()
				f.pass(time.Hour)
				assert.Equal(f, c.want, f.days())
				list, err := f.store.Dailies(f.Context(), "g")
				require.NoError(f, err)
				for _, d := range list {
					assert.Equal(f, daily.Date(d.Day).Day() < 4, d.Closed, "%+v", d)
				}
			})
		})
	}
}

// TestDaily_Lost: a channel that is gone, or closed to the bot, is tried once a day; the server says why, until it is
// found again, or another one is chosen.
func TestDaily_Lost(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.jump("2026-06-01 06:00")
		f.announces(nil)
		f.run()
		f.pass(2 * time.Hour)
		for lost, want := range map[error]play.DailyFault{play.ErrGone: play.DailyGone, play.ErrClosed: play.DailyRights} {
			f.bill.do(func(play.DailyNews) error { return lost })
			f.pass(day)
			before := f.bill.asked()
			assert.Equal(f, want, f.daily().Fault)
			since := f.daily().Since
			f.pass(3 * day)
			assert.Equal(f, before+3, f.bill.asked(), "once a day")
			assert.Equal(f, since, f.daily().Since)
			f.bill.do(nil)
			f.pass(day)
			assert.Zero(f, f.daily().Fault)
		}
		assert.Equal(f, []string{"06-01", "06-06", "06-11"}, f.days(), "what was lost is left as it is")
		f.bill.do(func(n play.DailyNews) error {
			if n.Post.Channel == "c" {
				return play.ErrGone
			}
			return nil
		})
		f.pass(day)
		f.announces(func(s *play.ServerSettings) { s.Daily.Channel = "d" })
		f.pass(time.Minute)
		assert.Equal(f, []string{"06-01", "06-06", "06-11", "06-12"}, f.days())
		assert.Equal(f, "d", f.bill.shown()[3].Post.Channel)
		f.bill.do(func(play.DailyNews) error { return play.ErrGone })
		f.pass(32 * day)
		before := f.bill.asked()
		f.pass(200 * day)
		assert.Equal(f, before, f.bill.asked(), "the bot was removed from the server")
		next, _, err := f.store.NextJob(f.Context(), []play.JobKind{play.JobDaily}, f.now())
		require.NoError(f, err)
		assert.Zero(f, next)
		list, err := f.store.Dailies(f.Context(), "g")
		require.NoError(f, err)
		assert.Empty(f, list)
	})
}

// daily returns how the puzzle of the day is set.
func (f *fixture) daily() play.DailySettings {
	f.Helper()
	s, err := f.store.Server(f.Context(), "g")
	require.NoError(f, err)
	return s.Settings.Daily
}

// TestDaily_Idle: after a week without a solver the last post says that none follows, and none does until it is wanted
// again; somebody who solves one begins the week again.
func TestDaily_Idle(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.jump("2026-06-01 06:00")
		f.announces(nil)
		f.run()
		f.pass(2*day + 2*time.Hour)
		_, err := f.solving().Try(f.Context(), alice, f.bill.shown()[2].Day, false)
		require.NoError(f, err)
		f.pass(day)
		assert.Equal(f, 3, f.daily().Idle, "a try is not enough")
		_, err = f.solving().Try(f.Context(), alice, f.bill.shown()[3].Day, true)
		require.NoError(f, err)
		f.pass(7 * day)
		assert.Len(f, f.bill.shown(), 11)
		assert.False(f, f.bill.shown()[9].Paused)
		f.pass(20 * day)
		assert.Len(f, f.bill.shown(), 11)
		assert.True(f, f.bill.shown()[10].Paused)
		assert.Equal(f, play.DailyIdle, f.daily().Fault)
		assert.Equal(f, 23, f.bill.asked())
		f.announces(nil)
		f.pass(6 * day)
		assert.Equal(f, 6, f.daily().Idle)
		_, err = f.solving().Try(f.Context(), alice, f.bill.shown()[17].Day, true) // on the seventh
		require.NoError(f, err)
		f.pass(8 * day)
		assert.False(f, f.bill.shown()[17].Paused)
		assert.Len(f, f.bill.shown(), 25)
		assert.True(f, f.bill.shown()[24].Paused)
	})
}

// TestDaily_Off: where it is turned off, the last post still tells how it went.
func TestDaily_Off(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.jump("2026-06-01 12:00")
		f.announces(nil)
		f.run()
		assert.Equal(f, []string{"06-01"}, f.days(), "the hour of that day has passed")
		f.announces(func(s *play.ServerSettings) { s.Daily.Channel = "" })
		f.pass(3 * day)
		assert.Equal(f, []string{"06-01 closed"}, f.days())
	})
}

// TestDaily_Failures: whatever fails, before a call or after it, in the store or by the end of the process, there is
// one post a day, and each tells how it went.
func TestDaily_Failures(t *testing.T) {
	inBubble(t, func(f *fixture) {
		fault := errors.New("fault")
		n, failsAt := 0, 0
		var mu sync.Mutex
		fails := func() error {
			mu.Lock()
			defer mu.Unlock()
			if n++; n == failsAt {
				return fault
			}
			return nil
		}
		once := func(play.DailyNews) error { return fails() }
		f.bill.fail, f.bill.unsaid = once, once
		f.newWorker(f.hooked(func(c playtest.Call, do func() error) error {
			if strings.HasPrefix(c.Name, "Next") {
				return do()
			}
			if err := fails(); err != nil {
				return err
			}
			err := do()
			if c.Name == "Do" && err == nil {
				err = fails() // it was kept, and the answer was lost
			}
			return err
		}))
		f.jump("2026-06-01 06:00")
		f.announces(nil)
		f.run()
		f.pass(2 * time.Hour)
		for failing := range 60 {
			_, err := f.solving().Try(f.Context(), alice, f.bill.shown()[failing].Day, true)
			require.NoError(f, err)
			mu.Lock()
			n, failsAt = 0, 1+failing%30
			mu.Unlock()
			f.pass(day)
			if failing%2 == 0 {
				f.stop()
				f.run()
			}
		}
		shown := f.bill.shown()
		assert.Len(f, shown, 61)
		for i, n := range shown {
			assert.Equal(f, shown[0].Day+play.Day(i), n.Day)
			assert.Equal(f, i < 60, n.Closed, i)
		}
		assert.Contains(f, f.log.String(), "fault")
	})
}
