package discord

import (
	"encoding/json"
	"errors"
	"fmt"
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
	CodeUnknownChannel  Code = 10003
	CodeUnknownGuild    Code = 10004
	CodeUnknownMessage  Code = 10008
	CodeAcknowledged    Code = 40060 // the interaction was answered before
	CodeMissingAccess   Code = 50001
	CodeCannotMessage   Code = 50007 // a person who blocks the bot or left its servers
	CodeMissingRights   Code = 50013
	CodeArchivedThread  Code = 50083
	CodeNoMutualServers Code = 50278
	CodeLockedThread    Code = 160005
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
