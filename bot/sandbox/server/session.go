package server

import (
	"encoding/json"
	"slices"
	"time"

	"madbot/bot/sandbox/wire"
)

// session is a stream of events to a bot, from READY on, over one connection after another.
type session struct {
	id    string
	shard shard
	conn  *conn     // nil: it has none now
	lost  time.Time // when it lost its connection
	base  string    // how the bot reaches this server: "http://host"
	sent  [][]byte  // the last events as they are sent
	seq   int       // the number of the last one
}

// keptEvents is how many events a bot may miss and still get when it resumes.
const keptEvents = 200

// eventLocked sends an event under the session's next number; addresses of files become absolute.
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

// loseLocked notes that the connection has ended.
func (s *session) loseLocked() { s.conn, s.lost = nil, time.Now() }

// resumeLocked goes on with a session over c, with the events after seq; false when it is not kept,
// or those events are not.
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
	if s.conn != nil { // a new connection takes the session from the old one
		s.conn.closeLocked(closeUnknown)
	}
	s.conn, c.session = c, s
	for _, line := range s.sent[len(s.sent)-missed:] {
		c.queueLocked(frame{data: line})
	}
	s.eventLocked("RESUMED", json.RawMessage("{}"))
	return true
}

// forgetLocked ends a session for good; nil is none.
func (g *Gateway) forgetLocked(s *session) {
	g.sessions = slices.DeleteFunc(g.sessions, func(o *session) bool { return o == s })
}

// expireLocked ends the sessions that have been without a connection for too long.
func (g *Gateway) expireLocked() {
	g.sessions = slices.DeleteFunc(g.sessions, func(s *session) bool {
		return s.conn == nil && time.Since(s.lost) >= g.Resume
	})
}

// shard is one part of the guilds of a bot: events/gateway, "Sharding", of Discord's documentation.
type shard struct{ id, count int }

// exists reports whether there can be such a shard.
func (s shard) exists() bool { return 0 <= s.id && s.id < s.count }

// has reports whether the events of a guild go to s, 0 for direct messages.
func (s shard) has(guild wire.Snowflake) bool {
	return int(uint64(guild)>>22%uint64(s.count)) == s.id
}
