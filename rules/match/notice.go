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
