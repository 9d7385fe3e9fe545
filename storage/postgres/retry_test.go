package postgres

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestRetry: what may succeed later is retried for ten seconds; what cannot is tried once.
func TestRetry(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		failure := errors.New("collided")
		begun, n := time.Now(), 0
		assert.ErrorIs(t, retry(t.Context(), tryLimit, func() (bool, error) { n++; return true, failure }), failure)
		assert.InDelta(t, 10, time.Since(begun).Seconds(), 0.5)
		assert.InDelta(t, 45, n, 15)

		begun, n = time.Now(), 0
		assert.ErrorIs(t, retry(t.Context(), tryLimit, func() (bool, error) { n++; return false, failure }), failure)
		assert.Zero(t, time.Since(begun))
		assert.Equal(t, 1, n)
		assert.NoError(t, retry(t.Context(), tryLimit, func() (bool, error) {
			if n++; n < 4 {
				return true, failure
			}
			return false, nil
		}))
		assert.Equal(t, 4, n)
	})
}
