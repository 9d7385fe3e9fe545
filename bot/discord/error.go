package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/gorilla/websocket"
)

// APIError is a refusal by Discord. It holds no secrets.
type APIError struct {
	Status int    // HTTP
	Code   Code   // 0: none was given
	Detail string // the answer, cut to a length for logs
}

// Error implements error.
func (e *APIError) Error() string {
	return fmt.Sprintf("discord answered %d, code %d: %s", e.Status, e.Code, e.Detail)
}

var (
	// ErrUnreadable is returned by calls that were carried out and whose answer makes no sense.
	ErrUnreadable = errors.New("answer cannot be read")
	// ErrDoubtful is returned by CreateResponse when the interaction has an answer already, most likely
	// from an earlier try that seemed to fail. It is an answer, but perhaps not a whole one.
	ErrDoubtful = errors.New("interaction was answered by a try that seemed to fail")
)

// Code says why Discord refused.
// https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
type Code int

// The codes after which a bot does something else than to give up.
const (
	CodeUnknownChannel     Code = 10003 // or a thread whose channel is gone
	CodeUnknownGuild       Code = 10004
	CodeUnknownMessage     Code = 10008
	CodeUnknownEmoji       Code = 10014
	CodeUnknownInteraction Code = 10062  // it came too late for an answer, or was none of ours
	CodeTooManyOldEdits    Code = 30046  // of messages older than an hour; they are possible again later
	CodeAcknowledged       Code = 40060  // the interaction was answered before
	CodeMissingAccess      Code = 50001  // the bot does not see the channel
	CodeCannotMessage      Code = 50007  // a person who refuses direct messages or blocks the bot
	CodeMissingRights      Code = 50013  // the bot sees the channel and may not do this there
	CodeInvalidForm        Code = 50035  // something in it cannot be
	CodeArchivedThread     Code = 50083  // nothing but a new message is possible, and in a locked one not that
	CodeNoMutualServers    Code = 50278  // a person who shares no server with the bot
	CodeThreadExists       Code = 160004 // the message has its thread already
	CodeLockedThread       Code = 160005
	CodeTooManyThreads     Code = 160006 // that are not archived, in the server
)

// CodeOf returns the code in err, 0 when there is none.
func CodeOf(err error) Code {
	if refused, ok := errors.AsType[*APIError](err); ok {
		return refused.Code
	}
	return 0
}

// detailLength is in characters.
const detailLength = 500

// refusal reads an answer that is not a success.
func (c *Client) refusal(status int, body []byte) error {
	var said struct {
		Code Code `json:"code"`
	}
	_ = json.Unmarshal(body, &said) // what is not JSON has no code
	return &APIError{Status: status, Code: said.Code,
		Detail: c.red.clean(Cut(string(body), detailLength))}
}

// isPassing reports whether err may be gone at the next try.
func isPassing(err error) bool {
	if refused, ok := errors.AsType[*APIError](err); ok {
		return refused.Status >= 500
	}
	return true
}

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
