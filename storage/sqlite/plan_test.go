package sqlite

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
)

// TestJobs_Plan: jobs that wait for their time are never read, neither in a new database nor in one
// that SQLite has counted, whichever kinds they are of.
func TestJobs_Plan(t *testing.T) {
	t.Parallel()
	for _, kinds := range [][]play.JobKind{nil, {"tell"}, {"tell", "retire", "robot"}} {
		t.Run(fmt.Sprint(kinds), func(t *testing.T) {
			t.Parallel()
			db := openTest(t)
			for _, k := range kinds {
				exec(t, db, fmt.Sprintf(`WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL
						SELECT i + 1 FROM n WHERE i < 5000)
					INSERT INTO jobs (kind, subject, due, attempts, version)
					SELECT '%s', 'm' || i, 1000 + i, 0, 1 FROM n`, k))
				exec(t, db, "ANALYZE")
			}
			requireSearches(t, db, nextJob, 1, `["tell"]`)
			requireSearches(t, db, claim, 1, 2, "tell", 16)
			requireSearches(t, db, "UPDATE jobs SET lease = NULL WHERE lease IS NOT NULL")
		})
	}
}

// TestChallenges_Plan: of many matches, only those are read that are counted before a challenge, or say
// how somebody plays.
func TestChallenges_Plan(t *testing.T) {
	t.Parallel()
	db := openTest(t)
	for _, statement := range []string{made, madeIn, histories, endings} {
		rows, err := db.writer.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+statement, "1", 1000)
		require.NoError(t, err)
		defer rows.Close()
		for rows.Next() {
			var id, parent, unused int
			var step string
			require.NoError(t, rows.Scan(&id, &parent, &unused, &step))
			assert.NotRegexp(t, "SCAN [^(]", step, statement) // what is in brackets was found before
		}
		require.NoError(t, rows.Err())
	}
}

// requireSearches checks that a statement finds its jobs by indexes, reads a range of them only up
// to a time or after a lease, and sorts nothing.
func requireSearches(t *testing.T, db *DB, statement string, args ...any) {
	t.Helper()
	good := regexp.MustCompile(`USING (PRIMARY KEY \(subject=\?( AND kind=\?)?\)` +
		`|(COVERING )?INDEX jobs_due \(kind=\? AND due[<>]\?\)` +
		`|(COVERING )?INDEX jobs_lease( \(lease>\?\))?)$`)
	rows, err := db.writer.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+statement, args...)
	require.NoError(t, err)
	defer rows.Close()
	steps := 0
	for rows.Next() {
		var id, parent, unused int
		var step string
		require.NoError(t, rows.Scan(&id, &parent, &unused, &step))
		words := strings.Fields(step)
		switch table := words[min(1, len(words)-1)]; {
		case step == "USE TEMP B-TREE FOR ORDER BY":
			assert.Fail(t, step)
		case table == "j" || table == "jobs" || table == "other" || table == "leased":
			steps++
			assert.Regexp(t, good, step)
		}
	}
	require.NoError(t, rows.Err())
	assert.Positive(t, steps)
}
