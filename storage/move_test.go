package storage_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/storage"
	"madbot/storage/postgres/postgrestest"
	"madbot/storage/sqlite"
	"madbot/storage/sqlstore"
	"madbot/storage/storagetest"
	"madbot/storage/transfer"
)

var matches = flag.Int("matches", 40, "how many matches are moved between stores")

// kinds returns, for each kind of store, a function that returns the address of a new one.
func kinds() map[string]func(*testing.T) string {
	return map[string]func(*testing.T) string{
		"SQLite":     func(t *testing.T) string { return filepath.Join(t.TempDir(), "mad.db") },
		"PostgreSQL": func(t *testing.T) string { return postgrestest.New(t) },
	}
}

// inUse fills the store at an address and keeps it open, as a bot does; it returns the address.
func inUse(t *testing.T, address string) string {
	t.Helper()
	s, err := storage.Open(t.Context(), address, time.Now)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, s.Close()) })
	require.NoError(t, storagetest.Fill(t.Context(), s, *matches, 5))
	return address
}

// exported checks a store and returns its export.
func exported(t *testing.T, address string) string {
	t.Helper()
	found, err := storage.Check(t.Context(), address, 9)
	require.NoError(t, err)
	require.Empty(t, found)
	var text bytes.Buffer
	_, err = storage.Export(t.Context(), address, &text, nil)
	require.NoError(t, err)
	return text.String()
}

// TestMove: a store that a bot has open is backed up, copied, exported and imported into each kind of store, and is the
// same everywhere.
func TestMove(t *testing.T) {
	t.Parallel()
	for name, other := range map[string]string{"SQLite": "PostgreSQL", "PostgreSQL": "SQLite"} {
		t.Run(name+" to "+other, func(t *testing.T) {
			t.Parallel()
			dir, source, to := t.TempDir(), inUse(t, kinds()[name](t)), kinds()[other]
			want, backup, text := exported(t, source), filepath.Join(dir, "backup.db"), filepath.Join(dir, "text")
			require.NoError(t, storage.Backup(t.Context(), source, backup, nil))
			_, err := storage.ExportFile(t.Context(), source, text, nil)
			require.NoError(t, err)
			files, err := os.ReadDir(dir)
			require.NoError(t, err)
			assert.Len(t, files, 2, "nothing else is left behind")
			for _, file := range files {
				info, err := file.Info()
				require.NoError(t, err)
				assert.Equal(t, os.FileMode(0o600), info.Mode(), "for its owner alone")
			}
			assert.Equal(t, want, exported(t, backup))

			copied, imported := to(t), to(t)
			_, err = storage.Copy(t.Context(), source, copied, nil)
			require.NoError(t, err)
			assert.Equal(t, want, exported(t, copied))
			_, err = storage.Copy(t.Context(), source, copied, nil)
			require.ErrorIs(t, err, transfer.ErrNotEmpty)
			written, err := os.Open(text)
			require.NoError(t, err)
			defer written.Close()
			_, err = storage.Import(t.Context(), imported, written, nil)
			require.NoError(t, err)
			assert.Equal(t, want, exported(t, imported))
		})
	}
}

// failing is a writer that fails after left bytes.
type failing struct{ left int }

var errFull = errors.New("no space left")

func (f *failing) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

// TestMove_Ended: a move that is cancelled or fails leaves nothing behind.
func TestMove_Ended(t *testing.T) {
	t.Parallel()
	for name, tables := range map[string][]string{
		"SQLite":     {"matches", "deliveries", "turns", "events", "taken_back", "players", "seats", "reviews", "servers", "jobs", "alive"},
		"PostgreSQL": {"turns", "alive"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kind := kinds()[name]
			source, dir := inUse(t, kind(t)), t.TempDir()
			text := exported(t, source)
			_, err := storage.Export(t.Context(), source, &failing{len(text) / 2}, nil)
			require.ErrorIs(t, err, errFull)
			for _, table := range tables {
				ctx, cancel := context.WithCancel(t.Context())
				told := func(of string, _ int) {
					if of == table {
						cancel()
					}
				}
				_, err := storage.ExportFile(ctx, source, filepath.Join(dir, "x"), told)
				if table != "alive" { // the last one, after which everything may be done
					require.Error(t, err, table)
				}
				to := kind(t)
				_, err = storage.Copy(ctx, source, to, told)
				require.Error(t, err, table)
				_, err = storage.Import(ctx, to, bytes.NewReader([]byte(text)), nil)
				require.Error(t, err, table)
				_, err = storage.Copy(t.Context(), source, to, nil)
				require.NoError(t, err, "what was not filled is empty")
			}
			files, err := os.ReadDir(dir)
			require.NoError(t, err)
			assert.LessOrEqual(t, len(files), 1)
		})
	}
}

