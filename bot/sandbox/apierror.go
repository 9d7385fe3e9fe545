package sandbox

import (
	"fmt"
	"net/http"
	"time"
)

// apiError is a refusal as Discord writes it: HTTP status, its own code, a sentence, and for 50035
// the tree of complaints.
type apiError struct {
	Status  int
	Code    int
	Message string
	Errors  complaints

	RetryAfter time.Duration // with status 429
	Global     bool          // with status 429: over all calls

	Unhandled string // what Discord would do and the sandbox does not know
}

// Error makes an apiError usable as an error in logs and tests.
func (e *apiError) Error() string {
	return fmt.Sprintf("HTTP %d, code %d: %s", e.Status, e.Code, e.Message)
}

// body is the JSON that goes out.
func (e *apiError) body() map[string]any {
	out := map[string]any{"code": e.Code, "message": e.Message}
	if len(e.Errors) > 0 {
		out["errors"] = e.Errors
	}
	if e.Status == http.StatusTooManyRequests {
		out["retry_after"], out["global"] = e.RetryAfter.Seconds(), e.Global
	}
	return out
}

func refuse(status, code int, message string) *apiError {
	return &apiError{Status: status, Code: code, Message: message}
}

// The refusals, from Discord's list of JSON error codes.
func errUnauthorized() *apiError {
	return refuse(http.StatusUnauthorized, 0, "401: Unauthorized")
}

func errUnknownApp() *apiError {
	return refuse(http.StatusNotFound, 10002, "Unknown Application")
}
func errUnknownChannel() *apiError { return refuse(http.StatusNotFound, 10003, "Unknown Channel") }
func errUnknownGuild() *apiError   { return refuse(http.StatusNotFound, 10004, "Unknown Guild") }
func errUnknownMember() *apiError  { return refuse(http.StatusNotFound, 10007, "Unknown Member") }
func errUnknownMessage() *apiError { return refuse(http.StatusNotFound, 10008, "Unknown Message") }
func errUnknownUser() *apiError    { return refuse(http.StatusNotFound, 10013, "Unknown User") }
func errUnknownEmoji() *apiError   { return refuse(http.StatusNotFound, 10014, "Unknown Emoji") }
func errUnknownWebhook() *apiError { return refuse(http.StatusNotFound, 10015, "Unknown Webhook") }
func errUnknownInteraction() *apiError {
	return refuse(http.StatusNotFound, 10062, "Unknown interaction")
}
func errUnknownCommand() *apiError {
	return refuse(http.StatusNotFound, 10063, "Unknown application command")
}
func errTooManyCommands(most int) *apiError {
	return refuse(http.StatusBadRequest, 30032,
		fmt.Sprintf("Maximum number of application commands reached (%d)", most))
}
func errTooManyEmoji() *apiError {
	return refuse(http.StatusBadRequest, 30008, "Maximum number of emojis reached (2000)")
}
func errTooManyFiles() *apiError {
	return refuse(http.StatusBadRequest, 30015,
		"Maximum number of attachments in a message reached (10)")
}
func errOldEdits(again time.Duration) *apiError {
	return &apiError{Status: http.StatusTooManyRequests, Code: 30046, RetryAfter: again,
		Message: "Maximum number of edits to messages older than 1 hour reached. Try again later"}
}
func errTooLarge() *apiError {
	return refuse(http.StatusRequestEntityTooLarge, 40005, "Request entity too large")
}
func errAcknowledged() *apiError {
	return refuse(http.StatusBadRequest, 40060, "Interaction has already been acknowledged.")
}
func errUserAgent() *apiError {
	return refuse(http.StatusForbidden, 40333, "internal network error")
}
func errDirect() *apiError {
	return refuse(http.StatusForbidden, 50003, "Cannot execute action on a DM channel")
}
func errNoAccess() *apiError { return refuse(http.StatusForbidden, 50001, "Missing Access") }
func errForeignMessage() *apiError {
	return refuse(http.StatusForbidden, 50005, "Cannot edit a message authored by another user")
}
func errEmptyMessage() *apiError {
	return refuse(http.StatusBadRequest, 50006, "Cannot send an empty message")
}
func errClosedDM() *apiError {
	return refuse(http.StatusForbidden, 50007, "Cannot send messages to this user")
}

func errNoPermission() *apiError {
	return refuse(http.StatusForbidden, 50013, "Missing Permissions")
}
func errWebhookToken() *apiError {
	return refuse(http.StatusUnauthorized, 50027, "Invalid Webhook Token")
}
func errRecipient() *apiError {
	return refuse(http.StatusBadRequest, 50033, "Invalid Recipient(s)")
}
func errJSON() *apiError {
	return refuse(http.StatusBadRequest, 50109, "The request body contains invalid JSON.")
}

// errUnhandled is for what Discord would do and the sandbox does not know: it must not pass for a
// refusal of Discord's.
func errUnhandled(what string) *apiError {
	return &apiError{Status: http.StatusNotImplemented, Unhandled: what,
		Message: "the sandbox does not know " + what}
}
