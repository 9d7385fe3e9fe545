package gateway

import (
	"encoding/json"
	"sync"
)

// Bookmark is the place in Discord's stream of events from which another connection can go on, of this
// process or of another one. The zero value is none.
// https://discord.com/developers/docs/events/gateway#resuming
type Bookmark struct {
	Session string `json:"session"`           // "": nothing to resume
	Address string `json:"address,omitempty"` // of the gateway that has the session; "": any
	Seq     int64  `json:"seq"`               // the last event that came; each up to it was handed on
}

// resumption keeps a Bookmark. Its zero value has none. It is safe for concurrent use.
type resumption struct {
	mu sync.Mutex
	at Bookmark
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
	r.at.Session, r.at.Address = told.Session, told.Address
}

// advance notes the number of an event that came.
func (r *resumption) advance(seq int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if seq > 0 {
		r.at.Seq = seq
	}
}

// forget makes r none.
func (r *resumption) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.at = Bookmark{}
}

// now returns what r holds.
func (r *resumption) now() Bookmark {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.at
}
