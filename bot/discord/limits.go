package discord

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// limits holds requests back as Discord's rate limit headers ask. discordgo's own limiter keeps
// every bucket for ever, shares one among all edits of answers, and ignores the context while it
// waits. The zero value is ready.
// https://discord.com/developers/docs/topics/rate-limits
type limits struct {
	mu     sync.Mutex
	closed map[string]chan struct{} // by route; the channel is closed when the route opens again
}

// everywhere is the route of a limit on all of them.
const everywhere = "*"

// routeOf names the requests that share a limit with req: its method and its path without the ids
// below the channel. It is "" for answers to interactions: each has a token and so a limit of its
// own.
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

// gate returns the channel to wait for, nil when route is open.
func (l *limits) gate(route string) chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	if gate := l.closed[everywhere]; gate != nil && route != "" {
		return gate
	}
	return l.closed[route]
}

// note reads the headers of an answer. When the request was refused for its rate, it returns how
// long to wait before sending it again, and true.
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

// isGlobal reports whether the limit is on all the bot's requests, not on the route.
func isGlobal(h http.Header) bool {
	return h.Get("X-RateLimit-Global") != "" || h.Get("X-RateLimit-Scope") == "global"
}

// resetAfter reads how long a limit lasts; after a refusal that does not say, a second.
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

// close closes route for the length of pause, unless it is closed already.
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
