package postgres_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/storage/postgres/postgrestest"
)

// TestSkew: the clock is compared with the server's in any time zone, and a slow reply is not a difference.
func TestSkew(t *testing.T) {
	t.Parallel()
	db := postgrestest.Open(t)
	for _, ahead := range []time.Duration{0, time.Hour, -time.Hour} {
		got, err := db.Skew(t.Context(), func() time.Time { return time.Now().UTC().Add(-ahead) })
		require.NoError(t, err)
		assert.InDelta(t, ahead.Seconds(), got.Seconds(), 20, "the machine may be busy")
	}
	calls := 0
	got, err := db.Skew(t.Context(), func() time.Time {
		calls++
		return time.Now().Add(time.Duration(2*calls-3) * time.Hour) // an hour before, and an hour after
	})
	require.NoError(t, err)
	assert.Zero(t, got)
}