// counted returns the number of rows in each table of a store.
func counted(t *testing.T, address string) transfer.Counts {
	t.Helper()
	counts, err := storage.Export(t.Context(), address, io.Discard, nil)
	require.NoError(t, err)
	return counts
}

// TestSame: nothing is written over its source, whatever name is used, and a server's address is not a file.
func TestSame(t *testing.T) {
	t.Parallel()
	source := inUse(t, filepath.Join(t.TempDir(), "mad.db"))
	want, link := exported(t, source), filepath.Join(t.TempDir(), "link.db")
	require.NoError(t, os.Symlink(source, link))
	for _, to := range []string{source, link} {
		require.ErrorIs(t, storage.Backup(t.Context(), source, to, nil), storage.ErrSame)
		_, err := storage.ExportFile(t.Context(), source, to, nil)
		require.ErrorIs(t, err, storage.ErrSame)
		_, err = storage.Copy(t.Context(), source, to, nil)
		require.ErrorIs(t, err, storage.ErrSame)
	}
	assert.Equal(t, want, exported(t, source))
	require.ErrorIs(t, storage.Backup(t.Context(), source, "postgres://u:secret@host/d", nil), storage.ErrServer)
	_, err := storage.ExportFile(t.Context(), source, "postgresql://u:secret@host/d", nil)
	require.ErrorIs(t, err, storage.ErrServer)
	assert.NotContains(t, err.Error(), "secret")
}

// TestMigrate: an existing store is migrated unless a bot has it open, and can be read afterwards.
func TestMigrate(t *testing.T) {
	t.Parallel()
	for name, empty := range map[string]func(*testing.T) string{
		"SQLite": func(t *testing.T) string {
			path := filepath.Join(t.TempDir(), "mad.db")
			require.NoError(t, os.WriteFile(path, nil, 0o600))
			return path
		},
		"PostgreSQL": func(t *testing.T) string { return postgrestest.NewEmpty(t) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address := empty(t)
			_, err := storage.Check(t.Context(), address, 9)
			require.ErrorIs(t, err, sqlstore.ErrEmpty)
			for _, had := range []int{0, sqlstore.Version} {
				was, err := storage.Migrate(t.Context(), address)
				require.NoError(t, err)
				assert.Equal(t, had, was.Version)
			}
			found, err := storage.Check(t.Context(), address, 9)
			require.NoError(t, err)
			assert.Empty(t, found)
		})
	}
	path := inUse(t, filepath.Join(t.TempDir(), "mad.db"))
	_, err := storage.Migrate(t.Context(), path)
	require.ErrorIs(t, err, sqlite.ErrLocked)
	_, err = storage.Migrate(t.Context(), filepath.Join(t.TempDir(), "none.db"))
	require.ErrorIs(t, err, os.ErrNotExist)
}

// TestCheck_Inspect: what the database's own checks find comes before what sqlstore.Check finds.
func TestCheck_Inspect(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ damage, found string }{
		"SQLite":     {"PRAGMA ignore_check_constraints = on; UPDATE matches SET stall_limit = 256", "CHECK constraint failed"},
		"PostgreSQL": {"ALTER TABLE turns DISABLE TRIGGER USER", "turns: the server does not run the trigger turns_follow"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address := kinds()[name](t)
			s, err := storage.Open(t.Context(), address, time.Now)
			require.NoError(t, err)
			require.NoError(t, storagetest.Fill(t.Context(), s, 5, 5))
			require.NoError(t, s.Fill(t.Context(), func(conn sqlstore.Conn) error {
				_, err := conn.ExecContext(t.Context(), c.damage)
				return err
			}))
			require.NoError(t, s.Close())
			found, err := storage.Check(t.Context(), address, 9)
			require.NoError(t, err)
			require.NotEmpty(t, found)
			assert.Contains(t, found[0], c.found)
			found, err = storage.Check(t.Context(), address, 1)
			require.NoError(t, err)
			assert.Len(t, found, 1)
		})
	}
}
