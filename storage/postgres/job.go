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

// Claim implements play.Jobs. It passes by the subjects that another unit of work has: that unit would have to end
// first, and may make the job due at another time.
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
