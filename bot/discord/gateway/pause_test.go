package gateway

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

// gaps returns the pauses of a Gateway between its attempts.
func gaps(t *testing.T, g *Gateway, during time.Duration) (all []time.Duration) {
	ctx, cancel := context.WithTimeout(t.Context(), during)
	defer cancel()
	var last time.Time
	_ = g.retry(ctx, new(outage), func(func()) error {
		if !last.IsZero() {
			all = append(all, time.Since(last))
		}
		last = time.Now()
		return errors.New("away")
	})
	return all
}

// TestPause: the longest pause is 15 s, unless sessions are scarce.
func TestPause(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := New(Config{Log: slog.New(slog.DiscardHandler)})
		for range 20 {
			all := gaps(t, g, 7*time.Minute)
			assert.Greater(t, len(all), 7*60/15)
			for _, gap := range all {
				assert.LessOrEqual(t, gap, 15*time.Second)
			}
		}
		g.scarce.Store(true)
		day := len(gaps(t, g, 24*time.Hour))
		assert.Less(t, day, 1000*3/4-identifyReserve, "starts of sessions in a day")
	})
}

// TestScarce: sessions are scarce once a quarter of the day's were started.
func TestScarce(t *testing.T) {
	t.Parallel()
	var left atomic.Int64
	left.Store(750)
	g := &server{scripts: []script{welcome}, told: func(int) string {
		return fmt.Sprintf(`"shards":1,"session_start_limit":{"total":1000,"remaining":%d,"max_concurrency":1}`, left.Load())
	}}
	up := connect(t, g, nil, ignore)
	eventually(t, up.isReady)
	assert.False(t, up.scarce.Load())
	up.stop()
	<-up.done
	left.Add(-1)
	again := connect(t, g, nil, ignore)
	eventually(t, again.isReady)
	assert.True(t, again.scarce.Load())
}
