package sandbox

import (
	"context"
	"encoding/json"
	"fmt"
)

// identify answers IDENTIFY: READY, and the guild when its intent is there. It gives the code to
// close with, or 0. mu must be held.
func (c *conn) identify(data json.RawMessage) int {
	var id struct {
		Token      string         `json:"token"`
		Properties map[string]any `json:"properties"`
		Intents    *int           `json:"intents"`
		Shard      []int          `json:"shard"`
	}
	switch err := json.Unmarshal(data, &id); {
	case c.ready:
		return closeAlready
	case err != nil || id.Properties == nil || id.Intents == nil:
		return closeDecode
	case id.Token != c.s.token() && id.Token != "Bot "+c.s.token():
		return closeAuthentication
	case id.Shard != nil && (len(id.Shard) != 2 || id.Shard[0] != 0 || id.Shard[1] != 1):
		return closeShard // there is one guild, so one shard
	case *id.Intents&^intentsAll != 0:
		return closeIntents
	case *id.Intents&intentsPrivileged != 0:
		return closeDisallowed
	}
	if _, _, ok := c.s.take("identify", identifyPace()); !ok && c.s.Limits {
		c.send(opInvalid, false)
		return 0
	}
	c.intents, c.ready = *id.Intents, true
	c.event("READY", map[string]any{
		"v":                       json.Number(c.version),
		"user":                    c.s.users[BotID],
		"session_id":              fmt.Sprintf("%x", uint64(c.s.newID())),
		"session_type":            "normal",
		"resume_gateway_url":      "ws" + c.base[len("http"):] + "/gateway/",
		"guilds":                  []any{map[string]any{"id": GuildID, "unavailable": true}},
		"private_channels":        []any{},
		"application":             map[string]any{"id": BotID, "flags": 0},
		"shard":                   []int{0, 1},
		"user_settings":           map[string]any{},
		"relationships":           []any{},
		"presences":               []any{},
		"geo_ordered_rtc_regions": []any{},
	})
	if c.intents&intentGuilds != 0 {
		c.event("GUILD_CREATE", c.s.guildCreate())
	}
	c.s.tellOnline()
	return 0
}

// resume answers RESUME: sessions are not kept, so the bot must identify anew. mu must be held.
func (c *conn) resume(data json.RawMessage) int {
	var r struct {
		Token string `json:"token"`
	}
	switch err := json.Unmarshal(data, &r); {
	case err != nil:
		return closeDecode
	case c.ready:
		return closeAlready
	case r.Token != c.s.token() && r.Token != "Bot "+c.s.token():
		return closeAuthentication
	}
	c.send(opInvalid, false)
	return 0
}

// event queues a dispatch with the connection's next number; addresses of files become absolute. mu
// must be held.
func (c *conn) event(name string, data any) {
	raw, err := json.Marshal(data)
	if err != nil {
		panic(err) // plain data
	}
	c.seq++
	seq := c.seq
	raw = absolute(raw, c.base)
	line, err := json.Marshal(packet{Op: opDispatch, Data: raw, Seq: &seq, Type: name})
	if err != nil {
		panic(err)
	}
	c.queue(frame{data: line})
}

// dispatch sends an event to every connected bot that has the intent; 0 is for events outside all
// intents. It tells whether there was one. mu must be held.
func (s *Server) dispatch(intent int, name string, data any) bool {
	sent := false
	for _, c := range s.conns {
		if c.ready && (intent == 0 || c.intents&intent != 0) {
			c.event(name, data)
			sent = true
		}
	}
	return sent
}

// online tells whether a bot is connected. mu must be held.
func (s *Server) online() bool {
	for _, c := range s.conns {
		if c.ready {
			return true
		}
	}
	return false
}

// AwaitBot waits until a bot is connected and has had READY.
func (s *Server) AwaitBot(ctx context.Context) error { return s.await(ctx, s.online) }

// AwaitNoBot waits until no bot is connected.
func (s *Server) AwaitNoBot(ctx context.Context) error {
	return s.await(ctx, func() bool { return !s.online() })
}

// each does something to every connection.
func (s *Server) each(do func(*conn)) {
	s.ready()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.conns {
		do(c)
	}
}

// Reconnect asks every connected bot to reconnect (op 7).
func (s *Server) Reconnect() { s.each(func(c *conn) { c.send(opReconnect, nil) }) }

// InvalidateSession tells every connected bot that its session is no longer valid (op 9), after
// which nothing is sent to it until it identifies anew.
func (s *Server) InvalidateSession() {
	s.each(func(c *conn) {
		c.send(opInvalid, false)
		if c.ready {
			c.ready = false
			s.tellOnline()
		}
	})
}

// Drop ends every connection abruptly, without a close frame.
func (s *Server) Drop() {
	s.each(func(c *conn) {
		c.queue(frame{abrupt: true})
		c.shut()
	})
}

// CloseGateway ends every connection with a close code: 4004 is fatal, 4000 invites a new try.
func (s *Server) CloseGateway(code int) { s.each(func(c *conn) { c.close(code) }) }
