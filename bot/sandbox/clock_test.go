package sandbox_test

import (
	"sync/atomic"
	"time"
)

// clock is a clock that only moves when the test says so.
type clock struct{ ahead atomic.Int64 }

func (c *clock) now() time.Time {
	return time.Date(2026, time.July, 22, 12, 0, 0, 0, time.UTC).Add(time.Duration(c.ahead.Load()))
}

func (c *clock) advance(d time.Duration) { c.ahead.Add(int64(d)) }
