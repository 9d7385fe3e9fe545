package sandbox_test

import (
	"sync/atomic"
	"time"
)

// clock stands still but for what a test says.
type clock struct{ ahead atomic.Int64 }

func (c *clock) now() time.Time {
	return time.Date(2026, time.July, 22, 12, 0, 0, 0, time.UTC).Add(time.Duration(c.ahead.Load()))
}

func (c *clock) advance(d time.Duration) { c.ahead.Add(int64(d)) }
