package worker_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/bot/play/worker"
	"madbot/rules/match"
)

// TestIdle: a Worker is idle when it has nothing to do, and not while it claims or does a job.
func TestIdle(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.newWorker(f.hooked(func(c playtest.Call, do func() error) error {
			if c.Name == "Do" {
				time.Sleep(time.Second)
			}
			return do()
		}))
		assert.True(f, f.worker.Idle(), "before Run")
		f.run()
		assert.True(f, f.worker.Idle(), "without jobs")
		f.announcer.announce.set(func(context.Context, match.ID) error {
			time.Sleep(time.Second)
			return nil
		})
		f.start()
		for _, now := range []string{"claimed", "announced", "recorded"} {
			f.pass(time.Second / 2)
			assert.False(f, f.worker.Idle(), "while it is %s", now)
			f.pass(time.Second / 2)
		}
		f.pass(time.Second)
		assert.True(f, f.worker.Idle(), "at the end")
		f.requireIdle()
	})
}

// TestStoreUnreadable_Long: after many failures, an unreadable job is tried once a minute.
func TestStoreUnreadable_Long(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.newWorker(f.hooked(unreadable))
		f.start()
		f.run()
		f.pass(10 * time.Hour)
		f.stop()
		job := f.job(play.JobTell)
		assert.InDelta(f, 600, job.Attempts, 10)
		assert.LessOrEqual(f, time.Until(job.Due), time.Minute)
	})
}

// TestTask_Panics: a job that is not done for a defect of its own is given back and keeps no other from being done.
func TestTask_Panics(t *testing.T) {
	inBubble(t, func(f *fixture) {
		var done shared[[]string]
		f.worker = worker.New(worker.Deps{Store: f.store, Now: f.now, Log: slog.New(slog.NewTextHandler(f.log, nil)),
			Kinds: []worker.Kind{{Name: play.JobTell, AtOnce: 1, Begin: func(_ context.Context, _ play.Tx,
				job play.Job) (worker.Task, error) {
				return func(context.Context) worker.Record {
					if job.Subject == "tell/m1" && job.Attempts == 0 {
						panic("a defect")
					}
					done.change(add(job.Subject))
					return func(ctx context.Context, tx play.Tx) error { return tx.Done(ctx, job) }
				}, nil
			}}}})
		f.start()
		f.start()
		f.run()
		f.pass(2*time.Second - 1)
		assert.Equal(f, []string{"tell/m2"}, done.get())
		f.pass(1)
		assert.Equal(f, []string{"tell/m2", "tell/m1"}, done.get())
		assert.Contains(f, f.log.String(), "a defect")
	})
}

// TestTell_FailuresOfOthers: however much a channel has refused, what happens next is tried again soon: when it is open
// after a minute, nobody waits an hour for the end of a match.
func TestTell_FailuresOfOthers(t *testing.T) {
	for _, refusal := range []error{play.ErrGone, play.ErrClosed, errors.New("an outage")} {
		t.Run(refusal.Error(), func(t *testing.T) {
			inBubble(t, func(f *fixture) {
				id := f.start()
				f.run()
				f.announcer.announce.set(func(context.Context, match.ID) error { return refusal })
				for range 30 {
					f.playTurn(id)
					f.pass(2 * time.Second)
				}
				f.announcer.announce.set(func(context.Context, match.ID) error { return errors.New("an outage") })
				f.playTurn(id)
				f.announcer.announce.set(nil)
				f.pass(4 * time.Second)
				m := f.match(id)
				assert.Equal(f, m.Seq, m.Told)
				f.requireIdle()
			})
		})
	}
}
