package sqlstore

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"madbot/bot/play"
)

// JobColumns are the columns of a job.
const JobColumns = "kind, subject, due, attempts, claim, version, cause"

func scanJob(from Scanner) (j play.Job, err error) {
	err = from.Scan(&j.Kind, &j.Subject, instant{&j.Due}, &j.Attempts, instant{&j.Lease}, &j.Version, &j.Cause)
	return j, err
}

// Claimable is the condition of a job j that can be claimed at the time ?1; see play.Claim. The no-op OFFSET makes
// PostgreSQL look up each subject; otherwise the planner reads all jobs to join them.
const Claimable = `due <= ?1 AND NOT coalesce(lease ` + current + `, FALSE) AND NOT EXISTS (
	SELECT 1 FROM jobs AS other
	WHERE other.subject = j.subject AND other.kind <> j.kind
		AND (other.lease ` + current + ` OR (other.due, other.kind) < (j.due, j.kind)) LIMIT 1 OFFSET 0)`

// current is the condition of a lease that has not ended at ?1 and is no longer than play.MaxLease.
const current = `BETWEEN ?1 + 1 AND ?1 + 600000`

// nextJob returns the statement for NextJob. For jobs of the kinds in the JSON array ?2, at the time ?1, it selects
// when the earliest claimable job became due, the kinds that have a claimable job, when the next later job is due, and
// when the next lease ends. A job that cannot be claimed yet becomes claimable at one of the last two times, or when a
// process releases its job. Each kind is looked up separately, because for several at once the planner would read all
// jobs.
func nextJob(d Dialect) string {
	return `WITH wanted AS (` + d.Kinds + `),
		ready AS (SELECT kind, (SELECT due FROM jobs AS j WHERE kind = wanted.kind
			AND ` + Claimable + ` ORDER BY due LIMIT 1) AS due FROM wanted)
	SELECT (SELECT min(due) FROM ready),
		(SELECT coalesce(string_agg(kind, ' '), '') FROM ready WHERE due IS NOT NULL),
		(SELECT min(due) FROM (SELECT (SELECT due FROM jobs AS j WHERE kind = wanted.kind
			AND due > ?1 ORDER BY due LIMIT 1) AS due FROM wanted) AS later),
		(SELECT min(lease) FROM jobs AS leased WHERE lease ` + current + `
			AND EXISTS (SELECT 1 FROM jobs WHERE subject = leased.subject
				AND kind IN (SELECT kind FROM wanted) LIMIT 1 OFFSET 0))`
}

// NextJob implements play.Reader.
func (r Reader) NextJob(ctx context.Context, kinds []play.JobKind, now time.Time) (
	next time.Time, ready []play.JobKind, err error) {
	words := append([]play.JobKind{}, kinds...) // [] instead of null
	var due, lease time.Time
	var claimable string
	_, err = One(ctx, r.conn, nextJob(r.dialect), func(from Scanner) (struct{}, error) {
		return struct{}{}, from.Scan(instant{&next}, &claimable, instant{&due}, instant{&lease})
	}, instant{&now}, document{words})
	if err != nil {
		return time.Time{}, nil, fmt.Errorf("next job: %w", err)
	}
	if next.IsZero() {
		return earliest(due, lease), nil, nil
	}
	for kind := range strings.FieldsSeq(claimable) {
		ready = append(ready, play.JobKind(kind))
	}
	return next, ready, nil
}

// earliest returns the earlier of two times; zero means never.
func earliest(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// scheduleJob creates a job, or makes the existing one due at another time.
const scheduleJob = `INSERT INTO jobs (kind, subject, due, attempts, version, cause) VALUES (?1, ?2, ?3, 0, 1, ?4)
	ON CONFLICT (subject, kind) DO UPDATE SET due = excluded.due, attempts = 0, version = jobs.version + 1,
		cause = excluded.cause`

// jobTx is the part of a Tx for jobs.
type jobTx struct{ Reader }

// Schedule implements play.Jobs.
func (t jobTx) Schedule(ctx context.Context, k play.JobKind, subject string, due time.Time) error {
	return exec(ctx, t.on(SubjectName(subject)), []any{k, subject, instant{&due}, play.Cause(ctx)}, scheduleJob)
}

// Claim implements play.Jobs.
func (t jobTx) Claim(ctx context.Context, c play.Claim) ([]play.Job, error) {
	return t.ClaimOf(ctx, c, c.Limit)
}

// ClaimOf claims jobs according to c. which is the parameter ?4 in Dialect.Claim.
func (t jobTx) ClaimOf(ctx context.Context, c play.Claim, which any) ([]play.Job, error) {
	jobs, err := All(ctx, t.conn, t.dialect.Claim, scanJob, instant{&c.Now}, instant{&c.Until}, c.Kind, which)
	if err != nil {
		return nil, fmt.Errorf("claim %s: %w", c.Kind, err)
	}
	slices.SortFunc(jobs, func(a, b play.Job) int {
		return cmp.Or(a.Due.Compare(b.Due), cmp.Compare(a.Subject, b.Subject))
	})
	return jobs, nil
}

// ifClaimed is the condition of a job that this process has claimed and nobody else has claimed since.
const ifClaimed = " WHERE kind = ?1 AND subject = ?2 AND claim = ?3"

// Renew implements play.Jobs.
func (t jobTx) Renew(ctx context.Context, j play.Job, until time.Time) error {
	return leaseLost(t.changeJob(ctx, j, "UPDATE jobs SET lease = ?4"+ifClaimed, instant{&until}))
}

// Done implements play.Jobs.
func (t jobTx) Done(ctx context.Context, j play.Job) error {
	n, err := t.changeJob(ctx, j, "DELETE FROM jobs"+ifClaimed+" AND version = ?4", j.Version)
	if err != nil || n > 0 {
		return err
	}
	return leaseLost(t.changeJob(ctx, j, "UPDATE jobs SET lease = NULL, claim = NULL"+ifClaimed))
}

// Return implements play.Jobs.
func (t jobTx) Return(ctx context.Context, j play.Job) error {
	return leaseLost(t.changeJob(ctx, j, `UPDATE jobs SET lease = NULL, claim = NULL,
		attempts = CASE WHEN version = ?5 THEN ?4 ELSE attempts END,
		due = CASE WHEN version = ?5 THEN ?6 ELSE due END`+ifClaimed, j.Attempts, j.Version, instant{&j.Due}))
}

// changeJob runs a statement on the job j if this process still has it. Further values are ?4 and so on. It returns the
// number of jobs changed.
func (t jobTx) changeJob(ctx context.Context, j play.Job, statement string, more ...any) (int64, error) {
	args := append([]any{j.Kind, j.Subject, instant{&j.Lease}}, more...)
	n, err := affected(t.on(SubjectName(j.Subject)).ExecContext(ctx, statement, args...))
	if err != nil {
		return 0, fmt.Errorf("end %s of %s: %w", j.Kind, j.Subject, err)
	}
	return n, nil
}

func leaseLost(n int64, err error) error {
	if err == nil && n == 0 {
		return play.ErrLeaseLost
	}
	return err
}
