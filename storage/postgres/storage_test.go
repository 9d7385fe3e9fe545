package postgres_test

import (
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
	db, err := postgres.Open(t.Context(), address, postgres.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, db.Close()) })
	return db
}

func TestStore(t *testing.T) {
	t.Parallel()
	playtest.TestStore(t, func(t *testing.T) play.Store { return postgrestest.Open(t) })
}
