// Package check decides what Discord refuses, as pure functions from a request to a refusal. It is as strict as
// Discord where a bot could go wrong. What Discord would accept and the sandbox does not support is refused too, in
// a way that cannot be mistaken for Discord's.
package check

import (
	"fmt"
	"net/http"
	"time"
)

// Refusal is Discord's refusal of a request: HTTP status, Discord's code or 0, a message, and for 50035 the tree of
// complaints.
type Refusal struct {
	Status  int
	Code    int
	Message string
	Errors  map[string]any

	RetryAfter time.Duration // with status 429
	Global     bool          // with status 429: the global limit

	Unhandled string // what the sandbox does not support; "" for Discord's refusals
}

// Error returns the refusal in one line, for logs and tests.
func (r *Refusal) Error() string {
	return fmt.Sprintf("HTTP %d, code %d: %s", r.Status, r.Code, r.Message)
}

// Body returns the JSON of the response.
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

// Discord's refusals, from its list of JSON error codes. They must not be modified.
var (
	Unauthorized       = refusal(401, 0, "401: Unauthorized")
	Broken             = refusal(500, 0, "500: Internal Server Error") // an internal error of Discord
	UnknownApplication = refusal(404, 10002, "Unknown Application")
	UnknownChannel     = refusal(404, 10003, "Unknown Channel")
	UnknownGuild       = refusal(404, 10004, "Unknown Guild")
	UnknownMember      = refusal(404, 10007, "Unknown Member")
	UnknownMessage     = refusal(404, 10008, "Unknown Message")
	UnknownUser        = refusal(404, 10013, "Unknown User")
	UnknownRole        = refusal(404, 10011, "Unknown Role")
	UnknownEmoji       = refusal(404, 10014, "Unknown Emoji")
	UnknownWebhook     = refusal(404, 10015, "Unknown Webhook")
	UnknownCommand     = refusal(404, 10063, "Unknown application command")
	UnknownInteraction = refusal(404, 10062, "Unknown interaction")
	ForeignApplication = refusal(403, 20012,
		"You are not authorized to perform this action on this application")
	TooManyEmojis = refusal(400, 30008, "Maximum number of emojis reached (2000)")
	TooManyFiles  = refusal(400, 30015,
		"Maximum number of attachments in a message reached (10)")
	TooManyCommands  = refusal(400, 30032, "Maximum number of application commands reached")
	TooLarge         = refusal(413, 40005, "Request entity too large")
	Acknowledged     = refusal(400, 40060, "Interaction has already been acknowledged.")
	TooManyFollowUps = refusal(400, 40094,
		"This interaction has hit the maximum number of follow up messages")
	BadUserAgent       = refusal(403, 40333, "internal network error")
	MissingAccess      = refusal(403, 50001, "Missing Access")
	DirectChannel      = refusal(403, 50003, "Cannot execute action on a DM channel")
	ForeignMessage     = refusal(403, 50005, "Cannot edit a message authored by another user")
	EmptyMessage       = refusal(400, 50006, "Cannot send an empty message")
	ClosedDM           = refusal(403, 50007, "Cannot send messages to this user")
	MissingPermissions = refusal(403, 50013, "Missing Permissions")
	WrongChannelType   = refusal(400, 50024, "Cannot execute action on this channel type")
	NonTextChannel     = refusal(400, 50008, "Cannot send messages in a non-text channel")
	TagRequired        = refusal(400, 40067, "A tag is required to create a forum post in this channel")
	UnknownTag         = refusal(404, 10087, "Unknown Tag")
	WebhookToken       = refusal(401, 50027, "Invalid Webhook Token")
	BadRecipient       = refusal(400, 50033, "Invalid Recipient(s)")
	BadVersion         = refusal(400, 50041, "Invalid API version specified")
	BadFile            = refusal(400, 50046, "Invalid file uploaded")
	ArchivedThread     = refusal(400, 50083, "Thread is archived")
	InvalidJSON        = refusal(400, 50109, "The request body contains invalid JSON.")
	ReplyWithoutRead   = refusal(400, 160002,
		"You cannot reply without permission to read message history")
	EntryPointMissing = refusal(400, 50240, "You cannot remove this app's Entry Point command in a bulk update operation. "+
		"Please include the Entry Point command in your update request or delete it separately.")
	NoMutualGuilds = refusal(403, 50278,
		"Cannot send messages to this user due to having no mutual guilds")
	ThreadExists   = refusal(400, 160004, "A thread has already been created for this message")
	TooManyThreads = refusal(400, 160006, "Maximum number of active threads reached")
)

func refusal(status, code int, message string) *Refusal {
	return &Refusal{Status: status, Code: code, Message: message}
}

// InvalidForm returns a 50035 with the given message.
func InvalidForm(message string) *Refusal { return refusal(http.StatusBadRequest, 50035, message) }

// TooManyOldEdits refuses frequent edits of messages older than an hour.
func TooManyOldEdits(again time.Duration) *Refusal {
	r := refusal(http.StatusTooManyRequests, 30046,
		"Maximum number of edits to messages older than 1 hour reached. Try again later")
	r.RetryAfter = again
	return r
}

// Unhandled refuses what Discord would do and the sandbox does not support.
func Unhandled(what string) *Refusal {
	return &Refusal{Status: http.StatusNotImplemented, Unhandled: what,
		Message: "the sandbox does not know " + what}
}
