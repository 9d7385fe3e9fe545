package gateway

import (
	"crypto/rand"
	"encoding/json"
	"strconv"
	"time"

	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

// identity is what a bot sends with IDENTIFY.
type identity struct {
	Token      string         `json:"token"`
	Properties map[string]any `json:"properties"`
	Intents    *int           `json:"intents"`
	Shard      []int          `json:"shard"`
}

// check returns the code to close with, or 0.
func (id *identity) check(token string) int {
	switch {
	case id.Properties == nil || id.Intents == nil:
		return closeDecode
	case id.Token != token && id.Token != "Bot "+token:
		return closeAuthentication
	case !id.shard().exists():
		return closeShard
	case *id.Intents&^intentsAll != 0:
		return closeIntents
	case *id.Intents&intentsPrivileged != 0:
		return closeDisallowed
	}
	return 0
}

// identify answers IDENTIFY with READY. It returns the code to close with, or 0.
func (c *conn) identify(data json.RawMessage, ready bool) int {
	var id identity
	err := json.Unmarshal(data, &id)
	switch {
	case ready:
		return closeAlready
	case err != nil:
		return closeDecode
	}
	if code := id.check(c.g.Token); code != 0 {
		return code
	}
	if *id.Intents != 0 {
		c.unhandled("gateway intents")
	}
	if c.isOneTooMany() {
		c.g.revoke()
		return closeAuthentication
	}
	if c.tooSoon(id.shard()) {
		c.locked(func() { c.sendLocked(opInvalid, false) })
		return 0
	}
	c.begin(rand.Text(), id.shard())
	c.g.tell()
	return 0
}

// greeting is the data of READY.
func (c *conn) greeting(id string, of shard) json.RawMessage {
	guilds := []any{}
	if of.has(wire.GuildID) {
		guilds = append(guilds, map[string]any{"id": wire.GuildID, "unavailable": true})
	}
	data, err := json.Marshal(map[string]any{
		"v":                       json.Number(c.version),
		"user":                    wire.BotUser(),
		"session_id":              id,
		"session_type":            "normal",
		"resume_gateway_url":      "ws" + c.base[len("http"):] + "/gateway/",
		"guilds":                  guilds,
		"private_channels":        []any{},
		"application":             map[string]any{"id": wire.BotID, "flags": 0},
		"shard":                   []int{of.id, of.count},
		"user_settings":           map[string]any{},
		"relationships":           []any{},
		"presences":               []any{},
		"geo_ordered_rtc_regions": []any{},
	})
	if err != nil {
		panic(err) // plain data
	}
	return data
}

// begin starts a session with READY.
func (c *conn) begin(id string, of shard) {
	ready := c.greeting(id, of)
	c.locked(func() {
		if c.closing {
			return
		}
		c.session = &session{id: id, shard: of, conn: c, base: c.base}
		c.g.sessions = append(c.g.sessions, c.session)
		c.session.eventLocked("READY", ready)
	})
	c.g.World.Do((*world.State).Arrive)
}

// isOneTooMany counts one more session of the day, and reports whether it is more than Discord allows.
func (c *conn) isOneTooMany() bool {
	ok := true
	c.g.World.Do(func(s *world.State) {
		_, _, ok = s.Take(world.SessionsKey, world.SessionPace(c.g.Sessions))
	})
	return !ok && c.g.Limits
}

// tooSoon limits sessions as GET /gateway/bot says by max_concurrency: of the shards whose ids are the same
// modulo that, one in five seconds.
func (c *conn) tooSoon(of shard) bool {
	ok := true
	c.g.World.Do(func(s *world.State) {
		_, _, ok = s.Take("identify "+strconv.Itoa(of.id%c.g.Concurrency), world.Pace{Most: 1, Span: 5 * time.Second})
	})
	return !ok && c.g.Limits
}

// resume answers RESUME with the events that were missed and RESUMED. A bot whose session is not
// kept must identify again.
func (c *conn) resume(data json.RawMessage, ready bool) int {
	var r struct {
		Token     string `json:"token"`
		SessionID string `json:"session_id"`
		Seq       int    `json:"seq"`
	}
	switch err := json.Unmarshal(data, &r); {
	case err != nil:
		return closeDecode
	case ready:
		return closeAlready
	case r.Token != c.g.Token && r.Token != "Bot "+c.g.Token:
		return closeAuthentication
	}
	resumed := false
	c.locked(func() {
		if resumed = c.g.resumeLocked(c, r.SessionID, r.Seq); !resumed {
			c.sendLocked(opInvalid, false)
		}
	})
	if resumed {
		c.g.World.Do((*world.State).Arrive)
	}
	c.g.tell()
	return 0
}
