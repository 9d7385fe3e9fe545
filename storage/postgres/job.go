package postgres

import (
	"context"
	"fmt"

	"madbot/bot/play"
	"madbot/storage/sqlstore"
)

// candidates selects the subjects of jobs that can be claimed; see sqlstore.Dialect.
const candidates = `SELECT subject FROM jobs AS j WHERE kind = ?2 AND ` + sqlstore.Claimable + `
	ORDER BY due, subject LIMIT ?3`

// dialect is PostgreSQL's SQL. Claim checks again whether the jobs can be claimed, because others may have claimed them
// before they were locked.
func dialect() sqlstore.Dialect {
	return sqlstore.Dialect{
		Kinds: "SELECT json_array_elements_text(?2::json) AS kind",
		Claim: `UPDATE jobs AS j SET lease = ?2, claim = ?2 WHERE kind = ?3 AND subject = ANY (?4)
				AND ` + sqlstore.Claimable + `
			RETURNING ` + sqlstore.JobColumns,
	}
}

// Claim implements play.Jobs. It skips subjects that another unit of work has locked, because that one may still change
// when their jobs are due.
func (t tx) Claim(ctx context.Context, c play.Claim) ([]play.Job, error) {
	all, err := t.unit.candidates(ctx, c)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	names := make([]sqlstore.Name, len(all))
	for i, subject := range all {
		names[i] = sqlstore.SubjectName(subject)
	}
	got, err := t.unit.tryLock(ctx, names, c.Limit)
	if err != nil || len(got) == 0 {
		return nil, err
	}
	free := make([]string, len(got))
	for i, one := range got {
		free[i] = all[one]
	}
	return t.ClaimOf(ctx, c, free)
}

// spare is how many additional jobs are considered, in case others have locked some of them.
const spare = 16

func (u *unit) candidates(ctx context.Context, c play.Claim) (all []string, err error) {
	all, err = sqlstore.All(context.WithoutCancel(ctx), u, candidates, sqlstore.ScanOne[string], c.Now.UnixMilli(),
		c.Kind, c.Limit+spare)
	if err != nil {
		return nil, fmt.Errorf("look for %s: %w", c.Kind, err)
	}
	return all, nil
}
