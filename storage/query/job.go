package query

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"madbot/bot/play"
	"madbot/storage/row"
)

// Claimable is the condition of a job j that can be claimed at the time ?1; see play.Claim. An offset, even of
// nothing, has PostgreSQL look at each subject, where it would rather read all jobs to join them.
const Claimable = `due <= ?1 AND coalesce(lease, 0) <= ?1 AND NOT EXISTS (
	SELECT 1 FROM jobs AS other
	WHERE other.subject = j.subject AND other.kind <> j.kind
		AND (other.lease > ?1 OR (other.due, other.kind) < (j.due, j.kind)) LIMIT 1 OFFSET 0)`

// nextJob returns the statement that selects when a job of the kinds in the JSON array ?2 that can be claimed
// at the time ?1 became due, when the next of them is due, and when the next lease of their subjects ends.
// What cannot be claimed waits for one of the last two, or for somebody. Each kind is looked up apart:
// the planner would read all jobs for several at once.
func nextJob(d Dialect) string {
	return `WITH wanted AS (` + d.Kinds + `)
	SELECT
		(SELECT min(due) FROM (SELECT (SELECT due FROM jobs AS j WHERE kind = wanted.kind
			AND ` + Claimable + ` ORDER BY due LIMIT 1) AS due FROM wanted) AS ready),
		(SELECT min(due) FROM (SELECT (SELECT due FROM jobs AS j WHERE kind = wanted.kind
			AND due > ?1 ORDER BY due LIMIT 1) AS due FROM wanted) AS later),
		(SELECT min(lease) FROM jobs AS leased WHERE lease > ?1
			AND EXISTS (SELECT 1 FROM jobs WHERE subject = leased.subject
				AND kind IN (SELECT kind FROM wanted) LIMIT 1 OFFSET 0))`
}

// NextJob implements play.Reader.
func (r Reader) NextJob(ctx context.Context, kinds []play.JobKind, now time.Time) (time.Time, bool,
	error) {
	words, err := json.Marshal(append([]play.JobKind{}, kinds...)) // [] and not null for none
	if err != nil {
		return time.Time{}, false, fmt.Errorf("next job: %w", err)
	}
	var ready, due, lease sql.NullInt64
	err = r.conn.QueryRowContext(ctx, nextJob(r.dialect), now.UnixMilli(), string(words)).Scan(&ready, &due, &lease)
	if err != nil {
		return time.Time{}, false, fmt.Errorf("next job: %w", err)
	}
	next := ready
	if !ready.Valid {
		next = earliest(due, lease)
	}
	return row.Instant(next), next.Valid, nil
}

// earliest returns the earlier of two times; NULL is never.
func earliest(a, b sql.NullInt64) sql.NullInt64 {
	if !a.Valid || b.Valid && b.Int64 < a.Int64 {
		return b
	}
	return a
}

// schedule makes a job due.
const schedule = `INSERT INTO jobs (kind, subject, due, attempts, version) VALUES (?1, ?2, ?3, 0, 1)
	ON CONFLICT (subject, kind) DO UPDATE SET due = excluded.due, version = jobs.version + 1`

// Schedule implements play.Jobs.
func (t Tx) Schedule(ctx context.Context, k play.JobKind, subject string, due time.Time) error {
	if _, err := t.conn.ExecContext(ctx, schedule, k, subject, due.UnixMilli()); err != nil {
		return fmt.Errorf("schedule %s of %s: %w", k, subject, err)
	}
	return nil
}

// Claim implements play.Jobs.
func (t Tx) Claim(ctx context.Context, c play.Claim) ([]play.Job, error) {
	return t.ClaimOf(ctx, c, c.Limit)
}

// ClaimOf claims as c says, which being the value of ?4 in Dialect.Claim.
func (t Tx) ClaimOf(ctx context.Context, c play.Claim, which any) ([]play.Job, error) {
	rows, err := t.conn.QueryContext(ctx, t.dialect.Claim, c.Now.UnixMilli(), c.Until.UnixMilli(), c.Kind, which)
	jobs, err := collect(rows, err, row.ScanJob)
	if err != nil {
		return nil, fmt.Errorf("claim %s: %w", c.Kind, err)
	}
	slices.SortFunc(jobs, func(a, b play.Job) int {
		return cmp.Or(a.Due.Compare(b.Due), cmp.Compare(a.Subject, b.Subject))
	})
	return jobs, nil
}

// ours is the condition of a job that was claimed and that nobody else has by now.
const ours = " WHERE kind = ?1 AND subject = ?2 AND claim = ?3"

// Renew implements play.Jobs.
func (t Tx) Renew(ctx context.Context, j play.Job, until time.Time) error {
	return kept(t.settle(ctx, j, "UPDATE jobs SET lease = ?4"+ours, until.UnixMilli()))
}

// Done implements play.Jobs.
func (t Tx) Done(ctx context.Context, j play.Job) error {
	n, err := t.settle(ctx, j, "DELETE FROM jobs"+ours+" AND version = ?4", j.Version)
	if err != nil || n > 0 {
		return err
	}
	return kept(t.settle(ctx, j, "UPDATE jobs SET lease = NULL, claim = NULL, attempts = 0"+ours))
}

// Return implements play.Jobs.
func (t Tx) Return(ctx context.Context, j play.Job) error {
	return kept(t.settle(ctx, j, `UPDATE jobs SET lease = NULL, claim = NULL, attempts = ?4,
		due = CASE WHEN version = ?5 THEN ?6 ELSE due END`+ours, j.Attempts, j.Version, j.Due.UnixMilli()))
}

// settle runs a statement on the job j, if it is ours, with more values from ?4 on, and returns how many jobs
// that were.
func (t Tx) settle(ctx context.Context, j play.Job, statement string, more ...any) (int64, error) {
	args := append([]any{j.Kind, j.Subject, row.Millis(j.Lease)}, more...)
	result, err := t.conn.ExecContext(ctx, statement, args...)
	if err != nil {
		return 0, fmt.Errorf("settle %s of %s: %w", j.Kind, j.Subject, err)
	}
	return result.RowsAffected()
}

// kept turns no job into play.ErrLeaseLost.
func kept(n int64, err error) error {
	if err == nil && n == 0 {
		return play.ErrLeaseLost
	}
	return err
}
