package gateway

import (
	"errors"
	"fmt"

	"github.com/gorilla/websocket"

	"madbot/bot/discord"
)

// The reasons besides discord.ErrToken for which Gateway.Run returns because retrying cannot help. Their texts are
// for the operator.
var (
	// ErrShards is returned if Discord refuses the number of shards that it recommends.
	ErrShards = errors.New("discord refuses the number of shards that it recommends")
	// ErrVersion is returned if Discord no longer supports the gateway version.
	ErrVersion = errors.New("discord has retired this gateway version; update the bot")
	// ErrIntents is returned if Discord refuses the intents.
	ErrIntents = errors.New("discord refuses the gateway intents; update the bot")
)

// ErrStandby is returned by Gateway.Ready while another process of the bot is connected, or may be.
var ErrStandby = errors.New("another process receives the interactions")

// fatal returns the reason to give up after err, or nil if a retry may succeed.
func fatal(err error) error {
	if closed, ok := errors.AsType[*websocket.CloseError](err); ok {
		return fatalClose(closed)
	}
	if errors.Is(err, discord.ErrToken) {
		return discord.ErrToken
	}
	return nil
}

// fatalClose is fatal for the close code of a gateway connection.
// https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway
func fatalClose(closed *websocket.CloseError) error {
	switch closed.Code {
	case 4004:
		return fmt.Errorf("gateway closed with 4004: %w", discord.ErrToken)
	case 4010, 4011:
		return fmt.Errorf("gateway closed with %d: %w", closed.Code, ErrShards)
	case 4012:
		return fmt.Errorf("gateway closed with 4012: %w", ErrVersion)
	case 4013, 4014:
		return fmt.Errorf("gateway closed with %d: %w", closed.Code, ErrIntents)
	}
	return nil
}
