package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/storage/sqlstore"
	"madbot/storage/storagetest"
)

// openTest opens a database for the length of a test.
func openTest(t testing.TB) *DB {
	t.Helper()
	db, err := Open(t.Context(), filepath.Join(t.TempDir(), "mad.db"), Options{})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, db.Close()) })
	return db
}

// faults returns what SQLite's checks and ours find in db.
func faults(t *testing.T, db *DB) (all []string) {
	t.Helper()
	require.NoError(t, db.Snapshot(t.Context(), func(c sqlstore.Conn) (err error) {
		all, err = inspect(t.Context(), c, 9)
		return err
	}))
	return append(all, storagetest.Faults(t, db)...)
}

// pragma reads a setting of a connection.
func pragma(t *testing.T, c *sql.Conn, name string) (value string) {
	t.Helper()
	require.NoError(t, c.QueryRowContext(t.Context(), "PRAGMA "+name).Scan(&value))
	return value
}

func TestSettings(t *testing.T) {
	t.Parallel()
	db := openTest(t)
	for name, want := range map[string]string{
		"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "busy_timeout": "5000", "secure_delete": "1",
		"application_id": fmt.Sprint(applicationID), "user_version": fmt.Sprint(db.writer.head),
	} {
		assert.Equal(t, want, pragma(t, db.writer.Conn, name), name)
	}

	for range defaultReaders { // all at once, so that each is another one
		r, err := db.readers.Conn(t.Context())
		require.NoError(t, err)
		defer r.Close()
		assert.Equal(t, "1", pragma(t, r, "foreign_keys"))
		_, err = r.ExecContext(t.Context(), "DELETE FROM jobs")
		assert.ErrorContains(t, err, "readonly")
	}
	assert.Equal(t, defaultReaders, db.readers.Stats().OpenConnections)
}

// requireRefused runs statements that must all fail, and then checks that the rows selected by where are still two.
func requireRefused(t *testing.T, db *DB, where string, statements ...string) {
	t.Helper()
	for _, statement := range statements {
		_, err := db.writer.ExecContext(t.Context(), statement)
		assert.Error(t, err, statement)
	}
	var n int
	require.NoError(t, db.writer.QueryRowContext(t.Context(), "SELECT count(*) FROM "+where).Scan(&n))
	assert.Equal(t, 2, n)
}

func TestTurnsAreAppendOnly(t *testing.T) {
	t.Parallel()
	db := openTest(t)
	insertMatch(t, db, "m")
	exec(t, db, "INSERT INTO turns VALUES ('m', 1, 'pass', 0), ('m', 2, 'pass', 0)")
	requireRefused(t, db, "turns WHERE turn = 'pass'",
		"UPDATE turns SET turn = '112=221' WHERE ply = 2",
		"UPDATE turns SET ply = 3 WHERE ply = 2",
		"DELETE FROM turns WHERE ply = 2",
		"DELETE FROM turns",
		"INSERT INTO turns VALUES ('m', 4, 'pass', 0)",
		"INSERT OR REPLACE INTO turns VALUES ('m', 2, '112=221', 0)",
		"INSERT INTO turns VALUES ('nothere', 1, 'pass', 0)",
		"DELETE FROM matches")
}

// TestTakenBack: only the last turn can be deleted, and only if the last event has taken it back; taken_back cannot be
// changed.
func TestTakenBack(t *testing.T) {
	t.Parallel()
	db := openTest(t)
	insertMatch(t, db, "m")
	exec(t, db, "INSERT INTO turns VALUES ('m', 1, 'pass', 7), ('m', 2, 'pass', 7), ('m', 3, 'pass', 8)")
	exec(t, db, "INSERT INTO events VALUES ('m', 1, 15, '1', 2, 9, 0)")
	refused := func(statements ...string) {
		t.Helper()
		for _, s := range statements {
			_, err := db.writer.ExecContext(t.Context(), s)
			assert.ErrorContains(t, err, "append-only", s)
		}
	}
	last := "DELETE FROM turns WHERE ply = 3"
	refused(last)
	exec(t, db, "INSERT INTO taken_back VALUES ('m', 1, 3, 'pass', 9), ('m', 1, 2, 'pass', 7)")
	refused(last, "DELETE FROM turns WHERE ply = 2", "UPDATE taken_back SET played = 8",
		"DELETE FROM taken_back")
	_, err := db.writer.ExecContext(t.Context(), "INSERT INTO taken_back VALUES ('m', 2, 3, 'pass', 8)")
	assert.ErrorContains(t, err, "FOREIGN KEY")
	exec(t, db, "INSERT INTO events VALUES ('m', 2, 15, '1', 2, 9, 0)")
	exec(t, db, "INSERT INTO taken_back VALUES ('m', 2, 3, 'pass', 8)")
	exec(t, db, last)
	refused("DELETE FROM turns WHERE ply = 2", "DELETE FROM turns WHERE ply = 1")
}

