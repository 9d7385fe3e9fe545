package postgres

import (
	"context"
	"errors"
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
		sent, fails := 0, 0
		n := newNotifier(func(context.Context) error {
			if fails > 0 {
				fails--
				return errors.New("no")
			}
			sent++
			return nil
		})
		n.tell()
		synctest.Wait()
		assert.Equal(t, 1, sent, "at once")
		for range 1000 {
			n.tell()
			time.Sleep(noticePause / 100)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		assert.InDelta(t, 11, sent, 1)

		sent, fails = 0, 3
		n.tell()
		time.Sleep(3*pollPeriod - time.Second)
		synctest.Wait()
		assert.Zero(t, fails)
		assert.Zero(t, sent, "a server that is gone is not asked in a hurry")
		time.Sleep(2 * time.Second)
		synctest.Wait()
		assert.Equal(t, 1, sent)

		n.tell()
		synctest.Wait()
		n.tell()
		n.close()
		assert.Equal(t, 3, sent)
	})
}
