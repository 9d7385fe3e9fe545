package sqlite_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/match"
	"madbot/storage"
)

// now is the instant of these tests.
func now() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 678e6, time.UTC) }

// start stores a match that is being played.
func start(t *testing.T, db *storage.DB, id match.ID) match.Match {
	t.Helper()
	m, events, err := match.Propose(match.Proposal{ID: id, By: "1", To: "2",
		Terms: match.Terms{Options: rules.DefaultOptions()}}, now())
	require.NoError(t, err)
	require.NoError(t, db.Create(t.Context(), m, events))
	m, err = db.Update(t.Context(), id, func(m *match.Match) ([]match.Event, error) {
		return m.Accept("2", rules.Red, now())
	})
	require.NoError(t, err)
	return m
}

// swap plays a turn that is always legal.
func swap(m *match.Match) ([]match.Event, error) {
	return m.Play(m.ToMove(), rules.ShiftTurn(rules.Swap111x222), now())
}

func TestBackup(t *testing.T) {
	t.Parallel()
	db := fresh(t)
	m := start(t, db, "m")
	path := filepath.Join(t.TempDir(), "copy of mad?.db")
	require.NoError(t, os.WriteFile(path, []byte("an older backup"), 0o600))
	require.NoError(t, os.WriteFile(path+".part", []byte("one that was cut off"), 0o600))

	require.NoError(t, db.Backup(t.Context(), path))
	_, err := db.Update(t.Context(), "m", swap)
	require.NoError(t, err)

	files, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	assert.Len(t, files, 1, "the backup alone")
	backup := open(t, path)
	got, err := backup.Match(t.Context(), "m")
	require.NoError(t, err)
	assert.Equal(t, m, got)
	require.NoError(t, backup.Check(t.Context()))
}

func TestBackup_NoFolder(t *testing.T) {
	t.Parallel()
	db := fresh(t)
	err := db.Backup(t.Context(), filepath.Join(t.TempDir(), "nothere", "mad.db"))
	require.Error(t, err)
	require.NoError(t, db.Ping(t.Context()))
}
