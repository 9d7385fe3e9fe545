package postgres_test

import (
	"database/sql"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/storage/postgres"
	"madbot/storage/postgres/postgrestest"
	"madbot/storage/sqlstore"
)

// exec runs statements on a connection of its own.
func exec(t *testing.T, address string, statements ...string) {
	t.Helper()
	db, err := sql.Open("pgx", address)
	require.NoError(t, err)
	defer db.Close()
	for _, s := range statements {
		_, err := db.ExecContext(t.Context(), s)
		require.NoError(t, err, s)
	}
}

// TestOpen_Again: what was saved is there for the next process, and for one that runs already.
func TestOpen_Again(t *testing.T) {
	t.Parallel()
	address := postgrestest.NewEmpty(t)
	first := open(t, address)
	p := play.Player{ID: "1", Locale: "fr", Settings: play.Settings{Language: "de"}, Met: playtest.Now()}
	require.NoError(t, first.Do(t.Context(), func(tx play.Tx) error { return tx.SavePlayer(t.Context(), p) }))
	require.NoError(t, first.Ping(t.Context()))
	second := open(t, address)
	for _, db := range []*postgres.DB{first, second} {
		got, err := db.Player(t.Context(), "1")
		require.NoError(t, err)
		assert.Equal(t, p, got)
	}
}

// TestOpen_AtOnce: if several processes open an empty database at once, one migrates it.
func TestOpen_AtOnce(t *testing.T) {
	t.Parallel()
	address := postgrestest.NewEmpty(t)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			db, err := postgres.Open(t.Context(), address, postgres.Options{})
			if assert.NoError(t, err) {
				assert.NoError(t, db.Ping(t.Context()))
				assert.NoError(t, db.Close())
			}
		})
	}
	all.Wait()
}

// TestOpen_Refused: each refusal is a sentinel error whose text never contains the password.
func TestOpen_Refused(t *testing.T) {
	t.Parallel()
	address := postgrestest.New(t)
	exec(t, address, `DO $$ BEGIN CREATE ROLE guarded SUPERUSER LOGIN PASSWORD 'right';
		EXCEPTION WHEN duplicate_object THEN NULL; END $$`)
	guarded := strings.Replace(address, "user=madbot", "user=guarded", 1)
	newer := postgrestest.New(t)
	exec(t, newer, "INSERT INTO migrations (version, name, fingerprint) VALUES (4711, 'later.sql', '')")
	former := postgrestest.NewEmpty(t)
	exec(t, former, "CREATE TABLE schema_versions (version_id BIGINT)")
	for name, c := range map[string]struct {
		address string
		want    error
		says    string
	}{
		"no port":        {"postgres://madbot:s3cret@localhost:mad/x", postgres.ErrAddress, "address"},
		"no address":     {"postgres://mad bot:s3cret@[x", postgres.ErrAddress, "address"},
		"no server":      {"postgres://madbot:s3cret@127.0.0.1:1/x", postgres.ErrUnreachable, "127.0.0.1"},
		"no socket":      {"postgres:///x?user=madbot&password=s3cret&host=" + t.TempDir(), postgres.ErrUnreachable, ""},
		"wrong password": {guarded + "&password=s3cret", postgres.ErrRefused, "guarded"},
		"no database":    {strings.Replace(address, "/test_", "/nothere_", 1), nil, "does not exist"},
		"newer":          {newer, sqlstore.ErrNewer, ""},
		"former":         {former, sqlstore.ErrFormer, "give the bot an empty one"},
	} {
		t.Run(name, func(t *testing.T) {
			db, err := postgres.Open(t.Context(), c.address, postgres.Options{})
			require.Error(t, err)
			assert.Nil(t, db)
			if c.want != nil {
				assert.ErrorIs(t, err, c.want)
			}
			assert.ErrorContains(t, err, c.says)
			assert.NotContains(t, err.Error(), "s3cret")
		})
	}
	open(t, guarded+"&password=right")
}

