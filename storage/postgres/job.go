package postgres

import (
	"context"
	"fmt"
	"time"

	"madbot/bot/play"
	"madbot/storage/sqlstore"
)

// candidates selects the subjects of jobs that can be claimed; see sqlstore.Dialect.
const candidates = `SELECT subject FROM jobs AS j WHERE kind = ?2 AND ` + sqlstore.Claimable + `
	ORDER BY due, subject LIMIT ?3`

// dialect is what PostgreSQL says in its own way. The subjects that can be claimed are looked for once more, since
// others may have claimed them before they were locked.
func dialect() sqlstore.Dialect {
	return sqlstore.Dialect{
		Kinds: "SELECT json_array_elements_text(?2::json) AS kind",
		Claim: `UPDATE jobs AS j SET lease = ?2, claim = ?2 WHERE kind = ?3 AND subject = ANY (?4)
				AND ` + sqlstore.Claimable + `
			RETURNING ` + sqlstore.JobColumns,
	}
}

// Schedule implements play.Jobs.
func (t tx) Schedule(ctx context.Context, k play.JobKind, subject string, due time.Time) error {
	return t.write(ctx, subjectName(subject), func() error {
		t.unit.scheduled = true
		return t.common.Schedule(ctx, k, subject, due)
	})
}

// Claim implements play.Jobs. It passes by the subjects that another unit of work has: that unit would have to end
// first, and may make the job due at another time.
func (t tx) Claim(ctx context.Context, c play.Claim) ([]play.Job, error) {
	all, err := t.unit.candidates(ctx, c)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	names := make([]name, len(all))
	for i, subject := range all {
		names[i] = subjectName(subject)
	}
	got, err := t.unit.tryLock(ctx, names, c.Limit)
	if err != nil || len(got) == 0 {
		return nil, err
	}
	free := make([]string, len(got))
	for i, one := range got {
		free[i] = all[one]
	}
	return t.common.ClaimOf(ctx, c, free)
}

// spare is how many more jobs than wanted are looked at, in case others have some of them.
const spare = 16

// candidates returns the subjects of the jobs that can be claimed, those due first.
func (u *unit) candidates(ctx context.Context, c play.Claim) (all []string, err error) {
	all, err = sqlstore.All(context.WithoutCancel(ctx), u, candidates, sqlstore.ScanOne[string], c.Now.UnixMilli(),
		c.Kind, c.Limit+spare)
	if err != nil {
		return nil, fmt.Errorf("look for %s: %w", c.Kind, err)
	}
	return all, nil
}

// Renew implements play.Jobs.
func (t tx) Renew(ctx context.Context, j play.Job, until time.Time) error {
	return t.write(ctx, subjectName(j.Subject), func() error { return t.common.Renew(ctx, j, until) })
}

// Done implements play.Jobs.
func (t tx) Done(ctx context.Context, j play.Job) error {
	return t.write(ctx, subjectName(j.Subject), func() error { return t.common.Done(ctx, j) })
}

// Return implements play.Jobs.
func (t tx) Return(ctx context.Context, j play.Job) error {
	return t.write(ctx, subjectName(j.Subject), func() error { return t.common.Return(ctx, j) })
}
