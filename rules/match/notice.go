package match

import "time"

// Notice is an event that must still be told to people.
type Notice struct {
	ID       int64 // in the order the events happened
	Match    ID
	Event    Event
	Attempts int       // how often telling it has failed
	Due      time.Time // not before
}

// Post is the message that shows a match in a channel.
type Post struct {
	Match   ID
	Channel string
	Message string // empty: no message
}
