package postgres_test

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/storage/postgres"
	"madbot/storage/postgres/postgrestest"
)

// open opens a database for the length of a test.
func open(t testing.TB, address string) *postgres.DB {
	t.Helper()
	db, err := postgres.Open(t.Context(), address, postgres.Options{Clock: playtest.Clock})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, db.Close()) })
	return db
}

func TestStore(t *testing.T) {
	t.Parallel()
	playtest.TestStore(t, func(t *testing.T) play.Store { return postgrestest.Open(t) })
}

// TestTogether: two processes on one database behave as one. (A SQLite file belongs to one process.)
func TestTogether(t *testing.T) {
	t.Parallel()
	playtest.TestTogether(t, func(t *testing.T) play.Store {
		address := postgrestest.New(t)
		return &twoProcesses{Store: open(t, address), other: open(t, address)}
	})
}

// twoProcesses is a store whose units of work alternate between two processes that have the same database open.
type twoProcesses struct {
	play.Store
	other play.Store
	units atomic.Int64
}

func (s *twoProcesses) Do(ctx context.Context, f func(play.Tx) error) error {
	if s.units.Add(1)%2 == 0 {
		return s.other.Do(ctx, f)
	}
	return s.Store.Do(ctx, f)
}
