package main

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/storage"
)

// skewed is a Store whose clock is so far ahead.
type skewed struct {
	storage.Store
	by  time.Duration
	err error
}

func (s skewed) Skew(context.Context, func() time.Time) (time.Duration, error) { return s.by, s.err }

// TestCheckClock: a process whose clock is too far from that of the database says so in place of taking leases.
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

// TestWatchClock: a process whose clock is set wrong while it runs ends; one that cannot ask the database does not.
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
