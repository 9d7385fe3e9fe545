package postgres

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestNotifier: what is told in quick succession is told once in a while, and never lost: not when it cannot be told
// at first, and not at the end.
func TestNotifier(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var sent, fails atomic.Int64
		n := newNotifier(func(context.Context) error {
			if fails.Load() > 0 {
				fails.Add(-1)
				return errors.New("no")
			}
			sent.Add(1)
			return nil
		})
		n.tell()
		synctest.Wait()
		assert.EqualValues(t, 1, sent.Load(), "at once")
		for range 1000 {
			n.tell()
			time.Sleep(noticePause / 100)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		assert.InDelta(t, 11, sent.Load(), 1)

		sent.Store(0)
		fails.Store(3)
		n.tell()
		time.Sleep(3*pollPeriod - time.Second)
		synctest.Wait()
		assert.Zero(t, fails.Load())
		assert.Zero(t, sent.Load(), "a server that is gone is not asked in a hurry")
		time.Sleep(2 * time.Second)
		synctest.Wait()
		assert.EqualValues(t, 1, sent.Load())

		n.tell()
		synctest.Wait()
		n.tell()
		n.close()
		assert.EqualValues(t, 3, sent.Load())
	})
}
