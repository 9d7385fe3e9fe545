package worker_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

// threads is a play.Threads that records calls, and fails on request.
type threads struct {
	opened shared[[]match.ID]
	closed shared[[]match.ID]
	open   shared[func(context.Context) error] // nil: works
	close  shared[func() error]                // nil: works
}

// OpenThread implements play.Threads: the thread of a match has its name.
func (c *threads) OpenThread(ctx context.Context, m play.Match) (string, error) {
	c.opened.change(add(m.ID))
	if open := c.open.get(); open != nil {
		if err := open(ctx); err != nil {
			return "", err
		}
	}
	return "thread-" + string(m.ID), nil
}

func (c *threads) CloseThread(_ context.Context, m play.Match) error {
	c.closed.change(add(m.ID))
	if fail := c.close.get(); fail != nil {
		return fail()
	}
	return nil
}

// withThreads has the server g give matches threads.
func (f *fixture) withThreads() {
	f.Helper()
	_, err := f.ChangeServer(f.Context(), alice, "g", func(s *play.ServerSettings) { s.Threads = true })
	require.NoError(f, err)
}

// unthreaded returns what keeps matches of the server g from their threads.
func (f *fixture) unthreaded() play.ThreadFault {
	f.Helper()
	s, err := f.Server(f.Context(), "g")
	require.NoError(f, err)
	return s.Settings.Unthreaded
}

// venues returns where was announced, in order.
func (f *fixture) venues() (all []string) {
	for _, c := range f.announcer.calls.get() {
		all = append(all, c.venue)
	}
	return all
}

// resign has Alice give a match up.
func (f *fixture) resign(id match.ID) {
	f.Helper()
	_, err := f.Resign(f.Context(), alice, anyPly(id))
	require.NoError(f, err)
	synctest.Wait()
}

// TestThread: a match that begins first gets its thread, and is posted there from its board to its result; an hour
// later the thread is archived, once.
func TestThread(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.withThreads()
		id := f.start()
		f.run()
		assert.Equal(f, []match.ID{id}, f.threads.opened.get())
		assert.Equal(f, "thread-m1", f.match(id).Thread)
		f.playTurn(id)
		assert.Equal(f, []string{"thread-m1", "thread-m1"}, f.venues())
		f.requireIdle()
		f.playTurn(id)
		f.resign(id)
		f.pass(59 * time.Minute)
		assert.Empty(f, f.threads.closed.get())
		f.pass(2 * time.Minute)
		assert.Equal(f, []match.ID{id}, f.threads.closed.get())
		assert.Len(f, f.threads.opened.get(), 1)
		f.requireIdle()
		assert.Empty(f, f.log.String())
	})
}

// TestThread_None: matches that are not of people on a server that wants so have no thread, nor have those
// that had begun before.
func TestThread_None(t *testing.T) {
	inBubble(t, func(f *fixture) {
		before := f.start()
		f.run()
		f.withThreads()
		f.playTurn(before)
		m := f.match(before)
		news := []match.Event{{Kind: match.Accepted}}
		for name, change := range map[string]func(*play.Match){
			"":                 func(*play.Match) {},
			"over":             func(m *play.Match) { m.Status = match.Finished },
			"proposed":         func(m *play.Match) { m.Status = match.Proposed },
			"against the bot":  func(m *play.Match) { m.Terms.Level = 3 },
			"with one":         func(m *play.Match) { m.Thread = "t" },
			"without one":      func(m *play.Match) { m.Thread = "c" },
			"another server":   func(m *play.Match) { m.Venue.Guild = "h" },
			"direct messages":  func(m *play.Match) { m.Venue.Guild = "" },
			"only answered in": func(m *play.Match) { m.Venue.Away = true },
		} {
			changed := m.Clone()
			change(&changed)
			require.NoError(f, f.store.Do(f.Context(), func(tx play.Tx) error {
				wants, err := play.WantsThread(f.Context(), tx, &changed, news)
				assert.Equal(f, name == "", wants, name)
				return err
			}))
		}
		assert.Equal(f, []string{"c", "c"}, f.venues())
		f.resign(before)
		f.pass(2 * time.Hour)
		assert.Empty(f, f.threads.opened.get())
		assert.Empty(f, f.threads.closed.get())
		f.requireIdle()
	})
}

