package play

import "time"

const (
	firstDelay = 2 * time.Second     // before the second attempt; doubled with each one after
	goneDelay  = 30 * 24 * time.Hour // before it where only another event can mend what failed
)

// The longest delays between two attempts, by what has to change meanwhile.
const (
	homeDelay    = time.Minute     // something here, such as a full disk
	outageDelay  = 5 * time.Minute // Discord or the way to it
	refusalDelay = time.Hour       // the rights of the bot
)

// retry is what failed, how often, and when it is tried again.
type retry struct {
	failures int
	at       time.Time
}

// delay returns how long to wait, at most longest, after one more failure when there were failures
// before.
func delay(failures int, longest time.Duration) time.Duration {
	d := firstDelay
	for range failures {
		if d *= 2; d >= longest {
			return longest
		}
	}
	return d
}

// earliest returns the earlier of two times; a zero one does not count.
func earliest(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}
