package match

import "time"

// Notice is an event that must still be told to people.
type Notice struct {
	ID       int64 // in the order the events happened
	Match    ID
	Event    Event
	Attempts int       // how often telling it has failed
	Due      time.Time // not before
	Sending  bool      // it may have been told: an attempt began, and how it went is not known
}

// Setback is how telling notices failed.
type Setback struct {
	Until  time.Time // when it is tried again
	Unsure bool      // they may have been told all the same
	Closed string    // the channel that would not have them; "": none refused
}

// Post is the message that shows a match in a channel.
type Post struct {
	Match   ID
	Channel string
	Message string // empty: no message
}
