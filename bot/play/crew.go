package play

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"runtime/debug"
	"sync"
	"time"
)

// crew does several pieces of work at once, one at a time for each key.
type crew[K comparable] struct {
	hands int    // how many at once
	freed func() // called when a hand is free again
	log   *slog.Logger

	mu     sync.Mutex
	busy   map[K]bool
	wait   sync.WaitGroup
	barred map[K]bool // busy when look was called; only its caller touches it
}

// look begins a round: what is read after it is fit for start. Work that is going on meanwhile may
// outdate what is read about its key, so such keys are left to the next round.
func (c *crew[K]) look() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.barred = maps.Clone(c.busy)
}

// start has work done in a goroutine of its own, again and again until it returns no error. It
// does nothing when key was busy at look, or all hands are: freed is called later then.
func (c *crew[K]) start(ctx context.Context, key K, work func(context.Context) error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.barred[key] || c.busy[key] || len(c.busy) >= c.hands {
		return
	}
	if c.busy == nil {
		c.busy = map[K]bool{}
	}
	c.busy[key] = true
	c.wait.Go(func() {
		defer c.done(key)
		c.persist(ctx, key, work)
	})
}

// done frees the hand that was busy with key.
func (c *crew[K]) done(key K) {
	c.mu.Lock()
	delete(c.busy, key)
	c.mu.Unlock()
	c.freed()
}

// persist does work until it succeeds or ctx ends, with pauses that grow.
func (c *crew[K]) persist(ctx context.Context, key K, work func(context.Context) error) {
	for failures := 0; ; failures++ {
		_, err := safely(func() (struct{}, error) { return struct{}{}, work(ctx) })
		if err == nil || ctx.Err() != nil {
			return
		}
		c.log.ErrorContext(ctx, "tried again later", "what", key, "err", err)
		timer := time.NewTimer(delay(failures, homeDelay))
		select {
		case <-ctx.Done():
		case <-timer.C:
		}
		timer.Stop()
	}
}

// safely turns a panic of f into an error, so that one match with a defect does not silence the
// others.
func safely[T any](f func() (T, error)) (result T, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	return f()
}
