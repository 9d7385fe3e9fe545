package worker

import (
	"context"
	"time"

	"github.com/cenkalti/backoff/v5"

	"madbot/bot/play"
)

// firstDelay is the wait before the second attempt; it is doubled with each one after.
const firstDelay = 2 * time.Second

// The longest delays between two attempts, by what has to change meanwhile.
const (
	localDelay   = time.Minute     // something here, such as a full disk
	outageDelay  = 5 * time.Minute // Discord or the way to it
	refusalDelay = time.Hour       // the rights of the bot
)

// goneDelay is the wait where only another event can mend what failed.
const goneDelay = 30 * 24 * time.Hour

// newBackOff returns delays from firstDelay to longest.
func newBackOff(longest time.Duration) *backoff.ExponentialBackOff {
	return &backoff.ExponentialBackOff{InitialInterval: firstDelay, Multiplier: 2,
		MaxInterval: longest}
}

// delay returns how long to wait, at most longest, after one more failure when there were failures
// before.
func delay(failures int, longest time.Duration) time.Duration {
	pause := newBackOff(longest)
	for range failures {
		if pause.NextBackOff() == longest {
			return longest
		}
	}
	return pause.NextBackOff()
}

// postponed returns job with one more failed attempt, due after the delay that follows from it.
func postponed(job play.Job, now time.Time, longest time.Duration) play.Job {
	job.Due = now.Add(delay(job.Attempts, longest))
	job.Attempts++
	return job
}

// giveBack returns the Record of a job that is to be done again as it says.
func giveBack(job play.Job) Record {
	return func(ctx context.Context, tx play.Tx) error { return tx.Return(ctx, job) }
}
