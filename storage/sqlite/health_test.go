package sqlite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/mattn/go-sqlite3"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
)

// TestPing_Removed: open files that were deleted would seem healthy until they are closed.
func TestPing_Removed(t *testing.T) {
	t.Parallel()
	replace := func(path string) error {
		return errors.Join(os.WriteFile(path+".new", nil, 0o600), os.Rename(path+".new", path))
	}
	for _, end := range []string{"", "-wal", "-shm"} {
		for name, fault := range map[string]func(path string) error{"removed": os.Remove, "replaced": replace} {
			t.Run(name+end, func(t *testing.T) {
				t.Parallel()
				path := filepath.Join(t.TempDir(), "mad.db")
				db, err := Open(t.Context(), path, Options{})
				require.NoError(t, err)
				defer db.Close()
				require.NoError(t, db.Ping(t.Context()))
				require.NoError(t, fault(path+end))
				require.ErrorIs(t, db.Ping(t.Context()), ErrRemoved)
			})
		}
	}
}

// TestPing_Full: a database without room for a turn is unhealthy, even if Ping's own write has room.
func TestPing_Full(t *testing.T) {
	t.Parallel()
	db := openTest(t)
	var pages int
	require.NoError(t, db.writer.QueryRowContext(t.Context(), "PRAGMA page_count").Scan(&pages))
	_, err := db.writer.ExecContext(t.Context(), fmt.Sprintf("PRAGMA max_page_count = %d", pages))
	require.NoError(t, err)
	require.NoError(t, db.Ping(t.Context()))
	require.ErrorContains(t, db.Do(t.Context(), func(tx play.Tx) error {
		for i := range 1000 {
			if err := tx.Schedule(t.Context(), play.JobTell, fmt.Sprint(i), time.Now()); err != nil {
				return err
			}
		}
		return nil
	}), "full")
	assert.ErrorContains(t, db.Ping(t.Context()), "full")
	_, err = db.writer.ExecContext(t.Context(), fmt.Sprintf("PRAGMA max_page_count = %d", pages+1000))
	require.NoError(t, err)
	assert.NoError(t, db.Ping(t.Context()), "as soon as there is room")
	assert.NoFileExists(t, db.about.Where+".probe")
}

func TestIsFault(t *testing.T) {
	t.Parallel()
	assert.False(t, isFault(nil))
	assert.False(t, isFault(sqlite3.Error{Code: sqlite3.ErrConstraint}))
	assert.False(t, isFault(play.ErrLeaseLost))
	for _, code := range []sqlite3.ErrNo{sqlite3.ErrFull, sqlite3.ErrIoErr, sqlite3.ErrReadonly, sqlite3.ErrCorrupt,
		sqlite3.ErrNotADB, sqlite3.ErrCantOpen} {
		assert.True(t, isFault(fmt.Errorf("save: %w", sqlite3.Error{Code: code})), code)
	}
}
