package match

import "time"

// Setback is how telling notices failed.
type Setback struct {
	Until  time.Time // when it is tried again
	Unsure bool      // they may have been told all the same
	Closed string    // the channel that would not have them; "": none refused
}
