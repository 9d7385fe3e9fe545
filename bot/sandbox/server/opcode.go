package server

import "time"

// The gateway's opcodes, from Discord's documentation.
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

// Limits on the bot's packets, and on the time to accept one.
const (
	maxPayload  = 4096
	maxSends    = 120
	sendsWindow = time.Minute
	writeTime   = 10 * time.Second
)

// The gateway's close codes.
const (
	closeGoingAway        = 1001
	closeUnknown          = 4000
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

// The intents that exist, and the privileged ones, which the application does not have.
const (
	intentsPrivileged = 1<<1 | 1<<8 | 1<<15
	intentsAll        = 1<<17 - 1 | 1<<20 | 1<<21 | 1<<24 | 1<<25
)
