package sqlite

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules/match"
	"madbot/storage/sqlstore"
)

// pair is what a process leaves behind that was killed: a file and its log.
type pair struct{ file, log []byte }

// pairOf returns what is at path now.
func pairOf(t *testing.T, path string) (p pair) {
	t.Helper()
	var err error
	p.file, err = os.ReadFile(path)
	require.NoError(t, err)
	p.log, err = os.ReadFile(path + "-wal")
	if !os.IsNotExist(err) {
		require.NoError(t, err)
	}
	return p
}

// open opens the pair at another path.
func (p pair) open(t *testing.T) (*DB, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "mad.db")
	require.NoError(t, os.WriteFile(path, p.file, 0o600))
	require.NoError(t, os.WriteFile(path+"-wal", p.log, 0o600))
	v, err := OpenView(t.Context(), path)
	if err == nil {
		require.NoError(t, v.Close())
	}
	db, openErr := Open(t.Context(), path, Options{})
	if openErr != nil {
		assert.ErrorIs(t, openErr, ErrMixed)
		assert.ErrorIs(t, err, ErrMixed, "so it is where it is only read")
		assert.Equal(t, p, pairOf(t, path), "nothing was touched")
	}
	return db, openErr
}

// checkOpens checks that a pair is taken for what it is, and that it is sound.
func (p pair) checkOpens(t *testing.T) {
	t.Helper()
	db, err := p.open(t)
	require.NoError(t, err)
	require.NoError(t, db.Snapshot(t.Context(), func(c sqlstore.Conn) error {
		found, err := inspect(t.Context(), c, 9)
		assert.Empty(t, found)
		return err
	}))
	require.NoError(t, db.Close())
}

// reset has SQLite write the log from its beginning again.
func reset(t *testing.T, db *DB) {
	t.Helper()
	exec(t, db, "PRAGMA wal_checkpoint(RESTART)")
}

// TestLog_Own: whatever of its log was written when the bot was killed, and whatever of that into the file, the two
// belong together.
func TestLog_Own(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "mad.db")
	for _, ids := range [][]match.ID{{"a", "b"}, {"c", "d"}} { // a new file, and one that was closed
		db, err := Open(t.Context(), path, Options{})
		require.NoError(t, err)
		for _, id := range ids {
			before := pairOf(t, path)
			playTwo(t, db, id)
			after := pairOf(t, path)
			exec(t, db, "PRAGMA wal_checkpoint(PASSIVE)")
			written := pairOf(t, path).file
			for n := logHead; n <= len(after.log); n += frameHead + 4096 {
				pair{before.file, after.log[:n]}.checkOpens(t)
			}
			pair{written, after.log}.checkOpens(t)
			reset(t, db)
		}
		require.NoError(t, db.Close())
	}
}

// TestLog_Another: the log of a bot that was killed is not applied to another file, be it a backup or what the file was
// at an earlier time; but to what the file was when the log began, for then it has all that came after.
func TestLog_Another(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "mad.db")
	db, err := Open(t.Context(), path, Options{})
	require.NoError(t, err)
	playTwo(t, db, "a")
	require.NoError(t, db.Close())
	stopped := pairOf(t, path)

	db, err = Open(t.Context(), path, Options{})
	require.NoError(t, err)
	defer db.Close()
	playTwo(t, db, "b")
	backup := filepath.Join(t.TempDir(), "backup.db")
	require.NoError(t, vacuum(t.Context(), path, backup))
	killed := pairOf(t, path)
	pair{stopped.file, killed.log}.checkOpens(t)
	refused := func(file, log []byte) {
		t.Helper()
		_, err := pair{file, log}.open(t)
		require.ErrorIs(t, err, ErrMixed)
	}
	refused(pairOf(t, backup).file, killed.log)

	reset(t, db)
	playTwo(t, db, "c")
	killed = pairOf(t, path)
	killed.checkOpens(t)
	refused(stopped.file, killed.log)
	refused(pairOf(t, backup).file, killed.log)
	pair{stopped.file, nil}.checkOpens(t)

	reset(t, db)
	earlier := pairOf(t, path).file
	require.NoError(t, db.writer.change(t.Context(), db.writer.head.marked(), func(context.Context) error { return nil }))
	reset(t, db)
	require.NoError(t, db.Ping(t.Context()))
	refused(earlier, pairOf(t, path).log) // what the log had before is still there, behind
}
