package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
)

// APIError is a refusal by Discord. It holds no secrets.
type APIError struct {
	Status int    // HTTP
	Code   int    // discordgo.ErrCode…; 0: none was given
	Detail string // the answer, cut to a length for logs
}

// Error implements error.
func (e *APIError) Error() string {
	return fmt.Sprintf("discord answered %d, code %d: %s", e.Status, e.Code, e.Detail)
}

var (
	// ErrUnreadable is returned by calls that were carried out and whose answer makes no sense.
	ErrUnreadable = errors.New("answer cannot be read")
	// ErrBusy is returned by StartTyping when other calls wait for Discord's limit. Nothing was sent.
	ErrBusy = errors.New("other calls are waiting")
	// ErrDoubtful is returned by CreateResponse when the interaction has an answer already, most likely
	// from an earlier try that seemed to fail. It is an answer, but perhaps not a whole one.
	ErrDoubtful = errors.New("interaction was answered by a try that seemed to fail")
)

// CodeNoMutualServers says that a person shares no server with the bot; discordgo does not know it.
const CodeNoMutualServers = 50278

// CodeOf returns the code in err, 0 when there is none.
func CodeOf(err error) int {
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
		Code int `json:"code"`
	}
	_ = json.Unmarshal(body, &said) // what is not JSON has no code
	return &APIError{Status: status, Code: said.Code,
		Detail: c.red.clean(Cut(string(body), detailLength))}
}

// isPassing reports whether err may be gone at the next try.
func isPassing(err error) bool {
	if refused, ok := errors.AsType[*APIError](err); ok {
		return refused.Status >= 500 || refused.Status == http.StatusRequestTimeout // a proxy's word for a slow Discord
	}
	return true
}

// IsRefused reports whether Discord carried nothing out, and will not the next time either.
func IsRefused(err error) bool {
	refused, ok := errors.AsType[*APIError](err)
	return ok && !isPassing(err) && refused.Status != http.StatusTooManyRequests
}

// ErrToken is returned by Client.Gateway and RegisterCommands when Discord refuses the bot's token. Trying
// again cannot help; its text is for the operator.
var ErrToken = errors.New("discord refuses the bot token; " +
	"reset it in the developer portal (Bot, Reset Token) and give the new one")

// orToken returns ErrToken when err is a refusal of the token, else err itself.
func orToken(err error) error {
	if refused, ok := errors.AsType[*APIError](err); ok && refused.Status == http.StatusUnauthorized {
		return ErrToken
	}
	return err
}
