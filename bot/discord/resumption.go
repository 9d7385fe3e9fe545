package discord

import (
	"encoding/json"
	"sync"
)

// resumption is the place in Discord's stream of events from which a new connection can go on. Its
// zero value is none. It is safe for concurrent use.
// https://discord.com/developers/docs/events/gateway#resuming
type resumption struct {
	mu sync.Mutex
	bookmark
}

// bookmark is what a resumption keeps.
type bookmark struct {
	session string // "": nothing to resume
	address string // of the gateway that has the session; "": any
	seq     int64  // the last event that came
}

// begin notes a new session as READY tells it.
func (r *resumption) begin(ready json.RawMessage) {
	var told struct {
		Session string `json:"session_id"`
		Address string `json:"resume_gateway_url"`
	}
	_ = json.Unmarshal(ready, &told) // what cannot be read cannot be resumed
	r.mu.Lock()
	defer r.mu.Unlock()
	r.session, r.address = told.Session, told.Address
}

// advance notes the number of an event that came.
func (r *resumption) advance(seq int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if seq > 0 {
		r.seq = seq
	}
}

// forget makes r none.
func (r *resumption) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.bookmark = bookmark{}
}

// now returns what r holds.
func (r *resumption) now() bookmark {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.bookmark
}
