package main

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/bot/play"
	"madbot/storage"
)

// skewed is a Store whose clock is ahead of now.
type skewed struct {
	storage.Store
	by  time.Duration
	err error
}

// Do calls f and stores nothing.
func (s skewed) Do(_ context.Context, f func(play.Tx) error) error { return f(nil) }

func (s skewed) Skew(context.Context, func() time.Time) (time.Duration, error) { return s.by, s.err }

// TestCheckClock: a process whose clock differs too much from the database's fails instead of taking leases.
func TestCheckClock(t *testing.T) {
	t.Parallel()
	for by, want := range map[time.Duration]string{0: "", maxSkew: "", -maxSkew: "",
		3 * time.Second:  "the clock of this machine is not that of the database: it is 3s behind",
		-3 * time.Second: "the clock of this machine is not that of the database: it is 3s ahead"} {
		err := checkClock(t.Context(), skewed{by: by}, time.Now)
		if want == "" {
			assert.NoError(t, err, by)
			continue
		}
		assert.ErrorContains(t, err, want)
	}
	failure := errors.New("gone")
	assert.ErrorIs(t, checkClock(t.Context(), skewed{err: failure}, time.Now), failure)
}

// TestWatchClock: a process whose clock is changed while it runs ends; one that cannot ask the database does not.
func TestWatchClock(t *testing.T) {
	t.Parallel()
	for by, wrong := range map[time.Duration]bool{maxSkew: false, time.Hour: true, -time.Hour: true} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			err := watchClock(ctx, skewed{by: by}, time.Now)
			assert.Equal(t, wrong, errors.Is(err, errClock), by)
			assert.NoError(t, watchClock(ctx, skewed{err: errors.New("gone")}, time.Now))
		})
	}
}

// TestClockGuard: writes with a changed clock are rejected, even before the periodic check. A jump against the
// monotonic clock alone, as after suspending the machine, is accepted.
func TestClockGuard(t *testing.T) {
	t.Parallel()
	for _, by := range []time.Duration{time.Hour, -time.Hour} {
		var moved time.Duration
		db := &skewed{}
		p := newClockGuard(db, func() time.Time { return time.Now().Add(moved) })
		work := func() error { return p.Do(t.Context(), func(play.Tx) error { return nil }) }
		assert.NoError(t, work())
		moved, db.by = by, -by
		assert.ErrorIs(t, work(), errClock)
		assert.ErrorIs(t, work(), errClock, "again")
		db.by = 0
		assert.NoError(t, work(), "the database was set, too")
		db.err = errors.New("gone")
		assert.NoError(t, work(), "and is not asked any more")
		moved = 0
		assert.ErrorIs(t, work(), db.err)
		failure := errors.New("of its own")
		assert.ErrorIs(t, p.Do(t.Context(), func(play.Tx) error { return failure }), failure)
	}
}
