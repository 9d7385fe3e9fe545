package gateway

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// packet is what goes over the gateway in both directions.
// https://discord.com/developers/docs/events/gateway-events#payload-structure
type packet struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  int64           `json:"s,omitempty"` // 0: none
	Type string          `json:"t,omitempty"`
}

// The gateway's opcodes.
const (
	opDispatch  = 0
	opHeartbeat = 1
	opIdentify  = 2
	opResume    = 6
	opReconnect = 7
	opInvalid   = 9
	opHello     = 10
	opAck       = 11
)

// The events that count. interactionEvent is the name under which discordgo gets an interaction: it
// does not know it, so it hands the event on without decoding it.
const (
	readyEvent       = "READY"
	resumedEvent     = "RESUMED"
	interactionEvent = "INTERACTION"
	createEvent      = "INTERACTION_CREATE"
)

// The heartbeat intervals that are believed: Discord's is about 41 s. discordgo panics at 0.
const (
	minHeartbeat = 10 * time.Millisecond
	maxHeartbeat = 10 * time.Minute
)

// The reasons why a connection is given up.
var (
	errGreeting  = errors.New("gateway greets in a way that makes no sense")
	errInvalid   = errors.New("gateway has ended the session")
	errSlow      = errors.New("a packet could not be written in time")
	errUnresumed = errors.New("nothing to resume any more")
)

// newPacket returns a packet as it is sent.
func newPacket(op int, name string, data any) []byte {
	raw, _ := json.Marshal(data) // of values that can be
	line, _ := json.Marshal(packet{Op: op, Data: raw, Type: name})
	return line
}

// parseHello returns the heartbeat interval; the error is errGreeting when p is no HELLO.
func parseHello(p packet) (time.Duration, error) {
	var hello struct {
		Interval float64 `json:"heartbeat_interval"` // milliseconds
	}
	if p.Op != opHello || json.Unmarshal(p.Data, &hello) != nil {
		return 0, fmt.Errorf("%w: op %d", errGreeting, p.Op)
	}
	least, most := float64(minHeartbeat.Milliseconds()), float64(maxHeartbeat.Milliseconds())
	if !(hello.Interval >= least && hello.Interval <= most) {
		return 0, fmt.Errorf("%w: heartbeat every %v ms", errGreeting, hello.Interval)
	}
	return time.Duration(hello.Interval) * time.Millisecond, nil
}
