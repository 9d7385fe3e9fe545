package discord

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/gorilla/websocket"
)

// The reasons for which Gateway.Run gives up, because trying again cannot help. Their texts are for
// the operator.
var (
	// ErrToken is returned by Gateway.Run and RegisterCommands when Discord refuses the bot's token.
	ErrToken = errors.New("discord refuses the bot token; " +
		"reset it in the developer portal (Bot, Reset Token) and give the new one")
	// ErrSharding is returned by Gateway.Run when the bot is in too many servers for one connection.
	ErrSharding = errors.New("discord demands sharding, which this bot does not do")
	// ErrVersion is returned by Gateway.Run when Discord has retired the gateway version in use.
	ErrVersion = errors.New("discord has retired this gateway version; update the bot")
	// ErrIntents is returned by Gateway.Run when Discord refuses the intents.
	ErrIntents = errors.New("discord refuses the gateway intents; update the bot")
)

// fatal returns the reason to give up after err, nil when trying again may help.
func fatal(err error) error {
	if closed, ok := errors.AsType[*websocket.CloseError](err); ok {
		return fatalClose(closed)
	}
	refused, ok := errors.AsType[*APIError](err)
	if ok && refused.Status == http.StatusUnauthorized {
		return ErrToken
	}
	return nil
}

// orFatal returns the reason to give up after err, or err itself.
func orFatal(err error) error {
	if why := fatal(err); why != nil {
		return why
	}
	return err
}

// fatalClose reads the code with which the gateway closed.
// https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway
func fatalClose(closed *websocket.CloseError) error {
	switch closed.Code {
	case 4004:
		return fmt.Errorf("gateway closed with 4004: %w", ErrToken)
	case 4010, 4011:
		return fmt.Errorf("gateway closed with %d: %w", closed.Code, ErrSharding)
	case 4012:
		return fmt.Errorf("gateway closed with 4012: %w", ErrVersion)
	case 4013, 4014:
		return fmt.Errorf("gateway closed with %d: %w", closed.Code, ErrIntents)
	}
	return nil
}
