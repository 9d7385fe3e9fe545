package sqlite_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/rules/match"
	"madbot/storage/sqlite"
)

// open opens a database for the length of a test.
func open(t testing.TB, path string) *sqlite.DB {
	t.Helper()
	db, err := sqlite.Open(t.Context(), path, sqlite.Options{Clock: playtest.Clock})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, db.Close()) })
	return db
}

// fresh opens a new database.
func fresh(t testing.TB) *sqlite.DB {
	t.Helper()
	return open(t, filepath.Join(t.TempDir(), "mad.db"))
}

// events returns the events of a match.
func events(t testing.TB, db *sqlite.DB, id match.ID) []match.Event {
	t.Helper()
	all, err := db.Events(t.Context(), id, 0, 1e6)
	require.NoError(t, err)
	return all
}

func TestStore(t *testing.T) {
	t.Parallel()
	playtest.TestStore(t, func(t *testing.T) play.Store { return fresh(t) })
}
