package gateway

import (
	"time"

	"github.com/gorilla/websocket"
)

// The gateway's opcodes: topics/opcodes-and-status-codes of Discord's documentation.
const (
	opDispatch  = 0
	opHeartbeat = 1
	opIdentify  = 2
	opPresence  = 3
	opVoice     = 4
	opResume    = 6
	opReconnect = 7
	opMembers   = 8
	opInvalid   = 9
	opHello     = 10
	opAck       = 11
)

// Limits of what a bot may send, and how long it may take a packet.
const (
	maxPayload  = 4096
	maxSends    = 120
	sendsWindow = time.Minute
	writeTime   = 10 * time.Second
)

// The gateway's close codes.
const (
	closeGoingAway        = 1001
	closeUnknownOpcode    = 4001
	closeDecode           = 4002
	closeNotAuthenticated = 4003
	closeAuthentication   = 4004
	closeAlready          = 4005
	closeRateLimited      = 4008
	closeTimedOut         = 4009
	closeShard            = 4010
	closeVersion          = 4012
	closeIntents          = 4013
	closeDisallowed       = 4014
)

// Intents: those that exist, and the privileged ones, which the application has not been granted.
const (
	intentsPrivileged = 1<<1 | 1<<8 | 1<<15
	intentsAll        = 1<<17 - 1 | 1<<20 | 1<<21 | 1<<24 | 1<<25
)

// closeFrame is the body of a close frame.
func closeFrame(code int) []byte { return websocket.FormatCloseMessage(code, closeText(code)) }

// closeText is what Discord says along with a close code.
func closeText(code int) string {
	switch code {
	case closeUnknownOpcode:
		return "Unknown opcode."
	case closeDecode:
		return "Error while decoding payload."
	case closeNotAuthenticated:
		return "Not authenticated."
	case closeAuthentication:
		return "Authentication failed."
	case closeAlready:
		return "Already authenticated."
	case closeRateLimited:
		return "Rate limited."
	case closeTimedOut:
		return "Session timed out."
	case closeShard:
		return "Invalid shard."
	case closeVersion:
		return "Invalid API version."
	case closeIntents:
		return "Invalid intent(s)."
	case closeDisallowed:
		return "Disallowed intent(s)."
	}
	return ""
}
