package worker_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
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

// TestStoreUnreadable_Long: what cannot be read is tried each minute after many failures.
func TestStoreUnreadable_Long(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.newWorker(f.hooked(unreadable))
		f.start()
		f.run()
		f.pass(10 * time.Hour)
		f.stop()
		var job play.Job
		require.NoError(f, f.store.Do(f.Context(), func(tx play.Tx) error {
			jobs, err := tx.Claim(f.Context(), play.Claim{Kind: play.JobTell,
				Now: time.Now().Add(time.Hour), Until: time.Now().Add(2 * time.Hour), Limit: 1})
			require.Len(f, jobs, 1)
			job = jobs[0]
			return err
		}))
		assert.InDelta(f, 600, job.Attempts, 10)
		assert.LessOrEqual(f, time.Until(job.Due), time.Minute)
	})
}

// TestTell_GoneCounts: an attempt that found no channel counts as a failure: the next one that fails
// waits longer.
func TestTell_GoneCounts(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.announcer.announce.set(func(context.Context, match.ID) error { return play.ErrGone })
		id := f.start()
		f.run()
		f.announcer.announce.set(func(context.Context, match.ID) error { return errors.New("no") })
		f.playTurn(id)
		f.pass(5 * time.Second)
		assert.Equal(f, seconds(0, 0, 4), f.announcer.times())
	})
}
