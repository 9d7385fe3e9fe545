package gateway

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
	g       *Gateway
	ws      *websocket.Conn
	base    string // how the bot reaches this server: "http://host"
	version string
	packed  bool // asks for another encoding, or a compressed stream: not spoken here
	out     chan frame
	gone    chan struct{} // closed when the reader ends
	sends   []time.Time   // of the last minute; the reader's own

	// guarded by Gateway.mu
	session *session // nil: it has not identified
	closing bool
}

// frame is one thing for the writer to do.
type frame struct {
	data   []byte
	code   int  // not 0: send a close frame and end
	abrupt bool // end without a close frame
}

// read handles what the bot sends until the connection ends.
func (c *conn) read() {
	defer c.g.tasks.Done()
	defer c.end()
	defer func() {
		if v := recover(); v != nil {
			c.g.Log().Error("gateway reader panicked", "panic", v, "stack", string(debug.Stack()))
		}
	}()
	c.greet()
	for {
		_, data, err := c.ws.ReadMessage()
		if err != nil {
			c.lost(err)
			return
		}
		if code := c.receive(data); code != 0 {
			c.locked(func() { c.closeLocked(code) })
			c.g.tell()
		}
	}
}

// greet sends HELLO.
func (c *conn) greet() {
	if c.version != "9" && c.version != "10" {
		c.locked(func() { c.closeLocked(closeVersion) })
	}
	if c.packed {
		c.unhandled("gateway with another encoding than plain JSON")
	}
	c.locked(func() {
		c.sendLocked(opHello, map[string]any{"heartbeat_interval": c.g.Heartbeat.Milliseconds()})
	})
	c.ws.SetReadLimit(1 << 20)
	c.awaitBeat()
}

// lost notes why reading has ended: a bot that is silent is told so, and one that closed the usual
// way gives its session up.
func (c *conn) lost(err error) {
	if netErr, ok := err.(net.Error); ok && netErr.Timeout() {
		c.locked(c.shutLocked)
		c.g.tell()
		_ = c.ws.WriteControl(websocket.CloseMessage, closeFrame(closeTimedOut),
			time.Now().Add(time.Second))
		return
	}
	if websocket.IsCloseError(err, websocket.CloseNormalClosure, closeGoingAway) {
		c.locked(func() { c.g.forgetLocked(c.session) })
	}
}

// receive handles one packet of the bot and returns the code to close with, or 0.
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
	var closing, ready bool
	c.locked(func() { closing, ready = c.closing, c.session != nil })
	if closing {
		return 0
	}
	switch p.Op {
	case opHeartbeat:
		c.awaitBeat()
		c.locked(func() { c.sendLocked(opAck, nil) })
		return 0
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

// awaitBeat gives the bot one and a half intervals until its next heartbeat.
func (c *conn) awaitBeat() {
	beat := c.g.Heartbeat
	c.ws.SetReadDeadline(time.Now().Add(beat + beat/2)) //nolint:errcheck // the read tells
}

// tooMany counts one more packet of the bot, and reports whether they come too fast.
func (c *conn) tooMany() bool {
	now := time.Now()
	for len(c.sends) > 0 && now.Sub(c.sends[0]) > sendsWindow {
		c.sends = c.sends[1:]
	}
	c.sends = append(c.sends, now)
	return len(c.sends) > maxSends
}

func (c *conn) locked(f func()) {
	c.g.mu.Lock()
	defer c.g.mu.Unlock()
	f()
}

func (c *conn) unhandled(what string) {
	c.g.World.Do(func(s *world.State) { s.Unhandled(what) })
}

// end takes the connection off the gateway's list.
func (c *conn) end() {
	close(c.gone)
	c.ws.Close()
	c.locked(func() {
		c.shutLocked()
		c.g.conns = slices.DeleteFunc(c.g.conns, func(o *conn) bool { return o == c })
	})
	c.g.tell()
}

// write sends what is queued until the connection ends.
func (c *conn) write() {
	defer c.ws.Close()
	defer func() {
		if v := recover(); v != nil {
			c.g.Log().Error("gateway writer panicked", "panic", v, "stack", string(debug.Stack()))
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

// queueLocked hands a frame to the writer. A bot that has not read for so long is cut off.
func (c *conn) queueLocked(f frame) {
	if c.closing {
		return
	}
	select {
	case c.out <- f:
	default:
		c.closing = true
		c.ws.Close()
	}
}

// sendLocked queues a packet that is not an event.
func (c *conn) sendLocked(op int, data any) {
	raw, err := json.Marshal(data)
	if err != nil {
		panic(err) // plain data
	}
	line, err := json.Marshal(packet{Op: op, Data: raw})
	if err != nil {
		panic(err)
	}
	c.queueLocked(frame{data: line})
}

// closeLocked queues a close frame, after which nothing is sent.
func (c *conn) closeLocked(code int) {
	c.queueLocked(frame{code: code})
	c.shutLocked()
}

// shutLocked marks the connection as ending: it is no longer one of a bot that listens.
func (c *conn) shutLocked() {
	c.closing = true
	if c.session != nil && c.session.conn == c {
		c.session.loseLocked()
	}
	c.session = nil
}

func closeFrame(code int) []byte { return websocket.FormatCloseMessage(code, "") }
