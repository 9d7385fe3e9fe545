package bot

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// limits holds requests back as Discord's rate limit headers ask. discordgo's own limiter keeps
// every bucket for ever, shares one among all edits of answers, and waits deaf to the context.
// The zero value is ready.
type limits struct {
	mu     sync.Mutex
	closed map[string]chan struct{} // routes that are closed; the channel closes when they open
}

// everywhere is the route of a limit over all of them.
const everywhere = "*"

// routeOf names what shares a limit with req: the method and the path without the ids below the
// channel. Answers to interactions have none, for each has its own token.
func routeOf(req *http.Request) string {
	path := req.URL.Path
	if strings.Contains(path, "/interactions/") || strings.Contains(path, "/webhooks/") {
		return ""
	}
	if before, _, below := strings.Cut(path, "/messages/"); below {
		path = before + "/messages/"
	}
	return req.Method + " " + path
}

// wait returns when route is open, or with the error of ctx.
func (l *limits) wait(ctx context.Context, route string) error {
	for {
		gate := l.gate(route)
		if gate == nil {
			return nil
		}
		select {
		case <-gate:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// gate returns what to wait for, nil when route is open.
func (l *limits) gate(route string) chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	if gate := l.closed[everywhere]; gate != nil && route != "" {
		return gate
	}
	return l.closed[route]
}

// note reads the headers of an answer and returns how long to wait before the same request is
// sent again, when it was refused for its rate.
func (l *limits) note(route string, resp *http.Response) (time.Duration, bool) {
	refused := resp.StatusCode == http.StatusTooManyRequests
	pause := resetAfter(resp.Header, refused)
	switch {
	case refused && isGlobal(resp.Header):
		l.close(everywhere, pause)
	case route != "" && (refused || resp.Header.Get("X-RateLimit-Remaining") == "0"):
		l.close(route, pause)
	}
	return pause, refused
}

// isGlobal reports whether the limit is the bot's, not the route's.
func isGlobal(h http.Header) bool {
	return h.Get("X-RateLimit-Global") != "" || h.Get("X-RateLimit-Scope") == "global"
}

// resetAfter reads how long a limit lasts; a refusal lasts at least a little.
func resetAfter(h http.Header, refused bool) time.Duration {
	text := h.Get("X-RateLimit-Reset-After")
	if refused && h.Get("Retry-After") != "" {
		text = h.Get("Retry-After")
	}
	seconds, err := strconv.ParseFloat(text, 64)
	if refused && (err != nil || seconds <= 0) {
		seconds = 1
	}
	return time.Duration(seconds * float64(time.Second))
}

// close closes route for a while.
func (l *limits) close(route string, pause time.Duration) {
	if pause <= 0 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed == nil {
		l.closed = map[string]chan struct{}{}
	}
	if l.closed[route] != nil {
		return
	}
	gate := make(chan struct{})
	l.closed[route] = gate
	time.AfterFunc(pause, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.closed, route)
		close(gate)
	})
}
