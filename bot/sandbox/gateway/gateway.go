// Package gateway is the sandbox's end of Discord's gateway: the connections of bots.
package gateway

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

// Config is how a gateway behaves. All fields are required.
type Config struct {
	World     *world.World
	Token     string // the one bot token accepted
	Limits    bool   // refuses sessions that come too fast
	Heartbeat time.Duration
	Resume    time.Duration // for how long a session that lost its connection may be resumed
	// Concurrency is how many shards may start sessions at once, by their id modulo that.
	Concurrency int
	Sessions    int // that may be started in a day
	Log         func() *slog.Logger
}

// Gateway holds the connections. The world's lock may be held when its methods are called, but its
// own lock is never held when the world is called.
type Gateway struct {
	Config
	tasks sync.WaitGroup

	mu       sync.Mutex
	closed   bool
	conns    []*conn
	sessions []*session
	last     []byte         // interaction that was sent
	lastOf   wire.Snowflake // its guild; 0: none
}

// New begins without connections.
func New(c Config) *Gateway { return &Gateway{Config: c} }

// ServeHTTP answers the web socket of a bot until the connection ends.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	up := websocket.Upgrader{}
	ws, err := up.Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has answered
	}
	q := r.URL.Query()
	c := &conn{g: g, ws: ws, base: "http://" + wire.Host(r), version: q.Get("v"),
		packed: q.Get("encoding") != "json" && q.Has("encoding") || q.Has("compress"),
		out:    make(chan frame, 1024), gone: make(chan struct{})}
	g.mu.Lock()
	if g.closed {
		g.mu.Unlock()
		ws.Close()
		return
	}
	g.tasks.Add(1)
	g.conns = append(g.conns, c)
	g.mu.Unlock()
	g.tasks.Go(c.write)
	c.read()
}

// Dispatch sends an interaction to every session of the shard that has the guild, 0 for none, whatever its
// intents, and reports whether there was one. A session without a connection gets it when it is resumed.
func (g *Gateway) Dispatch(guild wire.Snowflake, interaction any) bool {
	raw, err := json.Marshal(interaction)
	if err != nil {
		panic(err) // plain data
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.last, g.lastOf = raw, guild
	return g.dispatchLocked()
}

// Again sends the last interaction, of which there must be one, once more to those sessions.
func (g *Gateway) Again() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.dispatchLocked()
}

// dispatchLocked sends the last interaction and reports whether there was a session to get it.
func (g *Gateway) dispatchLocked() bool {
	g.expireLocked()
	told := false
	for _, s := range g.sessions {
		if s.shard.has(g.lastOf) {
			s.eventLocked("INTERACTION_CREATE", g.last)
			told = true
		}
	}
	return told
}

// each does something to every connection and tells the world whether a bot is still there.
func (g *Gateway) each(do func(*conn)) {
	g.mu.Lock()
	for _, c := range g.conns {
		do(c)
	}
	g.mu.Unlock()
	g.tell()
}

// tell notes in the world whether a bot is connected.
func (g *Gateway) tell() {
	g.World.Do(func(s *world.State) {
		g.mu.Lock()
		online := slices.ContainsFunc(g.conns, func(c *conn) bool { return c.session != nil })
		g.mu.Unlock()
		s.SetOnline(online)
	})
}

// Reconnect asks every connected bot to reconnect (op 7).
func (g *Gateway) Reconnect() { g.each(func(c *conn) { c.sendLocked(opReconnect, nil) }) }

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

// revoke ends all sessions, as Discord does with those of a bot that has started too many: its token is no longer
// accepted. Here it is again when the day is over.
func (g *Gateway) revoke() {
	g.mu.Lock()
	g.sessions = nil
	g.mu.Unlock()
	g.CloseAll(closeAuthentication)
}

// Close ends every connection, takes no more, and waits until all have ended.
func (g *Gateway) Close() {
	g.mu.Lock()
	g.closed = true
	g.mu.Unlock()
	g.CloseAll(closeGoingAway)
	g.tasks.Wait()
}
