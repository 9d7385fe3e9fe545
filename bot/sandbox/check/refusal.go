// Package check holds what Discord refuses, as pure functions from a request to a refusal. It is as
// strict as Discord where a bot could go wrong. What Discord would take and the sandbox does not
// know is refused as well, in a way that cannot pass for Discord's.
package check

import (
	"fmt"
	"net/http"
	"time"
)

// Refusal is how Discord refuses a request: HTTP status, its own code, a sentence, and for 50035 the
// tree of complaints. The zero Code is sent as 0.
type Refusal struct {
	Status  int
	Code    int
	Message string
	Errors  map[string]any

	RetryAfter time.Duration // with status 429
	Global     bool          // with status 429: over all calls

	Unhandled string // what Discord would do and the sandbox does not know; "" in Discord's refusals
}

// Error is the refusal in one line, for logs and tests.
func (r *Refusal) Error() string {
	return fmt.Sprintf("HTTP %d, code %d: %s", r.Status, r.Code, r.Message)
}

// Body is the JSON that goes out.
func (r *Refusal) Body() map[string]any {
	out := map[string]any{"code": r.Code, "message": r.Message}
	if len(r.Errors) > 0 {
		out["errors"] = r.Errors
	}
	if r.Status == http.StatusTooManyRequests {
		out["retry_after"], out["global"] = r.RetryAfter.Seconds(), r.Global
	}
	return out
}

// The codes, from Discord's list of JSON error codes.
const (
	UnknownApplication = 10002
	UnknownChannel     = 10003
	UnknownMessage     = 10008
	UnknownUser        = 10013
	UnknownEmoji       = 10014
	UnknownWebhook     = 10015
	ForeignApplication = 20012
	UnknownInteraction = 10062
	TooManyEmojis      = 30008
	TooManyFiles       = 30015
	TooManyCommands    = 30032
	TooManyOldEdits    = 30046
	TooLarge           = 40005
	Acknowledged       = 40060
	BadUserAgent       = 40333
	MissingAccess      = 50001
	DirectChannel      = 50003
	ForeignMessage     = 50005
	EmptyMessage       = 50006
	ClosedDM           = 50007
	MissingPermissions = 50013
	WebhookToken       = 50027
	BadRecipient       = 50033
	InvalidForm        = 50035
	BadVersion         = 50041
	BadFile            = 50046
	InvalidJSON        = 50109
	ReplyWithoutRead   = 160002
)

// Refuse is the refusal of a code above. It panics for any other code, a defect here.
func Refuse(code int) *Refusal {
	for _, r := range []Refusal{
		{Status: 404, Code: UnknownApplication, Message: "Unknown Application"},
		{Status: 404, Code: UnknownChannel, Message: "Unknown Channel"},
		{Status: 404, Code: UnknownMessage, Message: "Unknown Message"},
		{Status: 404, Code: UnknownUser, Message: "Unknown User"},
		{Status: 404, Code: UnknownEmoji, Message: "Unknown Emoji"},
		{Status: 404, Code: UnknownWebhook, Message: "Unknown Webhook"},
		{Status: 404, Code: UnknownInteraction, Message: "Unknown interaction"},
		{Status: 403, Code: ForeignApplication,
			Message: "You are not authorized to perform this action on this application"},
		{Status: 400, Code: TooManyEmojis, Message: "Maximum number of emojis reached (2000)"},
		{Status: 400, Code: TooManyFiles,
			Message: "Maximum number of attachments in a message reached (10)"},
		{Status: 400, Code: TooManyCommands,
			Message: "Maximum number of application commands reached"},
		{Status: 429, Code: TooManyOldEdits, Message: "Maximum number of edits to messages older " +
			"than 1 hour reached. Try again later"},
		{Status: 413, Code: TooLarge, Message: "Request entity too large"},
		{Status: 400, Code: Acknowledged, Message: "Interaction has already been acknowledged."},
		{Status: 403, Code: BadUserAgent, Message: "internal network error"},
		{Status: 403, Code: MissingAccess, Message: "Missing Access"},
		{Status: 403, Code: DirectChannel, Message: "Cannot execute action on a DM channel"},
		{Status: 403, Code: ForeignMessage,
			Message: "Cannot edit a message authored by another user"},
		{Status: 400, Code: EmptyMessage, Message: "Cannot send an empty message"},
		{Status: 403, Code: ClosedDM, Message: "Cannot send messages to this user"},
		{Status: 403, Code: MissingPermissions, Message: "Missing Permissions"},
		{Status: 401, Code: WebhookToken, Message: "Invalid Webhook Token"},
		{Status: 400, Code: BadRecipient, Message: "Invalid Recipient(s)"},
		{Status: 400, Code: InvalidForm, Message: "Invalid Form Body"},
		{Status: 400, Code: BadVersion, Message: "Invalid API version specified"},
		{Status: 400, Code: BadFile, Message: "Invalid file uploaded"},
		{Status: 400, Code: InvalidJSON, Message: "The request body contains invalid JSON."},
		{Status: 400, Code: ReplyWithoutRead,
			Message: "You cannot reply without permission to read message history"},
	} {
		if r.Code == code {
			return &r
		}
	}
	panic(fmt.Sprintf("check: no refusal %d", code))
}

// Unauthorized refuses a wrong token.
func Unauthorized() *Refusal {
	return &Refusal{Status: http.StatusUnauthorized, Message: "401: Unauthorized"}
}

// Broken is what Discord answers when it fails itself.
func Broken() *Refusal {
	return &Refusal{Status: http.StatusInternalServerError, Message: "500: Internal Server Error"}
}

// Unhandled is for what Discord would do and the sandbox does not know.
func Unhandled(what string) *Refusal {
	return &Refusal{Status: http.StatusNotImplemented, Unhandled: what,
		Message: "the sandbox does not know " + what}
}
