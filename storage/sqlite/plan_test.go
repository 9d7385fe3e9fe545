package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/storage/sqlstore"
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
			e := &explainer{Conn: db.writer, t: t}
			_, _, err := sqlstore.NewReader(e, dialect()).NextJob(t.Context(), []play.JobKind{"tell"}, time.UnixMilli(1))
			require.NoError(t, err)
			requireSearches(t, e.take())
			_, err = sqlstore.NewTx(e, dialect()).Claim(t.Context(), play.Claim{Kind: "tell",
				Now: time.UnixMilli(1), Until: time.UnixMilli(2), Limit: 16})
			require.NoError(t, err)
			requireSearches(t, e.take())
			e.explain("UPDATE jobs SET lease = NULL WHERE lease IS NOT NULL")
			requireSearches(t, e.take())
		})
	}
}

// TestChallenges_Plan: of many matches, only those are read that are counted before a challenge, or say
// how somebody plays.
func TestChallenges_Plan(t *testing.T) {
	t.Parallel()
	db := openTest(t)
	e := &explainer{Conn: db.writer, t: t}
	tx := sqlstore.NewTx(e, dialect())
	for name, read := range map[string]func() error{
		"Made":      func() error { _, err := tx.Made(t.Context(), "1", time.UnixMilli(1000)); return err },
		"MadeIn":    func() error { _, err := tx.MadeIn(t.Context(), "1", time.UnixMilli(1000)); return err },
		"Histories": func() error { _, err := tx.Histories(t.Context(), "1", 1000); return err },
		"Endings":   func() error { _, err := tx.Endings(t.Context(), "1", "1000"); return err },
	} {
		require.NoError(t, read())
		steps := e.take()
		assert.NotEmpty(t, steps)
		for _, step := range steps {
			if step != "SCAN latest" { // they were found before, as was what is in brackets
				assert.NotRegexp(t, "SCAN [^(]", step, name)
			}
		}
	}
}

// explainer is a Conn that keeps how SQLite finds what is asked of it.
type explainer struct {
	sqlstore.Conn
	t     *testing.T
	steps []string
}

// QueryContext implements sqlstore.Conn.
func (e *explainer) QueryContext(ctx context.Context, statement string, args ...any) (*sql.Rows, error) {
	e.explain(statement, args...)
	return e.Conn.QueryContext(ctx, statement, args...)
}

// QueryRowContext implements sqlstore.Conn.
func (e *explainer) QueryRowContext(ctx context.Context, statement string, args ...any) *sql.Row {
	e.explain(statement, args...)
	return e.Conn.QueryRowContext(ctx, statement, args...)
}

// explain keeps the steps of a statement.
func (e *explainer) explain(statement string, args ...any) {
	rows, err := e.Conn.QueryContext(e.t.Context(), "EXPLAIN QUERY PLAN "+statement, args...)
	require.NoError(e.t, err)
	defer rows.Close()
	for rows.Next() {
		var id, parent, unused int
		var step string
		require.NoError(e.t, rows.Scan(&id, &parent, &unused, &step))
		e.steps = append(e.steps, step)
	}
	require.NoError(e.t, rows.Err())
}

// take returns the steps since it was last called.
func (e *explainer) take() []string {
	steps := e.steps
	e.steps = nil
	return steps
}

// requireSearches checks that a statement finds its jobs by indexes, reads a range of them only up
// to a time or after a lease, and sorts nothing.
func requireSearches(t *testing.T, plan []string) {
	t.Helper()
	good := regexp.MustCompile(`USING (PRIMARY KEY \(subject=\?( AND kind=\?)?\)` +
		`|(COVERING )?INDEX jobs_due \(kind=\? AND due[<>]\?\)` +
		`|(COVERING )?INDEX jobs_lease( \(lease>\?\))?)$`)
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
