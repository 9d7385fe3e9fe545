package worker_test

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/bot/play"
	"madbot/bot/play/worker"
)

// TestLease_Lost: a process stops immediately when it learns that it lost a lease; if it cannot ask, it stops when its
// lease ends.
func TestLease_Lost(t *testing.T) {
	renewed := 0
	for name, c := range map[string]struct {
		fail func() error
		want time.Duration
	}{
		"lost":  {func() error { return play.ErrLeaseLost }, 10 * time.Second},
		"error": {func() error { return errors.New("no disk") }, 30 * time.Second},
		"panic": {func() error { panic("no disk") }, 30 * time.Second},
		"kept":  {func() error { return nil }, time.Minute},
		"kept once": {func() error {
			if renewed++; renewed == 1 {
				return nil
			}
			return errors.New("no disk")
		}, 40 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(f *fixture) {
				assert.Equal(f, c.want, f.hangs(f.hooked(instead("Renew", c.fail)), time.Now))
			})
		})
	}
}

// TestLease_Panic: a defect in what prolongs a lease costs the lease and no more.
func TestLease_Panic(t *testing.T) {
	inBubble(t, func(f *fixture) {
		var wrong atomic.Bool
		now := func() time.Time {
			if wrong.CompareAndSwap(true, false) {
				panic("no clock")
			}
			return time.Now()
		}
		time.AfterFunc(9*time.Second, func() { wrong.Store(true) })
		assert.Equal(f, 10*time.Second, f.hangs(f.store, now))
		assert.Contains(f, f.log.String(), "no clock")
	})
}

// hangs runs a Worker with a job that is done for as long as it may, and returns how long that was.
func (f *fixture) hangs(s play.Store, now func() time.Time) time.Duration {
	begun, took := time.Now(), atomic.Int64{}
	hang := func(ctx context.Context) worker.Record {
		<-ctx.Done()
		took.CompareAndSwap(0, int64(time.Since(begun)))
		return func(context.Context, play.Tx) error { return play.ErrLeaseLost }
	}
	f.worker = worker.New(worker.Deps{Store: s, Now: now, Log: slog.New(slog.NewTextHandler(f.log, nil)),
		Kinds: []worker.Kind{{Name: play.JobTell, AtOnce: 1,
			Begin: func(context.Context, play.Tx, play.Job) (worker.Task, error) { return hang, nil }}}})
	f.start()
	f.run()
	f.pass(2 * time.Minute)
	f.stop()
	assert.NotContains(f, f.log.String(), "retry_in", "what is lost is not recorded later")
	return time.Duration(took.Load())
}
