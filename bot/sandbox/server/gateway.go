package server

import (
	"net/http"
	"slices"
	"sync"

	"github.com/gorilla/websocket"

	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

// GatewayFault is what a bot gets in place of READY or RESUMED: an opcode (7 or 9), or the code that its connection is
// closed with. Zero is no fault.
type GatewayFault int

// Silence is the fault of a gateway that sends nothing more on a connection and leaves it open.
const Silence GatewayFault = -1

// Gateway holds the connections of bots.
type Gateway struct {
	Config
	tasks sync.WaitGroup

	// guarded by the world's lock
	closed   bool
	conns    []*conn
	sessions []*session
}

// ServeHTTP answers the web socket of a bot until the connection ends.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ws, err := new(websocket.Upgrader).Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has answered
	}
	q := r.URL.Query()
	c := &conn{Gateway: g, ws: ws, base: "http://" + wire.Host(r), version: q.Get("v"),
		packed: q.Get("encoding") != "json" && q.Has("encoding") || q.Has("compress"),
		out:    make(chan frame, 1024), gone: make(chan struct{})}
	if !g.join(c) {
		ws.Close()
		return
	}
	g.tasks.Go(c.write)
	c.read()
}

// join lists a connection; false when the gateway is closed.
func (g *Gateway) join(c *conn) (open bool) {
	g.World.Do(func(*world.State) {
		if open = !g.closed; open {
			g.tasks.Add(1)
			g.conns = append(g.conns, c)
		}
	})
	return open
}

// dispatchLocked sends an interaction to every session of the shard that has the guild, 0 for none, whatever its
// intents, and reports whether there was one. A session without a connection gets it when it is resumed.
func (g *Gateway) dispatchLocked(guild wire.Snowflake, interaction []byte) bool {
	g.expireLocked()
	told := false
	for _, s := range g.sessions {
		if s.shard.has(guild) {
			s.eventLocked("INTERACTION_CREATE", interaction)
			told = true
		}
	}
	return told
}

// each does something to every connection.
func (g *Gateway) each(do func(*conn)) {
	g.World.Do(func(s *world.State) { g.eachLocked(s, do) })
}

func (g *Gateway) eachLocked(s *world.State, do func(*conn)) {
	for _, c := range g.conns {
		do(c)
	}
	g.tellLocked(s)
}

// tellLocked notes in the world whether a bot is connected.
func (g *Gateway) tellLocked(s *world.State) {
	s.Bot.SetOnline(slices.ContainsFunc(g.conns, func(c *conn) bool { return c.session != nil }))
}

// Reconnect asks every connected bot to reconnect (op 7). Until it does, its session goes on over the old
// connection, which ends with the bot's next heartbeat.
func (g *Gateway) Reconnect() { g.each((*conn).askLocked) }

// Hang stops sending and reading on the current connections, and leaves them open.
func (g *Gateway) Hang() { g.each((*conn).hangLocked) }

// InvalidateSession tells every connected bot that its session is no longer valid (op 9), after
// which nothing is sent to it until it identifies again.
func (g *Gateway) InvalidateSession() {
	g.each(func(c *conn) {
		c.sendLocked(opInvalid, false)
		g.forgetLocked(c.session)
		c.session = nil
	})
}

// Drop ends every connection abruptly, without a close frame.
func (g *Gateway) Drop() {
	g.each(func(c *conn) {
		c.queueLocked(frame{abrupt: true})
		c.shutLocked()
	})
}

// CloseAll ends every connection with a close code: 4004 is fatal, 4000 invites a new try.
func (g *Gateway) CloseAll(code int) { g.each(func(c *conn) { c.closeLocked(code) }) }

// revokeLocked ends all sessions, as Discord does when a bot has started too many and resets its token. Here the
// token works again when the day is over.
func (g *Gateway) revokeLocked(s *world.State) {
	g.sessions = nil
	g.eachLocked(s, func(c *conn) { c.closeLocked(closeAuthentication) })
}

// close ends every connection, takes no more, and waits until all have ended.
func (g *Gateway) close() {
	g.World.Do(func(*world.State) { g.closed = true })
	g.CloseAll(closeGoingAway)
	g.tasks.Wait()
}
