package postgres_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/storage/postgres"
	"madbot/storage/postgres/postgrestest"
)

// TestUrgent: leases and health checks do not wait for units of work that have all connections.
func TestUrgent(t *testing.T) {
	t.Parallel()
	db, err := postgres.Open(t.Context(), postgrestest.New(t), postgres.Options{Conns: 1})
	require.NoError(t, err)
	defer db.Close()
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	require.NoError(t, db.Do(ctx, func(tx play.Tx) error {
		assert.NoError(t, db.Ping(ctx))
		_, ok, err := db.Lease(ctx, "shard/0", "me", now(), now().Add(time.Minute))
		assert.True(t, ok)
		assert.NoError(t, err)
		leased, err := db.Leased(ctx, "shard/", now())
		assert.Equal(t, []string{"shard/0"}, leased)
		assert.NoError(t, db.Release(ctx, "shard/0", "me", ""))
		return err
	}))
}
