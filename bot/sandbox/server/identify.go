package server

import (
	"crypto/rand"
	"encoding/json"
	"strconv"

	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

type identity struct {
	Token      string         `json:"token"`
	Properties map[string]any `json:"properties"`
	Intents    *int           `json:"intents"`
	Shard      []int          `json:"shard"`
}

// shard returns the shard of the session. It is shard 0 of 1 if the bot named none, and the zero shard if the field is
// malformed.
func (id *identity) shard() shard {
	switch {
	case id.Shard == nil:
		return shard{0, 1}
	case len(id.Shard) != 2:
		return shard{}
	}
	return shard{id.Shard[0], id.Shard[1]}
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
func (c *conn) identify(data json.RawMessage, ready bool) (code int) {
	var id identity
	switch err := json.Unmarshal(data, &id); {
	case ready:
		return closeAlready
	case err != nil:
		return closeDecode
	}
	if code := id.check(c.Token); code != 0 {
		return code
	}
	if *id.Intents != 0 {
		c.unhandled("gateway intents")
	}
	if f := c.GatewayFault(false); f != 0 {
		return c.fail(f)
	}
	c.World.Do(func(s *world.State) { code = c.beginLocked(s, id.shard()) })
	return code
}

// beginLocked starts a session with READY. It refuses if another was started just now, and ends all sessions if the
// day's limit is exceeded.
func (c *conn) beginLocked(s *world.State, of shard) (code int) {
	bucket := "identify " + strconv.Itoa(of.id%c.Concurrency)
	if _, _, ok := s.Paces.Take(world.SessionsKey, world.SessionPace(c.Sessions)); !ok && c.Limits {
		c.revokeLocked(s)
		return closeAuthentication
	}
	if _, _, ok := s.Paces.Take(bucket, world.Pace{Most: 1, Span: c.Spacing}); !ok && c.Limits {
		c.sendLocked(opInvalid, false)
		return 0
	}
	if c.closing {
		return 0
	}
	c.session = &session{id: rand.Text(), shard: of, conn: c, base: c.base}
	c.sessions = append(c.sessions, c.session)
	c.session.eventLocked("READY", c.greeting(s))
	s.Bot.Arrive()
	c.tellLocked(s)
	return 0
}

func (c *conn) greeting(s *world.State) json.RawMessage {
	guilds := []any{}
	for _, id := range s.Bot.Guilds() {
		if c.session.shard.has(id) {
			guilds = append(guilds, map[string]any{"id": id, "unavailable": true})
		}
	}
	data, err := json.Marshal(map[string]any{
		"v":                       json.Number(c.version),
		"user":                    wire.BotUser(),
		"session_id":              c.session.id,
		"session_type":            "normal",
		"resume_gateway_url":      "ws" + c.base[len("http"):] + "/gateway/",
		"guilds":                  guilds,
		"private_channels":        []any{},
		"application":             map[string]any{"id": wire.BotID, "flags": 0},
		"shard":                   []int{c.session.shard.id, c.session.shard.count},
		"user_settings":           map[string]any{},
		"relationships":           []any{},
		"presences":               []any{},
		"geo_ordered_rtc_regions": []any{},
	})
	if err != nil {
		panic(err) // a value that can be marshalled
	}
	return data
}

// resume answers RESUME with the missed events and RESUMED. If the session is gone, the bot must identify again.
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
	case r.Token != c.Token && r.Token != "Bot "+c.Token:
		return closeAuthentication
	}
	if f := c.GatewayFault(true); f != 0 {
		return c.fail(f)
	}
	c.World.Do(func(s *world.State) {
		if !c.resumeLocked(c, r.SessionID, r.Seq) {
			c.sendLocked(opInvalid, false)
			return
		}
		s.Bot.Arrive()
		c.tellLocked(s)
	})
	return 0
}
