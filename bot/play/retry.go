package play

import "time"

const (
	firstDelay   = 2 * time.Second // before the second attempt; doubled with each one after
	longestDelay = time.Hour
)

// retry is what failed, how often, and when it is tried again.
type retry struct {
	failures int
	at       time.Time
}

// delay returns how long to wait after one more failure when there were failures before.
func delay(failures int) time.Duration {
	d := firstDelay
	for range failures {
		if d *= 2; d >= longestDelay {
			return longestDelay
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
