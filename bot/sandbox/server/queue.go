package server

import (
	"encoding/json"
	"time"
)

// queueLocked queues a frame for the writer. A bot that falls too far behind is disconnected. A connection that was
// made to hang drops its frames, except those with which the server closes or drops connections.
func (c *conn) queueLocked(f frame) {
	if c.closing || c.hung && f.code != closeGoingAway && !f.abrupt {
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
		panic(err) // a value that can be marshalled
	}
	line, err := json.Marshal(packet{Op: op, Data: raw})
	if err != nil {
		panic(err)
	}
	c.queueLocked(frame{data: line})
}

func (c *conn) askLocked() {
	c.asked = true
	c.sendLocked(opReconnect, nil)
}

// hangLocked stops sending, and ignores the bot's packets.
func (c *conn) hangLocked() {
	c.hung = true
	c.ws.SetReadDeadline(time.Time{}) //nolint:errcheck // the read tells
}

// fail carries out a fault instead of answering IDENTIFY or RESUME. It returns the code to close with, or 0.
func (c *conn) fail(f GatewayFault) int {
	switch f {
	case Silence:
		c.do(c.hangLocked)
	case opReconnect:
		c.do(c.askLocked)
	case opInvalid:
		c.do(func() { c.sendLocked(opInvalid, false) })
	default:
		return int(f)
	}
	return 0
}

// closeLocked queues a close frame, the last one to be sent.
func (c *conn) closeLocked(code int) {
	c.queueLocked(frame{code: code})
	c.shutLocked()
}

// shutLocked marks the connection as ending and detaches its session. A connection that hangs stays open until the
// server closes.
func (c *conn) shutLocked() {
	c.closing = !c.hung
	if c.session != nil && c.session.conn == c {
		c.session.loseLocked()
	}
	c.session = nil
}
