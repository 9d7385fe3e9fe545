package storage

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/storage/postgres/postgrestest"
	"madbot/storage/sqlstore"
	"madbot/storage/storagetest"
	"madbot/storage/transfer"
)

// next returns the program after this one: it has one more migration for each kind of store.
func next(t *testing.T) program {
	t.Helper()
	return program{
		sqlite:   withStep(t, "sqlite", "ALTER TABLE servers ADD COLUMN n INTEGER NOT NULL DEFAULT 7;"),
		postgres: withStep(t, "postgres", "-- +goose Up\nALTER TABLE servers ADD COLUMN n BIGINT NOT NULL DEFAULT 7;"),
	}
}

// withStep returns the migrations in a folder followed by another one.
func withStep(t *testing.T, folder, step string) fs.FS {
	t.Helper()
	files := fstest.MapFS{fmt.Sprintf("migrations/%05d_next.sql", sqlstore.Version+1): {Data: []byte(step)}}
	names, err := filepath.Glob(folder + "/migrations/*.sql")
	require.NoError(t, err)
	for _, name := range names {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		files["migrations/"+filepath.Base(name)] = &fstest.MapFile{Data: text}
	}
	return files
}

// exported returns the export of a store.
func exported(t *testing.T, address string) string {
	t.Helper()
	var text bytes.Buffer
	_, err := Export(t.Context(), address, &text, nil)
	require.NoError(t, err)
	return text.String()
}

// older runs test on a store of each kind that this program has filled.
func older(t *testing.T, test func(t *testing.T, address string)) {
	for name, fresh := range map[string]func(*testing.T) string{
		"SQLite":     func(t *testing.T) string { return filepath.Join(t.TempDir(), "mad.db") },
		"PostgreSQL": func(t *testing.T) string { return postgrestest.New(t) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address := fresh(t)
			s, err := Open(t.Context(), address, time.Now)
			require.NoError(t, err)
			require.NoError(t, storagetest.Fill(t.Context(), s, 7, 9))
			require.NoError(t, s.Do(t.Context(), func(tx play.Tx) error {
				return tx.SaveServer(t.Context(), play.Server{ID: "1"})
			}))
			require.NoError(t, s.Close())
			test(t, address)
		})
	}
}

// TestOlder: an older store is checked, exported and copied as it will be after the migration, backed up as it is, and
// left unchanged.
func TestOlder(t *testing.T) {
	t.Parallel()
	older(t, func(t *testing.T, address string) {
		want, p := exported(t, address), next(t)
		v, err := p.view(t.Context(), address)
		require.NoError(t, err)
		defer v.Close()
		assert.True(t, v.IsOlder())
		found, err := p.check(t.Context(), v, 9)
		require.NoError(t, err)
		assert.Empty(t, found)
		require.NoError(t, p.read(t.Context(), v, func(c sqlstore.Conn) error {
			var n int
			require.NoError(t, c.QueryRowContext(t.Context(), "SELECT n FROM servers WHERE id = '1'").Scan(&n))
			assert.Equal(t, 7, n)
			var text bytes.Buffer
			_, err := transfer.Export(t.Context(), c, &text, nil)
			assert.Equal(t, want, text.String())
			return err
		}))
		backup := filepath.Join(t.TempDir(), "backup.db")
		require.NoError(t, p.save(t.Context(), v, backup, nil))
		assert.Equal(t, want, exported(t, backup), "for the program that wrote it")
		assert.Equal(t, want, exported(t, address))
	})
}

// TestUpgrade: an older file is backed up and migrated automatically; a database only on request, and only if no other
// process uses it. The older program opens the backup, but not what was migrated.
func TestUpgrade(t *testing.T) {
	t.Parallel()
	older(t, func(t *testing.T, address string) {
		want, p := exported(t, address), next(t)
		if isServer(address) {
			requireMigrationAsked(t, p, address)
		}
		s, err := p.open(t.Context(), address, true)
		require.NoError(t, err)
		about := s.About()
		require.NoError(t, s.Close())
		assert.Equal(t, sqlstore.Version, about.Version)
		if !isServer(address) {
			assert.Equal(t, want, exported(t, about.Backup))
		}
		_, err = Open(t.Context(), address, time.Now)
		require.ErrorIs(t, err, sqlstore.ErrNewer)
		s, err = p.open(t.Context(), address, false)
		require.NoError(t, err)
		assert.Equal(t, sqlstore.Version+1, s.About().Version)
		assert.Empty(t, s.About().Backup)
		require.NoError(t, s.Close())
	})
}

// requireMigrationAsked checks that a database is migrated only on request, and not while another process uses it.
func requireMigrationAsked(t *testing.T, p program, address string) {
	t.Helper()
	_, err := p.open(t.Context(), address, false)
	require.ErrorIs(t, err, sqlstore.ErrOlder)
	s, err := Open(t.Context(), address, time.Now)
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { s.Watch(ctx, func() {}); close(ended) }()
	other, err := Open(t.Context(), address, time.Now)
	require.NoError(t, err)
	for n := 0; n == 0; {
		n, err = other.Others(t.Context())
		require.NoError(t, err)
	}
	_, err = p.open(t.Context(), address, true)
	require.ErrorIs(t, err, sqlstore.ErrInUse)
	stop()
	<-ended
	require.NoError(t, s.Close())
	require.NoError(t, other.Close())
}
