package postgres_test

import (
	"database/sql"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/storage/postgres"
	"madbot/storage/postgres/postgrestest"
	"madbot/storage/sqlstore"
)

// TestFill_Twice: if two processes fill an empty database at once, the later one sees that it is no longer empty.
func TestFill_Twice(t *testing.T) {
	t.Parallel()
	address := postgrestest.New(t)
	db := open(t, address)
	watch, err := sql.Open("pgx", address)
	require.NoError(t, err)
	defer watch.Close()
	full := errors.New("not empty")
	insert := func(c sqlstore.Conn) error {
		var n int
		if err := c.QueryRowContext(t.Context(), "SELECT count(*) FROM servers").Scan(&n); err != nil {
			return err
		}
		if n > 0 {
			return full
		}
		_, err := c.ExecContext(t.Context(), "INSERT INTO servers (id, settings) VALUES (?1, '{}')", time.Now().String())
		return err
	}
	later := make(chan error, 1)
	require.NoError(t, db.Fill(t.Context(), func(c sqlstore.Conn) error {
		err := insert(c)
		go func() { later <- db.Fill(t.Context(), insert) }()
		require.Eventually(t, func() bool {
			var n int
			assert.NoError(t, watch.QueryRowContext(t.Context(), "SELECT count(*) FROM pg_locks WHERE NOT granted "+
				"AND database = (SELECT oid FROM pg_database WHERE datname = current_database())").Scan(&n))
			return n > 0 || len(later) > 0
		}, patience, time.Millisecond)
		return err
	}))
	require.ErrorIs(t, <-later, full)
}

// TestFill_Lost: if the connection breaks during the commit, it is unknown whether the changes were kept.
func TestFill_Lost(t *testing.T) {
	t.Parallel()
	address := postgrestest.New(t)
	db := open(t, address)
	atCommit(t, address, "PERFORM pg_terminate_backend(pg_backend_pid());")
	require.ErrorIs(t, db.Fill(t.Context(), func(c sqlstore.Conn) error {
		_, err := c.ExecContext(t.Context(), "INSERT INTO players (id, settings, progress, vacation, locale, zone, met) "+
			"VALUES ('1', '{}', '{}', '{}', '', '', 0)")
		return err
	}), postgres.ErrUnknown)
}
