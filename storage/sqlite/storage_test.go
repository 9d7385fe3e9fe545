package sqlite_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/storage/sqlite"
)

// open opens a database for the length of a test.
func open(t *testing.T, path string) *sqlite.DB {
	t.Helper()
	db, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, db.Close()) })
	return db
}

// fresh opens a database that nobody used.
func fresh(t *testing.T) *sqlite.DB {
	t.Helper()
	return open(t, filepath.Join(t.TempDir(), "mad.db"))
}

func TestStore(t *testing.T) {
	t.Parallel()
	playtest.TestStore(t, func(t *testing.T) play.Store { return fresh(t) })
}
