package sqlite

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/storage/sqlstore"
	"madbot/storage/storagetest"
)

// TestJobs_Plan: jobs that are not due are never read, whichever kinds are wanted, neither in a new database nor in one
// that SQLite has analyzed.
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
			e := explain(t, db)
			_, _, err := sqlstore.NewReader(e, dialect()).NextJob(t.Context(), []play.JobKind{"tell"}, time.UnixMilli(1))
			require.NoError(t, err)
			requireSearches(t, e.Take())
			_, err = sqlstore.NewTx(e, dialect(), nil, nil).Claim(t.Context(), play.Claim{Kind: "tell",
				Now: time.UnixMilli(1), Until: time.UnixMilli(2), Limit: 16})
			require.NoError(t, err)
			requireSearches(t, e.Take())
			e.Explain("UPDATE jobs SET lease = NULL WHERE lease IS NOT NULL")
			requireSearches(t, e.Take())
		})
	}
}

// TestPlans: every query of people and the worker reads only the rows it needs.
func TestPlans(t *testing.T) {
	t.Parallel()
	// The exceptions: subqueries, parameters, tables of one row, the bot's own puzzles, and indexes that contain only
	// the rows wanted.
	few := regexp.MustCompile(`^SCAN (\(.*|latest|total|own|others|wanted|CONSTANT ROW|json_each .*|orders|puzzles` +
		`|reviews USING .*INDEX reviews_open|servers USING .*INDEX servers_unranked|jobs USING .*INDEX jobs_lease)$`)
	db := openTest(t)
	e := explain(t, db)
	tx := sqlstore.NewTx(e, dialect(), nil, nil)
	for name, ask := range playtest.Asks(t, tx, tx) {
		require.NoError(t, ask(), name)
		steps := e.Take()
		if name == "LeaguesNaming" || name == "AllRatingChanges" { // for deletions and downloads; for annulments
			continue
		}
		if name == "Recent" { // the last ones of each kind are already ordered
			assert.Equal(t, 1, strings.Count(strings.Join(steps, "\n"), "TEMP B-TREE"), steps)
		}
		for _, step := range steps {
			if !few.MatchString(step) {
				assert.NotContains(t, step, "SCAN ", name)
			}
		}
	}
}

// explain returns a Conn that records SQLite's query plans for db.
func explain(t *testing.T, db *DB) *storagetest.Explainer {
	return &storagetest.Explainer{Conn: db.writer, T: t, How: "EXPLAIN QUERY PLAN ",
		Scan: func(from sqlstore.Scanner) (step string, err error) {
			var id, parent, unused int
			err = from.Scan(&id, &parent, &unused, &step)
			return step, err
		}}
}

// requireSearches checks that a statement finds its jobs with indexes, reads a range of them only up to a time or after
// a lease, and sorts nothing.
func requireSearches(t *testing.T, plan []string) {
	t.Helper()
	good := regexp.MustCompile(`USING (PRIMARY KEY \(subject=\?( AND kind=\?)?\)` +
		`|(COVERING )?INDEX jobs_due \(kind=\? AND due[<>]\?\)` +
		`|(COVERING )?INDEX jobs_lease( \(lease>\?( AND lease<\?)?\))?)$`)
	steps := 0
	for _, step := range plan {
		words := strings.Fields(step)
		switch table := words[min(1, len(words)-1)]; {
		case step == "USE TEMP B-TREE FOR ORDER BY":
			assert.Fail(t, step)
		case table == "j" || table == "jobs" || table == "other" || table == "leased":
			steps++
			assert.Regexp(t, good, step)
		}
	}
	assert.Positive(t, steps)
}
