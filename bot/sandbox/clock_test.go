package sandbox_test

import (
	"sync/atomic"
	"time"
)

// clock is the present, moved on by what a test says.
type clock struct{ ahead atomic.Int64 }

func (c *clock) now() time.Time          { return time.Now().Add(time.Duration(c.ahead.Load())) }
func (c *clock) advance(d time.Duration) { c.ahead.Add(int64(d)) }
