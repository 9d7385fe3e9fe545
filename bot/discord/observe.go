package discord

import (
	"log/slog"
	"net/http"
	"slices"
	"strings"
)

// Observer is told of the calls of a Client. What it returns is called when what it was told of has ended.
type Observer interface {
	// Calling says that a call is sent. The route has no ids; the status is 0 when there is no answer.
	Calling(method, route string) func(status int)
	// Waiting says that a call waits for a limit: of its "route", for the "share" of this process in the global one,
	// or because Discord "refused" it for its rate.
	Waiting(cause string) func()
}

// Observe has an Observer told of the calls from now on. It is called before any of them.
func (c *Client) Observe(o Observer) { c.transport.observer = o }

// Trace has each call written to log from now on, at debug. It is called before any of them.
func (c *Client) Trace(log *slog.Logger) { c.transport.log = log }

// unobserved is told in vain.
type unobserved struct{}

func (unobserved) Calling(string, string) func(int) { return func(int) {} }
func (unobserved) Waiting(string) func()            { return func() {} }

// observed returns who is told.
func (t *transport) observed() Observer {
	if t.observer == nil {
		return unobserved{}
	}
	return t.observer
}

// during calls f, and tells what is waited for meanwhile.
func (t *transport) during(cause string, f func() error) error {
	defer t.observed().Waiting(cause)()
	return f()
}

// send sends req once, on its route or another one.
func (t *transport) send(req *http.Request) (*http.Response, error) {
	route := template(req.URL.Path)
	ended, status := t.observed().Calling(req.Method, route), 0
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

// routeWords are the words in the paths of calls that are no ids and no tokens.
var routeWords = []string{"@me", "@original", "applications", "bot", "callback", "channels", "commands", "emojis",
	"gateway", "guilds", "interactions", "members", "messages", "threads", "typing", "users", "webhooks"}

// template returns a path behind the version of the API, with a place for each id and token.
func template(path string) string {
	_, path, _ = strings.Cut(path, "/v9/")
	parts := strings.Split(path, "/")
	for i, part := range parts {
		if !slices.Contains(routeWords, part) {
			parts[i] = "{id}"
		}
	}
	return "/" + strings.Join(parts, "/")
}
