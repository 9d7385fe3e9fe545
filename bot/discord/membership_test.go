package discord

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

// colleagues are the other processes that a Membership counts.
type colleagues struct {
	n   int
	err error
}

// TestMembership: a process gets the whole limit if it is alone, and a small share while others may not know it
// yet.
func TestMembership(t *testing.T) {
	t.Parallel()
	down := errors.New("down")
	for name, c := range map[string]struct {
		counts []colleagues // one per second
		shares []int        // shares that were set
		logged int          // logged errors
	}{
		"alone":             {[]colleagues{{0, nil}, {0, nil}, {0, nil}}, []int{1}, 0},
		"one comes":         {[]colleagues{{0, nil}, {0, nil}, {1, nil}, {1, nil}, {0, nil}}, []int{1, 2, 1}, 0},
		"it comes":          {[]colleagues{{1, nil}, {1, nil}, {1, nil}, {2, nil}}, []int{minAssumed, 2, 3}, 0},
		"of many":           {[]colleagues{{40, nil}, {40, nil}}, []int{41}, 0},
		"both come":         {[]colleagues{{0, nil}, {1, nil}, {1, nil}}, []int{1, minAssumed, 2}, 0},
		"unknown at first":  {[]colleagues{{0, down}, {0, down}, {0, nil}}, []int{minAssumed, 1}, 1},
		"unknown meanwhile": {[]colleagues{{0, nil}, {0, down}, {0, nil}, {0, down}, {0, nil}}, []int{1}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var log bytes.Buffer
				counts, begun := c.counts, time.Now()
				client := newClient("x", &transport{})
				m := client.NewMembership(func(context.Context) (int, error) {
					now := counts[0]
					counts = counts[1:]
					return now.n, now.err
				}, slog.New(slog.NewTextHandler(&log, nil)))
				var shares []int
				m.share = func(n int) { shares = append(shares, n) }
				m.Count(t.Context())
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(len(c.counts))*countPeriod-1)
				defer cancel()
				m.Run(ctx)
				assert.Empty(t, counts)
				assert.Equal(t, c.shares, slices.Compact(shares))
				assert.Equal(t, len(c.shares), len(shares), "share is called only for changes")
				assert.Equal(t, c.logged, strings.Count(log.String(), "cannot count"))
				assert.Less(t, time.Since(begun), time.Minute)
			})
		})
	}
}
