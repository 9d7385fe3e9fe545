package sandbox

import (
	"encoding/json"
	"net"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/gorilla/websocket"
)

// packet is what goes over the gateway in both directions.
type packet struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  *int            `json:"s,omitempty"`
	Type string          `json:"t,omitempty"`
}

// conn is one gateway connection. The reader is the HTTP handler, the writer a goroutine of its
// own.
type conn struct {
	s       *Server
	ws      *websocket.Conn
	base    string // how the bot reaches this server: "http://host"
	version string
	packed  bool // asks for another encoding, or a compressed stream: not spoken here
	out     chan frame
	gone    chan struct{} // closed when the reader ends
	sends   []time.Time   // of the last minute; the reader's own

	// guarded by Server.mu
	ready   bool
	intents int
	seq     int
	bare    bool // closing already
}

// frame is one thing for the writer to do.
type frame struct {
	data   []byte
	code   int  // not 0: send a close frame and end
	abrupt bool // end without a close frame
}

// serveGateway answers the web socket of a bot.
func (s *Server) serveGateway(w http.ResponseWriter, r *http.Request) {
	up := websocket.Upgrader{}
	ws, err := up.Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has answered
	}
	q := r.URL.Query()
	c := &conn{s: s, ws: ws, base: "http://" + host(r), version: q.Get("v"),
		packed: q.Get("encoding") != "json" && q.Has("encoding") || q.Has("compress"),
		out:    make(chan frame, 256), gone: make(chan struct{})}
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		ws.Close()
		return
	}
	s.tasks.Add(1)
	s.conns = append(s.conns, c)
	s.mu.Unlock()
	s.tasks.Go(c.write)
	c.read()
}

// host is the address under which this request reached the server. A bot whose transport only
// rewrites the address still names discord.com; then it is the socket's own.
func host(r *http.Request) string {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if name := strings.ToLower(r.Host); ok &&
		(name == "discord.com" || strings.HasSuffix(name, ".discord.com") ||
			strings.HasSuffix(name, ".discord.gg")) {
		return local.String()
	}
	return r.Host
}

// read handles what the bot sends until the connection ends.
func (c *conn) read() {
	defer c.s.tasks.Done()
	defer c.end()
	defer func() {
		if v := recover(); v != nil {
			c.s.log().Error("gateway reader panicked", "panic", v, "stack", string(debug.Stack()))
		}
	}()
	if c.version != "9" && c.version != "10" {
		c.locked(func() { c.close(closeVersion) })
	}
	if c.packed {
		c.locked(func() { c.s.unhandledLocked("gateway with another encoding than plain JSON") })
	}
	beat := c.s.heartbeat()
	c.locked(func() { c.send(opHello, map[string]any{"heartbeat_interval": beat.Milliseconds()}) })
	c.ws.SetReadLimit(1 << 20)
	c.ws.SetReadDeadline(time.Now().Add(beat + beat/2)) //nolint:errcheck // the read tells
	for {
		_, data, err := c.ws.ReadMessage()
		if netErr, ok := err.(net.Error); ok && netErr.Timeout() {
			c.locked(c.shut)
			end := time.Now().Add(time.Second)
			_ = c.ws.WriteControl(websocket.CloseMessage, closeFrame(closeTimedOut), end)
			return
		}
		if err != nil {
			return
		}
		if code := c.receive(data); code != 0 {
			c.locked(func() { c.close(code) })
		}
	}
}

// receive handles one packet of the bot and gives the code to close with, or 0.
func (c *conn) receive(data []byte) int {
	var p packet
	now := time.Now()
	for len(c.sends) > 0 && now.Sub(c.sends[0]) > sendsWindow {
		c.sends = c.sends[1:]
	}
	c.sends = append(c.sends, now)
	switch {
	case len(data) > maxPayload:
		return closeDecode
	case len(c.sends) > maxSends:
		return closeRateLimited
	case json.Unmarshal(data, &p) != nil:
		return closeDecode
	}
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	if c.bare {
		return 0
	}
	switch p.Op {
	case opHeartbeat:
		beat := c.s.heartbeat()
		c.ws.SetReadDeadline(now.Add(beat + beat/2)) //nolint:errcheck // the read tells
		c.send(opAck, nil)
		return 0
	case opIdentify:
		return c.identify(p.Data)
	case opResume:
		return c.resume(p.Data)
	case opPresence, opVoice, opMembers:
		if !c.ready {
			return closeNotAuthenticated
		}
		if p.Op != opPresence {
			c.s.unhandledLocked("gateway opcode " + index(p.Op))
		}
		return 0
	default:
		return closeUnknownOpcode
	}
}

// locked runs f with the server's lock.
func (c *conn) locked(f func()) {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	f()
}

// end takes the connection off the server's list.
func (c *conn) end() {
	close(c.gone)
	c.ws.Close()
	c.locked(func() {
		c.s.conns = without(c.s.conns, c)
		if c.ready {
			c.ready = false
			c.s.tellOnline()
		}
	})
}

// write sends what is queued until the connection ends.
func (c *conn) write() {
	defer c.ws.Close()
	defer func() {
		if v := recover(); v != nil {
			c.s.log().Error("gateway writer panicked", "panic", v, "stack", string(debug.Stack()))
		}
	}()
	for {
		select {
		case <-c.gone:
			return
		case f := <-c.out:
			c.ws.SetWriteDeadline(time.Now().Add(writeTime)) //nolint:errcheck // the write tells
			switch {
			case f.abrupt:
				return
			case f.code != 0:
				c.finish(f.code)
				return
			}
			if err := c.ws.WriteMessage(websocket.TextMessage, f.data); err != nil {
				return
			}
		}
	}
}

// finish sends a close frame and lets the bot take it before the socket goes.
func (c *conn) finish(code int) {
	c.ws.WriteMessage(websocket.CloseMessage, closeFrame(code)) //nolint:errcheck // closing
	timer := time.NewTimer(time.Second)
	defer timer.Stop()
	select {
	case <-c.gone:
	case <-timer.C:
	}
}

// queue hands a frame to the writer. A bot that reads nothing for so long is cut off. mu must be
// held.
func (c *conn) queue(f frame) {
	if c.bare {
		return
	}
	select {
	case c.out <- f:
	default:
		c.bare = true
		c.ws.Close()
	}
}

// send queues a packet that is not an event. mu must be held.
func (c *conn) send(op int, data any) {
	raw, err := json.Marshal(data)
	if err != nil {
		panic(err) // plain data
	}
	line, err := json.Marshal(packet{Op: op, Data: raw})
	if err != nil {
		panic(err)
	}
	c.queue(frame{data: line})
}

// close queues a close frame, after which nothing is sent. mu must be held.
func (c *conn) close(code int) {
	c.queue(frame{code: code})
	c.shut()
}

// shut marks the connection as ending: it is no longer one of a bot that listens. mu must be held.
func (c *conn) shut() {
	c.bare = true
	if c.ready {
		c.ready = false
		c.s.tellOnline()
	}
}

// heartbeat is the interval told in HELLO.
func (s *Server) heartbeat() time.Duration {
	if s.Heartbeat == 0 {
		return beatInterval
	}
	return s.Heartbeat
}
