package storage_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/storage/postgres/postgrestest"
	"madbot/storage/sqlite"
	"madbot/storage/sqlstore"
)

// at returns the instant n seconds into the tests.
func at(n int) time.Time { return time.Date(2026, 1, 2, 3, 4, 5+n, 678e6, time.UTC) }

// database is what the tests use of a store in addition to play.Store.
type database interface {
	play.Store
	Snapshot(context.Context, func(sqlstore.Conn) error) error
	Fill(context.Context, func(sqlstore.Conn) error) error
}

// forBoth runs test on an empty store of each kind.
func forBoth(t *testing.T, test func(*testing.T, database)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "mad.db"), sqlite.Options{Clock: playtest.Clock})
		require.NoError(t, err)
		t.Cleanup(func() { assert.NoError(t, db.Close()) })
		test(t, db)
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		test(t, postgrestest.Open(t))
	})
}

// insertServer is a statement that both databases accept.
const insertServer = "INSERT INTO servers (id, settings) VALUES (?1, ?2)"

// count returns how many servers conn sees.
func count(t *testing.T, conn sqlstore.Conn) (n int) {
	t.Helper()
	require.NoError(t, conn.QueryRowContext(t.Context(), "SELECT count(*) FROM servers").Scan(&n))
	return n
}

// TestSnapshot: a snapshot does not see concurrent changes and cannot be written.
func TestSnapshot(t *testing.T) {
	t.Parallel()
	forBoth(t, func(t *testing.T, db database) {
		save := func(id string) error {
			return db.Do(t.Context(), func(tx play.Tx) error { return tx.SaveServer(t.Context(), play.Server{ID: id}) })
		}
		require.NoError(t, save("1"))
		failure := errors.New("no")
		require.ErrorIs(t, db.Snapshot(t.Context(), func(conn sqlstore.Conn) error {
			require.Equal(t, 1, count(t, conn))
			require.NoError(t, save("2"))
			require.Equal(t, 1, count(t, conn))
			_, err := conn.ExecContext(t.Context(), insertServer, "3", "{}")
			require.Error(t, err)
			return failure
		}), failure)
		require.NoError(t, db.Snapshot(t.Context(), func(conn sqlstore.Conn) error {
			require.Equal(t, 2, count(t, conn))
			return nil
		}))
	})
}

// TestFill: changes are kept completely or not at all.
func TestFill(t *testing.T) {
	t.Parallel()
	forBoth(t, func(t *testing.T, db database) {
		failure := errors.New("no")
		for _, want := range []error{failure, nil} {
			require.ErrorIs(t, db.Fill(t.Context(), func(conn sqlstore.Conn) error {
				require.Zero(t, count(t, conn))
				for _, id := range []string{"1", "2"} {
					if _, err := conn.ExecContext(t.Context(), insertServer, id, "{}"); err != nil {
						return err
					}
				}
				return want
			}), want)
		}
		server, err := db.Server(t.Context(), "2")
		require.NoError(t, err)
		assert.Equal(t, "2", server.ID)
	})
}

type column struct{ table, name string }

func columns(t *testing.T, db database, statement string) (all []column) {
	t.Helper()
	require.NoError(t, db.Snapshot(t.Context(), func(conn sqlstore.Conn) error {
		rows, err := conn.QueryContext(t.Context(), statement)
		require.NoError(t, err)
		defer rows.Close()
		for rows.Next() {
			var c column
			require.NoError(t, rows.Scan(&c.table, &c.name))
			all = append(all, c)
		}
		return rows.Err()
	}))
	return all
}

// TestColumns: both databases have the same tables and columns.
func TestColumns(t *testing.T) {
	t.Parallel()
	one, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "mad.db"), sqlite.Options{Clock: playtest.Clock})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, one.Close()) })
	want := columns(t, one, `SELECT t.name, c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
		WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'`)
	assert.NotEmpty(t, want)
	assert.ElementsMatch(t, want, columns(t, postgrestest.Open(t), `SELECT table_name, column_name FROM information_schema.columns
		WHERE table_schema = 'public' AND table_name <> 'migrations'`))
}

// timed returns db with a clock that always returns now.
func timed(db play.Store, now time.Time) play.Store {
	return playtest.Clocked(db, func() time.Time { return now })
}
