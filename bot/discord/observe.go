package discord

import (
	"log/slog"
	"net/http"
	"slices"
	"strings"
)

// Observer measures the calls of a Client. Each method returns a function that the Client calls when the call or
// the wait is over.
type Observer interface {
	// CallStarted is called when a request is sent. The route contains no ids. The status is 0 if there was no
	// response.
	CallStarted(method, route string) func(status int)
	// WaitStarted is called when a request waits. The cause is "route" for the limit of its route, "share" for this
	// process's share of the global limit, or "refused" after a response with status 429.
	WaitStarted(cause string) func()
}

// Observe sets the observer. It must be called before any call is made.
func (c *Client) Observe(o Observer) { c.transport.observer = o }

// Trace logs each call to log at debug level. It must be called before any call is made.
func (c *Client) Trace(log *slog.Logger) { c.transport.log = log }

type noObserver struct{}

func (noObserver) CallStarted(string, string) func(int) { return func(int) {} }
func (noObserver) WaitStarted(string) func()            { return func() {} }

// observing returns the observer, or one that does nothing.
func (t *transport) observing() Observer {
	if t.observer == nil {
		return noObserver{}
	}
	return t.observer
}

// observeWait calls f and observes it as a wait.
func (t *transport) observeWait(cause string, f func() error) error {
	defer t.observing().WaitStarted(cause)()
	return f()
}

func (t *transport) send(req *http.Request) (*http.Response, error) {
	route := routeTemplate(req.URL.Path)
	ended, status := t.observing().CallStarted(req.Method, route), 0
	resp, err := t.next.RoundTrip(req)
	if err == nil {
		status = resp.StatusCode
	}
	ended(status)
	if t.log != nil {
		t.log.DebugContext(req.Context(), "call", "method", req.Method, "route", route, "status", status)
	}
	return resp, err
}

// routeWords are the path segments that are neither ids nor tokens.
var routeWords = []string{"@me", "@original", "applications", "bot", "callback", "channels", "commands", "emojis",
	"gateway", "guilds", "interactions", "members", "messages", "roles", "threads", "typing", "users", "webhooks"}

// routeTemplate returns a path without the API version and with placeholders for ids and tokens.
func routeTemplate(path string) string {
	_, path, _ = strings.Cut(path, "/v9/")
	parts := strings.Split(path, "/")
	for i, part := range parts {
		if !slices.Contains(routeWords, part) {
			parts[i] = "{id}"
		}
	}
	return "/" + strings.Join(parts, "/")
}
