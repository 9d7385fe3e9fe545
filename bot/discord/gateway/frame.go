package gateway

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// The opcodes of the gateway that Discord sends.
// https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-opcodes
const (
	opDispatch  = 0
	opHeartbeat = 1
	opReconnect = 7
	opInvalid   = 9
	opHello     = 10
	opAck       = 11
)

// The heartbeat intervals that are accepted; Discord's is 41 s.
const (
	minHeartbeat = time.Second
	maxHeartbeat = 10 * time.Minute
)

// errFrame is returned if Discord sent a frame that makes no sense. It never quotes the frame, which may hold secrets.
var errFrame = errors.New("discord sent a bad frame")

// frame is a message from the gateway.
type frame struct {
	Op   *int            `json:"op"`
	Data json.RawMessage `json:"d,omitempty"`
	Seq  int64           `json:"s,omitempty"`
	Type string          `json:"t,omitempty"`
}

// parseFrame decodes and checks a message. It returns errFrame for everything that discordgo might not survive.
func parseFrame(message []byte) (frame, error) {
	var f *frame
	err := json.Unmarshal(message, &f)
	switch {
	case err != nil || f == nil || f.Op == nil:
		return frame{}, fmt.Errorf("%w of %d bytes", errFrame, len(message))
	case *f.Op == opDispatch && (f.Seq <= 0 || f.Type == ""):
		return frame{}, fmt.Errorf("%w: a dispatch without number or type", errFrame)
	case *f.Op == opDispatch && f.Type == "READY" && f.sessionID() == "":
		return frame{}, fmt.Errorf("%w: READY without session id", errFrame)
	case *f.Op == opHello && (f.heartbeat() < minHeartbeat || f.heartbeat() > maxHeartbeat):
		return frame{}, fmt.Errorf("%w: HELLO without sensible heartbeat_interval", errFrame)
	}
	return *f, nil
}

// sessionID returns the session id in READY, or "" if there is none.
func (f frame) sessionID() string {
	var d struct {
		ID string `json:"session_id"`
	}
	if json.Unmarshal(f.Data, &d) != nil {
		return ""
	}
	return d.ID
}

// heartbeat returns the heartbeat interval in HELLO, or 0 if there is none.
func (f frame) heartbeat() time.Duration {
	var d struct {
		Milliseconds int64 `json:"heartbeat_interval"`
	}
	if json.Unmarshal(f.Data, &d) != nil || d.Milliseconds > maxHeartbeat.Milliseconds() {
		return 0
	}
	return time.Duration(d.Milliseconds) * time.Millisecond
}

// reduced returns what discordgo needs of a checked frame: the session id of READY, the interval of HELLO, and of
// every other dispatch only its number.
func (f frame) reduced() frame {
	out := frame{Op: f.Op, Seq: f.Seq}
	switch {
	case *f.Op == opHello:
		out.Data = fmt.Appendf(nil, `{"heartbeat_interval":%d}`, f.heartbeat().Milliseconds())
	case *f.Op == opDispatch && f.Type == "READY":
		id, _ := json.Marshal(f.sessionID()) // a string can always be encoded
		out.Type, out.Data = f.Type, fmt.Appendf(nil, `{"session_id":%s}`, id)
	case *f.Op == opDispatch && f.Type == "RESUMED":
		out.Type, out.Data = f.Type, json.RawMessage("{}")
	}
	return out
}
