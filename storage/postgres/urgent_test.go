package postgres_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/storage/postgres"
	"madbot/storage/postgres/postgrestest"
)

// TestUrgent: health checks and the counting of processes do not wait when units of work use all connections.
func TestUrgent(t *testing.T) {
	t.Parallel()
	db, err := postgres.Open(t.Context(), postgrestest.New(t), postgres.Options{Conns: 1})
	require.NoError(t, err)
	defer db.Close()
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	require.NoError(t, db.Do(ctx, func(tx play.Tx) error {
		assert.NoError(t, db.Ping(ctx))
		_, err := db.Others(ctx)
		assert.NoError(t, err)
		done := errors.New("alone")
		assert.ErrorIs(t, db.Alone(ctx, func(context.Context) error { return done }), done)
		return nil
	}))
}