// TestEventsAreAppendOnly: events cannot be changed, and their numbers have no gaps.
func TestEventsAreAppendOnly(t *testing.T) {
	t.Parallel()
	db := openTest(t)
	insertMatch(t, db, "m")
	insertMatch(t, db, "other")
	exec(t, db, "INSERT INTO events VALUES ('m', 1, 1, '1', 0, 0, 0), ('m', 2, 1, '1', 0, 0, 0)")
	requireRefused(t, db, "events WHERE kind = 1 AND ply = 0",
		"UPDATE events SET kind = 2 WHERE seq = 2",
		"UPDATE events SET seq = 3 WHERE seq = 2",
		"DELETE FROM events WHERE seq = 2",
		"DELETE FROM events",
		"INSERT INTO events VALUES ('m', 4, 1, '1', 0, 0, 0)",
		"INSERT INTO events VALUES ('m', 2, 1, '1', 0, 0, 0)",
		"INSERT OR REPLACE INTO events VALUES ('m', 2, 2, '1', 0, 0, 0)",
		"INSERT OR REPLACE INTO events VALUES ('m', 1, 2, '1', 0, 0, 0)",
		"INSERT INTO events VALUES ('other', 0, 1, '1', 0, 0, 0)",
		"INSERT INTO events VALUES ('other', 2, 1, '1', 0, 0, 0)",
		"INSERT INTO events VALUES ('other', 1, 0, '1', 0, 0, 0)",
		"INSERT INTO events VALUES ('nothere', 1, 1, '1', 0, 0, 0)",
		"DELETE FROM matches")
	exec(t, db, "INSERT INTO events VALUES ('m', 3, 1, '1', 1, 0, 0), ('other', 1, 1, '1', 1, 0, 0)")
}

// insertMatch saves a match without turns and events.
func insertMatch(t *testing.T, db *DB, id match.ID) {
	t.Helper()
	m, _, err := match.Propose(match.Proposal{ID: id, By: "1", Terms: match.Terms{Options: rules.DefaultOptions()}},
		time.UnixMilli(1))
	require.NoError(t, err)
	require.NoError(t, db.Do(t.Context(), func(tx play.Tx) error {
		return tx.CreateMatch(t.Context(), play.Match{Match: m}, nil)
	}))
}

func exec(t *testing.T, db *DB, statement string) {
	t.Helper()
	_, err := db.writer.ExecContext(t.Context(), statement)
	require.NoError(t, err, statement)
}

// schema returns the version of the schema and the names of the tables.
func schema(t *testing.T, db *DB) (version int, tables []string) {
	t.Helper()
	version = db.writer.head.version()
	rows, err := db.writer.QueryContext(t.Context(), "SELECT name FROM sqlite_schema WHERE type = 'table'")
	require.NoError(t, err)
	defer rows.Close()
	for rows.Next() {
		var name string
		require.NoError(t, rows.Scan(&name))
		tables = append(tables, name)
	}
	return version, tables
}

// TestWrite_Cancelled: cancelling the context during a change neither undoes it nor makes it fail; cancelling it while
// the change waits prevents it.
func TestWrite_Cancelled(t *testing.T) {
	t.Parallel()
	db := openTest(t)
	ctx, cancel := context.WithCancel(t.Context())
	err := db.writer.do(ctx, func(ctx context.Context) error {
		cancel()
		_, err := db.writer.ExecContext(ctx, "CREATE TABLE there (n INTEGER)")
		return err
	})
	require.NoError(t, err)
	_, tables := schema(t, db)
	assert.Contains(t, tables, "there")

	err = db.writer.do(ctx, func(context.Context) error {
		t.Error("began after its caller was gone")
		return nil
	})
	require.ErrorIs(t, err, context.Canceled)
}

// TestDo_Cancelled: the same holds for units of work, whose statements all finish.
func TestDo_Cancelled(t *testing.T) {
	t.Parallel()
	db := openTest(t)
	playTwo(t, db, "m")
	ctx, cancel := context.WithCancel(t.Context())
	require.NoError(t, db.Do(ctx, func(tx play.Tx) error {
		m, err := tx.Match(ctx, "m")
		require.NoError(t, err)
		cancel()
		events, err := playtest.Swap(playtest.At(tx, m.Changed), &m)
		require.NoError(t, err)
		require.NoError(t, tx.SaveMatch(ctx, m.Match, events))
		require.NoError(t, tx.SaveDelivery(ctx, "m", play.Delivery{Serial: 4}))
		require.NoError(t, tx.SavePlayer(ctx, play.Player{ID: "1", Met: m.Changed}))
		require.NoError(t, tx.Schedule(ctx, play.JobRobot, "m", m.Changed))
		_, err = tx.Events(ctx, "m", 0, 9)
		return err
	}))
	m, err := db.Match(t.Context(), "m")
	require.NoError(t, err)
	assert.Equal(t, 3, m.Game.Ply())
	assert.Equal(t, 4, m.Serial)
}

// TestWrite_Immediate: a transaction locks the file when it begins, not when it first writes.
func TestWrite_Immediate(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "mad.db")
	db, err := Open(t.Context(), path, Options{})
	require.NoError(t, err)
	defer func() { assert.NoError(t, db.Close()) }()
	other, err := connect(dsn(path, "_busy_timeout=0"), 1)
	require.NoError(t, err)
	defer other.Close()
	err = db.writer.do(t.Context(), func(ctx context.Context) error {
		_, err := other.ExecContext(ctx, "BEGIN IMMEDIATE")
		assert.ErrorContains(t, err, "locked")
		return nil
	})
	require.NoError(t, err)
}

// TestPing_Writes: Ping really writes, because only that shows whether the database can be written.
func TestPing_Writes(t *testing.T) {
	t.Parallel()
	db := openTest(t)
	r, err := db.readers.Conn(t.Context())
	require.NoError(t, err)
	defer r.Close()
	before, version := pragma(t, r, "data_version"), pragma(t, r, "user_version")
	require.NoError(t, db.Ping(t.Context()))
	assert.NotEqual(t, before, pragma(t, r, "data_version"), "as it is after each commit")
	assert.Equal(t, version, pragma(t, r, "user_version"))
}
