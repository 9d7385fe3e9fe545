package server

import (
	"net/http"
	"slices"
	"sync"

	"github.com/gorilla/websocket"

	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

// GatewayFault is what a bot gets instead of READY or RESUMED: opcode 7 or 9, or a close code. 0 is no fault.
type GatewayFault int

// Silence is a fault: the gateway sends nothing more and leaves the connection open.
const Silence GatewayFault = -1

// Gateway holds the bots' connections.
type Gateway struct {
	Config
	tasks sync.WaitGroup

	// guarded by the world's lock
	closed   bool
	conns    []*conn
	sessions []*session
}

// ServeHTTP serves a bot's websocket until the connection ends.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ws, err := new(websocket.Upgrader).Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has responded
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

// join adds a connection, or returns false if the gateway is closed.
func (g *Gateway) join(c *conn) (open bool) {
	g.World.Do(func(*world.State) {
		if open = !g.closed; open {
			g.tasks.Add(1)
			g.conns = append(g.conns, c)
		}
	})
	return open
}

// dispatchLocked sends an interaction to every session of the guild's shard, whatever its intents; guild 0 is none.
// It returns false if there is no such session. A disconnected session gets it when it resumes.
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

func (g *Gateway) each(do func(*conn)) {
	g.World.Do(func(s *world.State) { g.eachLocked(s, do) })
}

func (g *Gateway) eachLocked(s *world.State, do func(*conn)) {
	for _, c := range g.conns {
		do(c)
	}
	g.tellLocked(s)
}

// tellLocked updates whether a bot is connected.
func (g *Gateway) tellLocked(s *world.State) {
	s.Bot.SetOnline(slices.ContainsFunc(g.conns, func(c *conn) bool { return c.session != nil }))
}

// Reconnect asks every connected bot to reconnect (op 7). Until it does, its session continues on the old
// connection, which ends with the bot's next heartbeat.
func (g *Gateway) Reconnect() { g.each((*conn).askLocked) }

// Hang stops sending and reading on the current connections, and leaves them open.
func (g *Gateway) Hang() { g.each((*conn).hangLocked) }

// InvalidateSession tells every connected bot that its session is invalid (op 9). Nothing is sent to it until it
// identifies again.
func (g *Gateway) InvalidateSession() {
	g.each(func(c *conn) {
		c.sendLocked(opInvalid, false)
		g.forgetLocked(c.session)
		c.session = nil
	})
}

// Drop closes every connection without a close frame.
func (g *Gateway) Drop() {
	g.each(func(c *conn) {
		c.queueLocked(frame{abrupt: true})
		c.shutLocked()
	})
}

// CloseAll closes every connection with a close code: 4004 is fatal, 4000 allows a retry.
func (g *Gateway) CloseAll(code int) { g.each(func(c *conn) { c.closeLocked(code) }) }

// revokeLocked ends all sessions, as Discord does when it resets the token of a bot that has started too many. In
// the sandbox, the token works again when the day is over.
func (g *Gateway) revokeLocked(s *world.State) {
	g.sessions = nil
	g.eachLocked(s, func(c *conn) { c.closeLocked(closeAuthentication) })
}

// close ends every connection, accepts no more, and waits until all have ended.
func (g *Gateway) close() {
	g.World.Do(func(*world.State) { g.closed = true })
	g.CloseAll(closeGoingAway)
	g.tasks.Wait()
}
