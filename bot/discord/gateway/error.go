package gateway

import (
	"errors"
	"fmt"

	"github.com/gorilla/websocket"

	"madbot/bot/discord"
)

// The reasons besides discord.ErrToken for which Gateway.Run gives up, because trying again cannot help.
// Their texts are for the operator.
var (
	// ErrShards is returned by Gateway.Run when Discord refuses the number of shards that it recommends.
	ErrShards = errors.New("discord refuses the number of shards that it recommends")
	// ErrVersion is returned by Gateway.Run when Discord has retired the gateway version in use.
	ErrVersion = errors.New("discord has retired this gateway version; update the bot")
	// ErrIntents is returned by Gateway.Run when Discord refuses the intents.
	ErrIntents = errors.New("discord refuses the gateway intents; update the bot")
)

// ErrStandby is returned by Gateway.Ready while another process of the bot receives, or nobody knows whether one does.
var ErrStandby = errors.New("another process receives the interactions")

// fatal returns the reason to give up after err, nil when trying again may help.
func fatal(err error) error {
	if closed, ok := errors.AsType[*websocket.CloseError](err); ok {
		return fatalClose(closed)
	}
	if errors.Is(err, discord.ErrToken) {
		return discord.ErrToken
	}
	return nil
}

// fatalClose reads the code with which the gateway closed.
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
