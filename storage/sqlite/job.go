package sqlite

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

// claimable is the condition of a job j that can be claimed at the time ?1; see play.Claim.
const claimable = `due <= ?1 AND coalesce(lease, 0) <= ?1 AND NOT EXISTS (
	SELECT 1 FROM jobs AS other
	WHERE other.subject = j.subject AND other.kind <> j.kind
		AND (other.lease > ?1 OR (other.due, other.kind) < (j.due, j.kind)))`

// nextJob selects when a job of the kinds in the JSON array ?2 that can be claimed at the time ?1
// became due, when the next of them is due, and when the next lease of their subjects ends. What
// cannot be claimed waits for one of the last two, or for somebody. Each kind is looked up apart:
// the planner would read all jobs for several at once.
const nextJob = `WITH wanted AS (SELECT value AS kind FROM json_each(?2))
	SELECT
		(SELECT min(due) FROM (SELECT (SELECT due FROM jobs AS j WHERE kind = wanted.kind
			AND ` + claimable + ` ORDER BY due LIMIT 1) AS due FROM wanted)),
		(SELECT min(due) FROM (SELECT (SELECT due FROM jobs AS j WHERE kind = wanted.kind
			AND due > ?1 ORDER BY due LIMIT 1) AS due FROM wanted)),
		(SELECT min(lease) FROM jobs AS leased WHERE lease > ?1
			AND EXISTS (SELECT 1 FROM jobs WHERE subject = leased.subject AND kind IN wanted))`

// NextJob implements play.Reader.
func (d *DB) NextJob(ctx context.Context, kinds []play.JobKind, now time.Time) (time.Time, bool,
	error) {
	names, err := json.Marshal(kinds)
	if err != nil {
		return time.Time{}, false, fmt.Errorf("next job: %w", err)
	}
	var ready, due, lease sql.NullInt64
	err = d.readers.QueryRowContext(ctx, nextJob, now.UnixMilli(), string(names)).
		Scan(&ready, &due, &lease)
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

// Schedule implements play.Jobs.
func (t tx) Schedule(ctx context.Context, k play.JobKind, subject string, due time.Time) error {
	_, err := t.exec(ctx, `INSERT INTO jobs (kind, subject, due, attempts, version)
		VALUES (?, ?, ?, 0, 1)
		ON CONFLICT (subject, kind) DO UPDATE SET due = excluded.due, version = version + 1`,
		k, subject, due.UnixMilli())
	if err != nil {
		return fmt.Errorf("schedule %s of %s: %w", k, subject, err)
	}
	return nil
}

// claim leases, until ?2, up to ?4 jobs of the kind ?3 that can be claimed at the time ?1.
const claim = `UPDATE jobs SET lease = ?2, claim = ?2 WHERE kind = ?3 AND subject IN (
		SELECT subject FROM jobs AS j WHERE kind = ?3 AND ` + claimable + `
		ORDER BY due, subject LIMIT ?4)
	RETURNING ` + row.JobColumns

// Claim implements play.Jobs.
func (t tx) Claim(ctx context.Context, c play.Claim) ([]play.Job, error) {
	rows, err := t.query(ctx, claim, c.Now.UnixMilli(), c.Until.UnixMilli(), c.Kind, c.Limit)
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
const ours = " WHERE kind = ? AND subject = ? AND claim = ?"

// Renew implements play.Jobs.
func (t tx) Renew(ctx context.Context, j play.Job, until time.Time) error {
	return kept(t.settle(ctx, j, "UPDATE jobs SET lease = ?"+ours,
		until.UnixMilli(), j.Kind, j.Subject, row.Millis(j.Lease)))
}

// Done implements play.Jobs.
func (t tx) Done(ctx context.Context, j play.Job) error {
	n, err := t.settle(ctx, j, "DELETE FROM jobs"+ours+" AND version = ?",
		j.Kind, j.Subject, row.Millis(j.Lease), j.Version)
	if err != nil || n > 0 {
		return err
	}
	n, err = t.settle(ctx, j, "UPDATE jobs SET lease = NULL, claim = NULL, attempts = 0"+ours,
		j.Kind, j.Subject, row.Millis(j.Lease))
	return kept(n, err)
}

// Return implements play.Jobs.
func (t tx) Return(ctx context.Context, j play.Job) error {
	n, err := t.settle(ctx, j, `UPDATE jobs SET lease = NULL, claim = NULL, attempts = ?,
		due = iif(version = ?, ?, due)`+ours,
		j.Attempts, j.Version, j.Due.UnixMilli(), j.Kind, j.Subject, row.Millis(j.Lease))
	return kept(n, err)
}

// settle returns how many jobs a statement found.
func (t tx) settle(ctx context.Context, j play.Job, statement string, args ...any) (int64, error) {
	result, err := t.exec(ctx, statement, args...)
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