// TestThread_Refused: without a thread a match is posted in its channel for good, and managers of the server can read
// why; a thread that works clears the reason.
func TestThread_Refused(t *testing.T) {
	for why, fault := range map[error]play.ThreadFault{play.ErrClosed: play.ThreadRights,
		play.ErrFull: play.ThreadsFull, play.ErrUnfit: play.ThreadsUnfit, play.ErrGone: ""} {
		t.Run(why.Error(), func(t *testing.T) {
			inBubble(t, func(f *fixture) {
				f.withThreads()
				f.threads.open.set(func(context.Context) error { return fmt.Errorf("no: %w", why) })
				id := f.start()
				f.run()
				assert.Equal(f, fault, f.unthreaded())
				f.playTurn(id)
				assert.Equal(f, []string{"c", "c"}, f.venues())
				assert.Len(f, f.threads.opened.get(), 1)
				m := f.match(id)
				assert.Empty(f, m.OwnThread())
				assert.False(f, m.Closed)
				f.threads.open.set(nil)
				f.start()
				synctest.Wait()
				assert.Empty(f, f.unthreaded())
				f.requireIdle()
			})
		})
	}
}

// TestThread_RefusedSilently: where the thread was refused of a match of whose beginning nobody is to be notified any
// more, the challenge that stands becomes its board.
func TestThread_RefusedSilently(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.withThreads()
		f.run()
		m, err := f.Challenge(f.Context(), alice, play.Challenge{To: bob.ID, Venue: play.Venue{Guild: "g", Channel: "c"},
			Terms: match.Terms{Options: rules.DefaultOptions(), Side: match.PlayBlue}})
		require.NoError(f, err)
		synctest.Wait()
		f.threads.open.set(func(ctx context.Context) error {
			_, err := f.Look(ctx, bob, m.ID)
			return errors.Join(play.ErrClosed, err)
		})
		_, err = f.Accept(f.Context(), bob, m.ID)
		require.NoError(f, err)
		synctest.Wait()
		told := f.announcer.pings.get()
		require.Len(f, told, 2)
		assert.Equal(f, post("c", m.ID, 1), told[1].in)
		f.requireIdle()
	})
}

// TestThread_Outage: a thread that cannot be made for now is tried again a few times; people wait for the
// board no longer than that.
func TestThread_Outage(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.withThreads()
		f.threads.open.set(func(context.Context) error { return errors.New("outage") })
		f.start()
		f.run()
		f.pass(3 * time.Second)
		assert.Len(f, f.threads.opened.get(), 2)
		assert.Empty(f, f.venues())
		f.threads.open.set(nil)
		f.announcer.announce.set(f.fails(errors.New("no"))) // the delays begin again
		f.pass(6 * time.Second)
		assert.Equal(f, seconds(6, 8), f.announcer.times())
		assert.Equal(f, []string{"thread-m1", "thread-m1"}, f.venues())

		f.threads.open.set(func(context.Context) error { panic("a defect") })
		f.start()
		synctest.Wait()
		f.pass(30 * time.Second)
		assert.Equal(f, []string{"thread-m1", "thread-m1", "c"}, f.venues())
		assert.Len(f, f.threads.opened.get(), 3+4)
		assert.Empty(f, f.unthreaded())
		f.requireIdle()
	})
}

// TestThread_Stop: work on a thread that a stop interrupted is done by the next process, once.
func TestThread_Stop(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.withThreads()
		f.threads.open.set(func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() })
		f.start()
		f.run()
		f.stop()
		assert.Empty(f, f.venues())
		f.threads.open.set(nil)
		f.newWorker(f.store)
		f.run()
		assert.Equal(f, []string{"thread-m1"}, f.venues())
	})
}

