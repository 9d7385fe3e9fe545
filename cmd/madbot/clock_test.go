package main

import (
	"context"
	"errors"
	"testing"
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
		3 * time.Second:  "the clock of this machine is 3s behind that of the database",
		-3 * time.Second: "the clock of this machine is 3s ahead of that of the database"} {
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
