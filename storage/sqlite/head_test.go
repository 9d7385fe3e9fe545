package sqlite

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules/match"
	"madbot/storage/sqlstore"
)

var soak = flag.Bool("soak", false, "kill the bot after each page that it writes, not after some")

// pair is what a killed process leaves behind: a file and its log.
type pair struct{ file, log []byte }

// pairOf returns the current file and log at path.
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

// open writes the pair to another path and opens it.
func (p pair) open(t *testing.T) (*DB, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "mad.db")
	require.NoError(t, os.WriteFile(path, p.file, 0o600))
	require.NoError(t, os.WriteFile(path+"-wal", p.log, 0o600))
	v, err := OpenView(t.Context(), path, Options{})
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

// checkOpens checks that a pair is accepted and sound.
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

// TestLog_Own: a killed bot's file accepts its log, however much of the log was written, and however much of that was
// written back to the file.
func TestLog_Own(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "mad.db")
	for _, ids := range [][]match.ID{{"a", "b"}, {"c", "d"}} { // a new file, and one that was closed
		w, err := openWriter(t.Context(), path)
		require.NoError(t, err)
		steps, err := Options{}.steps()
		require.NoError(t, err)
		checkPairs(t, path, w, func() { require.NoError(t, takeOver(t.Context(), w, steps)) })
		require.NoError(t, w.close())
		db, err := Open(t.Context(), path, Options{})
		require.NoError(t, err)
		for _, id := range ids {
			checkPairs(t, path, db.writer, func() { playTwo(t, db, id) })
		}
		require.NoError(t, db.Close())
	}
}

// checkPairs checks every state that the files at path can have while write runs, and starts a new log.
func checkPairs(t *testing.T, path string, w *writer, write func()) {
	t.Helper()
	before := pairOf(t, path).file
	write()
	log := pairOf(t, path).log
	_, err := w.ExecContext(t.Context(), "PRAGMA wal_checkpoint(RESTART)")
	require.NoError(t, err)
	stride := 9 // in pages, any of which may be the last one written
	if *soak {
		stride = 1
	}
	for n := logHead; n <= len(log); n += stride * (frameHead + 4096) {
		pair{before, log[:n]}.checkOpens(t)
	}
	after := pairOf(t, path).file
	// The process was killed, or the disk was full, while pages were written back in order.
	for n := 4096; n <= len(after); n += stride * 4096 {
		pair{append(after[:n:n], before[min(n, len(before)):]...), log}.checkOpens(t)
	}
}

// TestLog_Another: the log of a killed bot is not applied to another file, neither to a backup nor to an earlier state
// of the file.
func TestLog_Another(t *testing.T) {
	t.Parallel()
	path, backup := filepath.Join(t.TempDir(), "mad.db"), filepath.Join(t.TempDir(), "backup.db")
	db, err := Open(t.Context(), path, Options{})
	require.NoError(t, err)
	playTwo(t, db, "a")
	require.NoError(t, db.Close())
	stopped := pairOf(t, path).file

	db, err = Open(t.Context(), path, Options{})
	require.NoError(t, err)
	defer db.Close()
	playTwo(t, db, "b")
	view, err := OpenView(t.Context(), path, Options{})
	require.NoError(t, err)
	defer view.Close()
	require.NoError(t, view.Backup(t.Context(), backup))
	earlier, log := pairOf(t, path).file, pairOf(t, path).log
	pair{earlier, log}.checkOpens(t)
	refused := func(file, log []byte) {
		t.Helper()
		_, err := pair{file, log}.open(t)
		require.ErrorIs(t, err, ErrMixed)
		pair{file, nil}.checkOpens(t)
	}
	refused(stopped, log)
	refused(pairOf(t, backup).file, log)

	reset := func() {
		_, err := db.writer.ExecContext(t.Context(), "PRAGMA wal_checkpoint(RESTART)")
		require.NoError(t, err)
	}
	reset()
	require.NoError(t, db.writer.change(t.Context(), db.writer.head.marked(), func(context.Context) error { return nil }))
	reset()
	require.NoError(t, db.Ping(t.Context()))
	refused(earlier, pairOf(t, path).log) // the old frames are still behind the new ones
}
