package postgres

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/assert"
)

// TestNotifier: requests in quick succession are combined, and none is lost: not if sending fails at first, and not at
// the end.
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
		n.request()
		synctest.Wait()
		assert.EqualValues(t, 1, sent.Load(), "at once")
		for range 1000 {
			n.request()
			time.Sleep(notifyPause / 100)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		assert.InDelta(t, 11, sent.Load(), 1)

		sent.Store(0)
		fails.Store(3)
		n.request()
		time.Sleep(3*pollPeriod - time.Second)
		synctest.Wait()
		assert.Zero(t, fails.Load())
		assert.Zero(t, sent.Load(), "a server that is gone is not asked in a hurry")
		time.Sleep(2 * time.Second)
		synctest.Wait()
		assert.EqualValues(t, 1, sent.Load())

		n.request()
		synctest.Wait()
		n.request()
		n.close()
		assert.EqualValues(t, 3, sent.Load())
	})
}

// silent is a listener that never receives a notification.
type silent struct {
	pinged time.Time
	err    error // of a ping
}

func (s *silent) WaitForNotification(ctx context.Context) (*pgconn.Notification, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func (s *silent) Ping(context.Context) error {
	s.pinged = time.Now()
	return s.err
}

// TestAwait_Silence: a connection that has been silent for a while is pinged.
func TestAwait_Silence(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for _, want := range []error{nil, errors.New("gone")} {
			begun, c := time.Now(), &silent{err: want}
			from, err := await(t.Context(), c)
			assert.Equal(t, want, err)
			assert.Empty(t, from)
			assert.Equal(t, checkPeriod, c.pinged.Sub(begun))
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		c := &silent{}
		_, err := await(ctx, c)
		assert.ErrorIs(t, err, context.DeadlineExceeded)
		assert.Zero(t, c.pinged)
	})
}
