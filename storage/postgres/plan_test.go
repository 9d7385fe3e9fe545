package postgres_test

import (
	"cmp"
	"database/sql"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/storage/postgres"
	"madbot/storage/postgres/postgrestest"
	"madbot/storage/sqlstore"
	"madbot/storage/storagetest"
)

// crowd creates a database with many matches, each of two other players in a channel of their own, and with many jobs
// that are not due or claimed.
func crowd(t *testing.T, address string) {
	t.Helper()
	db, err := postgres.Open(t.Context(), address, postgres.Options{})
	require.NoError(t, err)
	playtest.Start(t, db, "m")
	playtest.Change(t, db, "m", playtest.Swap)
	require.NoError(t, db.Close())
	exec(t, address,
		`INSERT INTO matches SELECT (json_populate_record(m, json_build_object('id', 'm' || n, 'challenger', 'a' || n,
			'opponent', 'b' || n, 'red', 'a' || n, 'blue', 'b' || n, 'status', 2 + n % 2, 'created', n, 'changed', n,
			'ended', n))).* FROM matches AS m, generate_series(1, 3000) AS n`,
		`INSERT INTO deliveries SELECT (json_populate_record(d, json_build_object('match', 'm' || n, 'channel', 'c' || n))).*
			FROM deliveries AS d, generate_series(1, 3000) AS n`,
		`INSERT INTO turns SELECT 'm' || n, 1, turn, played FROM turns, generate_series(1, 3000) AS n`,
		`INSERT INTO events SELECT 'm' || n, seq, kind, player, ply, at, length FROM events, generate_series(1, 3000) AS n
			WHERE seq = 1`,
		`INSERT INTO jobs SELECT k, 'm' || n, 2000000000000 + n, 0, NULL, NULL, 1
			FROM generate_series(1, 3000) AS n, unnest(ARRAY['tell', 'flag', 'retire']) AS k`,
		"INSERT INTO jobs SELECT 'late', 'm' || n, 1000, 0, NULL, NULL, 1 FROM generate_series(3001, 6000) AS n",
		"VACUUM ANALYZE", "SELECT pg_stat_force_next_flush()", "SELECT pg_stat_reset()")
}

// TestPlans: among many matches and jobs, only the requested ones are read, whichever plan PostgreSQL has chosen for a
// repeated statement.
func TestPlans(t *testing.T) {
	t.Parallel()
	address := postgrestest.New(t)
	crowd(t, address)
	db, err := postgres.Open(t.Context(), address, postgres.Options{Conns: 2})
	require.NoError(t, err)
	for range 10 {
		require.NoError(t, db.Do(t.Context(), func(tx play.Tx) error {
			for name, ask := range playtest.Asks(t, db, tx) {
				if name == "Live" { // it lists half of them
					continue
				}
				if err := ask(); err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
			}
			return nil
		}))
		playtest.Change(t, db, "m", playtest.Swap)
		claim(t, db)
		require.NoError(t, db.Do(t.Context(), func(tx play.Tx) error {
			_, err := tx.Claim(t.Context(), play.Claim{Kind: "late", Now: playtest.Now(),
				Until: playtest.Now().Add(time.Minute), Limit: 1})
			return cmp.Or(err, tx.Schedule(t.Context(), play.JobTell, "another", playtest.Now()))
		}))
	}
	require.NoError(t, db.Close()) // which updates the statistics
	raw, err := sql.Open("pgx", address)
	require.NoError(t, err)
	defer raw.Close()
	read := map[string]int{}
	require.Eventually(t, func() bool {
		rows, err := raw.QueryContext(t.Context(), `SELECT relname, seq_tup_read + idx_tup_fetch FROM pg_stat_user_tables
			WHERE relname IN ('matches', 'deliveries', 'turns', 'events', 'jobs')`)
		require.NoError(t, err)
		defer rows.Close()
		for rows.Next() {
			var name string
			var n int
			require.NoError(t, rows.Scan(&name, &n))
			read[name] = n
		}
		return read["matches"] > 0 && read["jobs"] > 0
	}, patience, 10*time.Millisecond)
	for name, n := range read {
		require.Less(t, n, 5000, "rows of %s", name)
	}
}

// TestPlans_Indexes: every query of people and the worker uses an index, in every table.
func TestPlans_Indexes(t *testing.T) {
	t.Parallel()
	raw, err := sql.Open("pgx", postgrestest.New(t))
	require.NoError(t, err)
	defer raw.Close()
	raw.SetMaxOpenConns(1)
	_, err = raw.ExecContext(t.Context(), "SET enable_seqscan = off") // unless nothing else is possible
	require.NoError(t, err)
	// The exceptions: a table of one row, the bot's own puzzles, and indexes that contain only the rows wanted.
	few := regexp.MustCompile(`on orders|on puzzles|(reviews_open|jobs_lease|matches_open|matches_timed|servers_unranked) `)
	e := &storagetest.Explainer{Conn: raw, T: t, How: "EXPLAIN ", Scan: sqlstore.ScanOne[string]}
	on := postgres.On(e)
	for name, ask := range playtest.Asks(t, on, on) {
		if name == "Claim" || name == "LeaguesNaming" || name == "AllRatingChanges" { // see TestPlans, here and for SQLite
			continue
		}
		require.NoError(t, ask(), name)
		steps := e.Take()
		for i, step := range steps {
			scan := strings.Contains(step, " Scan ") && !strings.Contains(step, "Bitmap Heap") && strings.Contains(step, " on ")
			if scan && !few.MatchString(step) && !regexp.MustCompile(`(CTE|Subquery|Function) Scan`).MatchString(step) {
				require.Contains(t, strings.Join(steps[i:min(i+2, len(steps))], "\n"), "Index Cond", "%s: %s", name, step)
			}
		}
	}
}