// TestPing_ReadOnly: a read-only server is unhealthy.
func TestPing_ReadOnly(t *testing.T) {
	t.Parallel()
	address := postgrestest.New(t)
	db := open(t, address)
	require.NoError(t, db.Ping(t.Context()))
	exec(t, address, `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on',
			current_database()); END $$`,
		`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
			WHERE datname = current_database() AND pid <> pg_backend_pid()`)
	require.Eventually(t, func() bool {
		err := db.Ping(t.Context())
		return err != nil && strings.Contains(err.Error(), "read-only")
	}, patience, time.Millisecond)
}

// TestPing_Full: a server without room for a turn is unhealthy, even if Ping's own write has room, until it has room.
func TestPing_Full(t *testing.T) {
	t.Parallel()
	address := postgrestest.New(t)
	db := open(t, address)
	const refuse = `$$ BEGIN RAISE 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$`
	exec(t, address, "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS "+refuse,
		"CREATE FUNCTION refuse_table() RETURNS event_trigger LANGUAGE plpgsql AS "+refuse,
		"CREATE TRIGGER full_disk BEFORE INSERT ON jobs EXECUTE FUNCTION refuse()",
		`CREATE EVENT TRIGGER full_disk ON ddl_command_start WHEN TAG IN ('CREATE TABLE AS')
			EXECUTE FUNCTION refuse_table()`)
	require.NoError(t, db.Ping(t.Context()))
	require.Error(t, db.Do(t.Context(), func(tx play.Tx) error {
		return tx.Schedule(t.Context(), play.JobTell, "m", playtest.Now())
	}))
	require.ErrorContains(t, db.Ping(t.Context()), "No space left on device")
	exec(t, address, "DROP EVENT TRIGGER full_disk", "DROP TRIGGER full_disk ON jobs")
	assert.NoError(t, db.Ping(t.Context()))
}

// TestPing_Fault: other faults of the server count for a while, because nothing shows that they have ended.
func TestPing_Fault(t *testing.T) {
	t.Parallel()
	address := postgrestest.New(t)
	db := open(t, address)
	exec(t, address, `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
			$$ BEGIN RAISE 'could not read block 7' USING ERRCODE = 'io_error'; END $$`,
		"CREATE TRIGGER broken_disk BEFORE INSERT ON jobs EXECUTE FUNCTION refuse()")
	require.Error(t, db.Do(t.Context(), func(tx play.Tx) error {
		return tx.Schedule(t.Context(), play.JobTell, "m", playtest.Now())
	}))
	exec(t, address, "DROP TRIGGER broken_disk ON jobs")
	assert.ErrorContains(t, db.Ping(t.Context()), "could not read block 7")
}

// TestAppendOnly: turns and events cannot be changed.
func TestAppendOnly(t *testing.T) {
	t.Parallel()
	address := postgrestest.New(t)
	db := open(t, address)
	playtest.Start(t, db, "m")
	playtest.Change(t, db, "m", playtest.Swap)
	raw, err := sql.Open("pgx", address)
	require.NoError(t, err)
	defer raw.Close()
	for _, s := range []string{
		"UPDATE turns SET turn = 'pass'", "DELETE FROM turns", "TRUNCATE turns",
		"INSERT INTO turns VALUES ('m', 3, 'pass', 0)",
		"UPDATE events SET kind = 1", "DELETE FROM events", "TRUNCATE events CASCADE",
		"INSERT INTO events VALUES ('m', 3, 1, '1', 0, 0, 0)", "INSERT INTO events VALUES ('m', 5, 1, '1', 0, 0, 0)",
		"INSERT INTO events VALUES ('m', 2, 1, '1', 0, 0, 0)",
		"INSERT INTO events VALUES ('m', 9, 0, '1', 0, 0, 0)",
		"INSERT INTO turns VALUES ('nothere', 1, 'pass', 0)",
		"INSERT INTO taken_back VALUES ('m', 9, 1, 'pass', 0)",
		"DELETE FROM matches",
		"INSERT INTO players VALUES ('1', '', '', '[]', '{}', '{}', 0)",
		"INSERT INTO players VALUES ('1', '', '', '{', '{}', '{}', 0)",
	} {
		_, err := raw.ExecContext(t.Context(), s)
		assert.Error(t, err, s)
	}
	m, err := db.Match(t.Context(), "m")
	require.NoError(t, err)
	assert.Equal(t, 1, m.Game.Ply())
}
