package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
)

// APIError is a refusal by Discord. It contains no secrets.
type APIError struct {
	Status int    // the HTTP status
	Code   int    // one of discordgo.ErrCode…, or 0
	Detail string // the start of the response body
}

func (e *APIError) Error() string {
	return fmt.Sprintf("discord answered %d, code %d: %s", e.Status, e.Code, e.Detail)
}

var (
	// ErrUnreadable is returned if Discord carried out a call but its response cannot be decoded.
	ErrUnreadable = errors.New("answer cannot be read")
	// ErrBusy is returned by StartTyping if other calls are waiting for the rate limit. Nothing was sent.
	ErrBusy = errors.New("other calls are waiting")
	// ErrDoubtful is returned by CreateResponse if a retry found that the interaction has a response already. It is
	// probably from the first attempt, but may not be complete.
	ErrDoubtful = errors.New("interaction was answered by a try that seemed to fail")
)

// CodeNoMutualServers is the code for a user who shares no server with the bot. discordgo does not define it.
const CodeNoMutualServers = 50278

// CodeOf returns the code of an APIError in err's chain, or 0.
func CodeOf(err error) int {
	if refused, ok := errors.AsType[*APIError](err); ok {
		return refused.Code
	}
	return 0
}

// detailLength is the maximum length of APIError.Detail, in characters.
const detailLength = 500

// refusal returns the error for a response that is not a success.
func (c *caller) refusal(status int, body []byte) error {
	var response struct {
		Code int `json:"code"`
	}
	_ = json.Unmarshal(body, &response) // without JSON there is no code
	return &APIError{Status: status, Code: response.Code,
		Detail: c.red.clean(Truncate(string(body), detailLength))}
}

// isTransient reports whether a retry may succeed after err.
func isTransient(err error) bool {
	if refused, ok := errors.AsType[*APIError](err); ok {
		return refused.Status >= 500 || refused.Status == http.StatusRequestTimeout // from a proxy
	}
	return true
}

// IsRefused reports whether Discord did nothing and will refuse a retry too.
func IsRefused(err error) bool {
	refused, ok := errors.AsType[*APIError](err)
	return ok && !isTransient(err) && refused.Status != http.StatusTooManyRequests
}

// ErrToken is returned by Client.Gateway and RegisterCommands if Discord refuses the bot's token. Retrying cannot
// help. Its text is for the operator.
var ErrToken = errors.New("discord refuses the bot token; " +
	"reset it in the developer portal (Bot, Reset Token) and give the new one")

// asTokenError returns ErrToken if err says that the token was refused, and err otherwise.
func asTokenError(err error) error {
	if refused, ok := errors.AsType[*APIError](err); ok && refused.Status == http.StatusUnauthorized {
		return ErrToken
	}
	return err
}
