package playtest

import (
	"cmp"
	"context"
	"slices"
	"time"

	"madbot/bot/play"
)

// memoryJobs are the methods on jobs.
type memoryJobs struct{ *unit }

// front is the first job of a subject, and when it can be claimed.
type front struct {
	play.Job
	free time.Time // it is due then, and no job of its subject is leased
}

// fronts returns the front of each subject, in any order.
func (tx memoryJobs) fronts(now time.Time) []front {
	first := make(map[string]*front, len(tx.jobs))
	all := make([]front, 0, len(tx.jobs)) // never moves, so that first can point into it
	for _, j := range tx.jobs {
		f, known := first[j.Subject]
		if !known {
			all = append(all, front{Job: j.Job})
			f = &all[len(all)-1]
			first[j.Subject] = f
		} else if byDue(j.Job, f.Job) < 0 {
			f.Job = j.Job
		}
		if j.until.After(now) && !j.until.After(now.Add(play.MaxLease)) && j.until.After(f.free) {
			f.free = j.until
		}
	}
	for i, f := range all {
		if f.Due.After(f.free) {
			all[i].free = f.Due
		}
	}
	return all
}

func (tx memoryJobs) NextJob(_ context.Context, kinds []play.JobKind, now time.Time) (
	first time.Time, ready []play.JobKind, _ error) {
	for _, f := range tx.fronts(now) {
		if !slices.Contains(kinds, f.Kind) {
			continue
		}
		if first.IsZero() || f.free.Before(first) {
			first = f.free
		}
		if !f.free.After(now) && !slices.Contains(ready, f.Kind) {
			ready = append(ready, f.Kind)
		}
	}
	return first, ready, nil
}

// byDue orders jobs by due time, then by kind.
func byDue(a, b play.Job) int {
	return cmp.Or(a.Due.Compare(b.Due), cmp.Compare(a.Kind, b.Kind),
		cmp.Compare(a.Subject, b.Subject))
}

func (tx memoryJobs) Schedule(ctx context.Context, k play.JobKind, subject string,
	due time.Time) error {
	key := jobKey{k, subject}
	j := tx.jobs[key]
	j.Kind, j.Subject, j.Due, j.Attempts, j.Cause = k, subject, play.Stamp(due), 0, play.Cause(ctx)
	j.Version++
	put(tx, tx.jobs, key, j)
	return nil
}

func (tx memoryJobs) Claim(_ context.Context, c play.Claim) ([]play.Job, error) {
	due := slices.DeleteFunc(tx.fronts(c.Now), func(f front) bool {
		return f.Kind != c.Kind || f.free.After(c.Now)
	})
	slices.SortFunc(due, func(a, b front) int { return byDue(a.Job, b.Job) })
	var claimed []play.Job
	for _, f := range due[:min(len(due), c.Limit)] {
		f.Lease = play.Stamp(c.Until)
		put(tx, tx.jobs, jobKey{f.Kind, f.Subject}, held{f.Job, f.Lease})
		claimed = append(claimed, f.Job)
	}
	return claimed, nil
}

func (tx memoryJobs) Renew(_ context.Context, j play.Job, until time.Time) error {
	stored, err := tx.leased(j)
	if err != nil {
		return err
	}
	stored.until = play.Stamp(until)
	put(tx, tx.jobs, jobKey{j.Kind, j.Subject}, stored)
	return nil
}

func (tx memoryJobs) Done(_ context.Context, j play.Job) error {
	stored, err := tx.leased(j)
	if err != nil {
		return err
	}
	key := jobKey{j.Kind, j.Subject}
	if stored.Version == j.Version {
		drop(tx, tx.jobs, key)
		return nil
	}
	stored.Lease, stored.until = time.Time{}, time.Time{}
	put(tx, tx.jobs, key, stored)
	return nil
}

func (tx memoryJobs) Return(_ context.Context, j play.Job) error {
	stored, err := tx.leased(j)
	if err != nil {
		return err
	}
	if stored.Version == j.Version {
		stored.Due, stored.Attempts = play.Stamp(j.Due), j.Attempts
	}
	stored.Lease, stored.until = time.Time{}, time.Time{}
	put(tx, tx.jobs, jobKey{j.Kind, j.Subject}, stored)
	return nil
}

// leased returns the stored job j while j's lease is valid.
func (tx memoryJobs) leased(j play.Job) (held, error) {
	stored := tx.jobs[jobKey{j.Kind, j.Subject}]
	if j.Lease.IsZero() || !stored.Lease.Equal(j.Lease) {
		return held{}, play.ErrLeaseLost
	}
	return stored, nil
}
