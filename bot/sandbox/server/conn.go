package server

import (
	"encoding/json"
	"net"
	"runtime/debug"
	"slices"
	"strconv"
	"time"

	"github.com/gorilla/websocket"

	"madbot/bot/sandbox/world"
)

// packet is a gateway packet, in both directions.
type packet struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  *int            `json:"s,omitempty"`
	Type string          `json:"t,omitempty"`
}

// conn is a gateway connection. The HTTP handler reads; another goroutine writes.
type conn struct {
	*Gateway
	ws      *websocket.Conn
	base    string // address at which the bot reaches this server: "http://host"
	version string
	packed  bool // asks for another encoding or compression, which are not supported
	out     chan frame
	gone    chan struct{} // closed when reading ends
	sends   []time.Time   // times within the last minute; only for the reader

	// guarded by the world's lock
	session *session // nil before IDENTIFY
	closing bool
	asked   bool // was asked to reconnect
	hung    bool // neither sends nor reads
}

// frame is something for the writer to send.
type frame struct {
	data   []byte
	code   int  // not 0: send a close frame and end
	abrupt bool // end without a close frame
}

// read handles the bot's packets until the connection ends.
func (c *conn) read() {
	defer c.tasks.Done()
	defer c.end()
	defer c.survive()
	c.greet()
	for {
		_, data, err := c.ws.ReadMessage()
		if err != nil {
			c.lost(err)
			return
		}
		if code := c.receive(data); code != 0 {
			c.do(func() { c.closeLocked(code) })
		}
	}
}

// survive is deferred so that a panic only ends this connection.
func (c *conn) survive() {
	if v := recover(); v != nil {
		c.Log().Error("gateway panicked", "panic", v, "stack", string(debug.Stack()))
	}
}

// do changes the connection, and updates whether a bot is connected.
func (c *conn) do(f func()) {
	c.World.Do(func(s *world.State) {
		f()
		c.tellLocked(s)
	})
}

func (c *conn) unhandled(what string) {
	c.World.Do(func(s *world.State) { s.Bot.Unhandled(what) })
}

func (c *conn) greet() {
	if c.packed {
		c.unhandled("gateway with another encoding than plain JSON")
	}
	c.do(func() {
		if c.version != "9" && c.version != "10" {
			c.closeLocked(closeVersion)
		}
		c.sendLocked(opHello, map[string]any{"heartbeat_interval": c.Heartbeat.Milliseconds()})
		c.awaitBeatLocked()
	})
	c.ws.SetReadLimit(1 << 20)
}

// lost handles the end of reading: a silent bot gets its close code, and a normal close ends the session.
func (c *conn) lost(err error) {
	if netErr, ok := err.(net.Error); ok && netErr.Timeout() {
		c.do(c.shutLocked)
		_ = c.ws.WriteControl(websocket.CloseMessage, closeFrame(closeTimedOut),
			time.Now().Add(time.Second))
		return
	}
	if websocket.IsCloseError(err, websocket.CloseNormalClosure, closeGoingAway) {
		c.do(func() { c.forgetLocked(c.session) })
	}
}

// receive handles a packet of the bot. It returns the code to close with, or 0.
func (c *conn) receive(data []byte) int {
	var p packet
	switch many := c.tooMany(); {
	case len(data) > maxPayload:
		return closeDecode
	case many:
		return closeRateLimited
	case json.Unmarshal(data, &p) != nil:
		return closeDecode
	}
	var deaf, ready bool
	c.World.Do(func(*world.State) { deaf, ready = c.closing || c.hung, c.session != nil })
	if deaf {
		return 0
	}
	switch p.Op {
	case opHeartbeat:
		return c.beat()
	case opIdentify:
		return c.identify(p.Data, ready)
	case opResume:
		return c.resume(p.Data, ready)
	case opPresence, opVoice, opMembers:
		if !ready {
			return closeNotAuthenticated
		}
		if p.Op != opPresence {
			c.unhandled("gateway opcode " + strconv.Itoa(p.Op))
		}
		return 0
	default:
		return closeUnknownOpcode
	}
}

// beat answers a heartbeat. It returns the code to close with, or 0.
func (c *conn) beat() (code int) {
	c.World.Do(func(*world.State) {
		switch {
		case c.hung:
		case c.asked:
			code = closeGoingAway
		default:
			c.awaitBeatLocked()
			c.sendLocked(opAck, nil)
		}
	})
	return code
}

// awaitBeatLocked gives the bot one and a half intervals until its next heartbeat.
func (c *conn) awaitBeatLocked() {
	c.ws.SetReadDeadline(time.Now().Add(c.Heartbeat + c.Heartbeat/2)) //nolint:errcheck // the read tells
}

// tooMany counts a packet of the bot and reports whether the limit is exceeded.
func (c *conn) tooMany() bool {
	now := time.Now()
	for len(c.sends) > 0 && now.Sub(c.sends[0]) > sendsWindow {
		c.sends = c.sends[1:]
	}
	c.sends = append(c.sends, now)
	return len(c.sends) > maxSends
}

// end removes the connection from the gateway.
func (c *conn) end() {
	close(c.gone)
	c.ws.Close()
	c.do(func() {
		c.shutLocked()
		c.conns = slices.DeleteFunc(c.conns, func(o *conn) bool { return o == c })
	})
}

// write sends what is queued until the connection ends.
func (c *conn) write() {
	defer c.ws.Close()
	defer c.survive()
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

// finish sends a close frame and gives the bot time to read it.
func (c *conn) finish(code int) {
	c.ws.WriteMessage(websocket.CloseMessage, closeFrame(code)) //nolint:errcheck // closing
	timer := time.NewTimer(time.Second)
	defer timer.Stop()
	select {
	case <-c.gone:
	case <-timer.C:
	}
}

func closeFrame(code int) []byte { return websocket.FormatCloseMessage(code, "") }