// fails returns an announce that fails so often, and works then.
func (f *fixture) fails(with ...error) func(context.Context, match.ID) error {
	return func(context.Context, match.ID) (err error) {
		if len(with) > 0 {
			err, with = with[0], with[1:]
		}
		return err
	}
}

// TestThread_Left: news that the thread refuses are posted in the channel immediately, and so are later news; the
// message above the thread is deleted.
func TestThread_Left(t *testing.T) {
	for why, fault := range map[error]play.ThreadFault{play.ErrClosed: play.ThreadRights, play.ErrGone: ""} {
		t.Run(why.Error(), func(t *testing.T) {
			inBubble(t, func(f *fixture) {
				f.withThreads()
				id := f.start()
				f.run()
				no := errors.New("no")
				f.announcer.announce.set(f.fails(no, fmt.Errorf("no: %w", why), no))
				f.playTurn(id)
				f.pass(4 * time.Second)
				assert.Equal(f, seconds(0, 0, 2, 2, 4), f.announcer.times(), "there the delays begin again")
				f.playTurn(id)
				assert.Equal(f, []string{"thread-m1", "thread-m1", "thread-m1", "c", "c", "c"}, f.venues())
				assert.Contains(f, f.announcer.removed.get(), play.Post{Channel: "c", Message: "thread-m1"})
				assert.Equal(f, fault, f.unthreaded())
				m := f.match(id)
				assert.False(f, m.Closed)
				assert.Equal(f, "c", m.Shown())
				assert.Len(f, f.threads.opened.get(), 1)
				f.resign(id)
				f.pass(2 * time.Hour)
				assert.Empty(f, f.threads.closed.get())
				f.requireIdle()
			})
		})
	}
}

// TestThread_Starter: the message that the thread hangs on is not removed when the first board stands.
func TestThread_Starter(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.withThreads()
		id := f.start()
		require.NoError(f, f.store.Do(f.Context(), func(tx play.Tx) error {
			d, err := tx.Delivery(f.Context(), id)
			d.Post = play.Post{Channel: "c", Message: "thread-m1"}
			return errors.Join(err, tx.SaveDelivery(f.Context(), id, d))
		}))
		f.run()
		assert.Empty(f, f.announcer.removed.get())
		f.playTurn(id)
		assert.Equal(f, []play.Post{post("thread-m1", id, 1)}, f.announcer.removed.get())
	})
}

// TestArchive_Fails: archiving is tried again, less and less often, and given up after a while, at once
// where there is nothing to archive.
func TestArchive_Fails(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.withThreads()
		id := f.start()
		f.run()
		f.playTurn(id)
		f.playTurn(id)
		fail := errors.New("no")
		f.threads.close.set(func() error { return fail })
		f.resign(id)
		f.pass(time.Hour + 5*time.Second)
		assert.Len(f, f.threads.closed.get(), 2)
		f.pass(48 * time.Hour)
		assert.Len(f, f.threads.closed.get(), 32)
		f.requireIdle()

		f.threads.close.set(func() error { return play.ErrGone })
		id = f.start()
		f.playTurn(id)
		f.playTurn(id)
		f.resign(id)
		f.pass(5 * time.Hour)
		assert.Len(f, f.threads.closed.get(), 33)
		f.requireIdle()
	})
}

// TestArchive_Nothing: a job that names no match with a thread ends.
func TestArchive_Nothing(t *testing.T) {
	inBubble(t, func(f *fixture) {
		id := f.start()
		require.NoError(f, f.store.Do(f.Context(), func(tx play.Tx) error {
			return errors.Join(tx.Schedule(f.Context(), play.JobArchive, "nonsense", time.Now()),
				tx.Schedule(f.Context(), play.JobArchive, play.Subject(play.JobArchive, id), time.Now()))
		}))
		f.run()
		assert.Empty(f, f.threads.closed.get())
		f.requireIdle()
		assert.Contains(f, f.log.String(), "nonsense")
	})
}
