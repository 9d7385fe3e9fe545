package server

import (
	"encoding/json"
	"slices"
	"time"

	"madbot/bot/sandbox/wire"
)

// session is a stream of events to a bot that starts with READY. It can continue on another connection.
type session struct {
	id    string
	shard shard
	conn  *conn     // nil while disconnected
	lost  time.Time // when it was disconnected
	base  string    // address at which the bot reaches this server: "http://host"
	sent  [][]byte  // the last events, encoded
	seq   int       // number of the last event
}

// keptEvents is how many missed events a bot gets when it resumes.
const keptEvents = 200

// eventLocked sends an event with the session's next number. Paths of files become URLs.
func (s *session) eventLocked(name string, raw json.RawMessage) {
	s.seq++
	line, err := json.Marshal(packet{Op: opDispatch, Data: wire.Absolute(raw, s.base),
		Seq: new(s.seq), Type: name})
	if err != nil {
		panic(err)
	}
	if s.sent = append(s.sent, line); len(s.sent) > keptEvents {
		s.sent = slices.Clone(s.sent[keptEvents/2:])
	}
	if s.conn != nil {
		s.conn.queueLocked(frame{data: line})
	}
}

func (s *session) loseLocked() { s.conn, s.lost = nil, time.Now() }

// resumeLocked continues a session on c with the events after seq. It returns false if the session or these events
// are gone.
func (g *Gateway) resumeLocked(c *conn, id string, seq int) bool {
	g.expireLocked()
	at := slices.IndexFunc(g.sessions, func(s *session) bool { return s.id == id })
	if at < 0 || c.closing || g.Resume == 0 {
		return false
	}
	s := g.sessions[at]
	missed := s.seq - seq
	if missed < 0 || missed > len(s.sent) {
		return false
	}
	if s.conn != nil { // the new connection takes over the session
		s.conn.closeLocked(closeUnknown)
	}
	s.conn, c.session = c, s
	for _, line := range s.sent[len(s.sent)-missed:] {
		c.queueLocked(frame{data: line})
	}
	s.eventLocked("RESUMED", json.RawMessage("{}"))
	return true
}

// forgetLocked ends a session for good; nil does nothing.
func (g *Gateway) forgetLocked(s *session) {
	g.sessions = slices.DeleteFunc(g.sessions, func(o *session) bool { return o == s })
}

// expireLocked ends the sessions that were disconnected for too long.
func (g *Gateway) expireLocked() {
	g.sessions = slices.DeleteFunc(g.sessions, func(s *session) bool {
		return s.conn == nil && time.Since(s.lost) >= g.Resume
	})
}

// shard is a part of a bot's guilds.
type shard struct{ id, count int }

func (s shard) exists() bool { return 0 <= s.id && s.id < s.count }

// has reports whether s receives the events of a guild; guild 0 is for direct messages.
func (s shard) has(guild wire.Snowflake) bool {
	return int(uint64(guild)>>22%uint64(s.count)) == s.id
}
