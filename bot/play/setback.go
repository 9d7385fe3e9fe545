package play

import (
	"context"
	"time"
)

// aheadAtMost is how long after the last sign of life by a clock that was ahead something can be due by it that waits
// for no time of its own: so long an announcement that was refused waits for the next try.
const aheadAtMost = time.Hour

// isAhead reports whether the last sign of life is to come: the clock was set back.
func (a Alive) isAhead(now time.Time) bool { return a.At.Sub(now) >= awayAtLeast }

// hurry makes due now what is due, or leased, until a time. A digest and the end of a thread wait for a time alone, and
// are left; the others find out when they are due.
func hurry(ctx context.Context, tx Tx, until, now time.Time) error {
	for _, kind := range JobKinds() {
		if kind == JobDigest || kind == JobArchive {
			continue
		}
		jobs, err := claimAll(ctx, tx, Claim{Kind: kind, Now: until, Until: until.Add(time.Second), Limit: creditBatch})
		if err != nil {
			return err
		}
		for _, job := range jobs {
			job.Due = earlier(job.Due, now)
			if err := tx.Return(ctx, job); err != nil {
				return err
			}
		}
	}
	return nil
}

// claimAll claims by and by all jobs that c can.
func claimAll(ctx context.Context, tx Tx, c Claim) (all []Job, err error) {
	for {
		jobs, err := tx.Claim(ctx, c)
		if err != nil || len(jobs) == 0 {
			return all, err
		}
		all = append(all, jobs...)
	}
}
