package discord

import (
	"context"
	"math"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// limits delays requests according to Discord's rate limit headers. It replaces discordgo's limiter, which keeps
// every bucket forever, uses one bucket for all edits of responses, and ignores the context while it waits. The
// zero value is ready to use.
// https://discord.com/developers/docs/topics/rate-limits
type limits struct {
	mu     sync.Mutex
	routes map[string]*bucket // routes in use, or with an open window
}

// bucket is the state of a route. Until a response tells the limit, requests go one at a time.
type bucket struct {
	inFlight int           // requests being sent
	waiting  int           // requests being delayed
	left     int           // requests that may still start in the window
	window   *time.Timer   // fires at its end; nil: no window is open
	changed  chan struct{} // closed and replaced when a delayed request may go
}

const (
	// globalRoute is the route of the global limit.
	globalRoute = "*"
	// minPause and maxPause bound the duration of a limit.
	minPause = 250 * time.Millisecond
	maxPause = time.Hour
	// defaultPause is the wait after a refusal that gives none.
	defaultPause = time.Second
)

// routeOf names the requests that share a limit with req: the method, and the path up to the channel's or guild's
// id. It is "" for responses to interactions, because each of their tokens has its own limit.
func routeOf(req *http.Request) string {
	path := req.URL.Path
	if strings.Contains(path, "/interactions/") || strings.Contains(path, "/webhooks/") {
		return ""
	}
	for _, part := range []string{"/messages/", "/members/", "/roles/"} {
		if before, _, below := strings.Cut(path, part); below {
			path = before + part
		}
	}
	return req.Method + " " + path
}

// begin waits until a request may be sent on route, or returns the error of ctx. If it returns nil, end must be
// called once.
func (l *limits) begin(ctx context.Context, route string) error {
	if route == "" {
		return nil
	}
	for {
		changed := l.reserve(route)
		if changed == nil {
			return nil
		}
		select {
		case <-changed:
			l.stopWaiting(route)
		case <-ctx.Done():
			l.stopWaiting(route)
			return ctx.Err()
		}
	}
}

// reserve takes a slot for a request on route. If there is none, it returns a channel that is closed when one may
// be free.
func (l *limits) reserve(route string) chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.bucketLocked(route)
	all := l.routes[globalRoute]
	switch {
	case all != nil:
		b.waiting++
		return all.changed
	case b.window != nil && b.left > 0:
		b.left--
	case b.window != nil || b.inFlight > 0:
		b.waiting++
		return b.changed
	}
	b.inFlight++
	return nil
}

// stopWaiting removes a request from the delayed ones.
func (l *limits) stopWaiting(route string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.routes[route].waiting--
	l.dropIdleLocked(route)
}

// end records the rate limit headers of resp, which is nil if there was no response. If the request exceeded the
// limit, end returns how long to wait before a retry, and true.
func (l *limits) end(route string, resp *http.Response) (pause time.Duration, refused bool) {
	if resp != nil {
		refused = resp.StatusCode == http.StatusTooManyRequests
		pause = resetAfter(resp.Header, refused)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if refused && isGlobal(resp.Header) {
		l.openLocked(globalRoute, 0, pause)
	}
	if route == "" {
		return pause, refused
	}
	b := l.routes[route]
	b.inFlight--
	if left, known := remaining(resp); refused {
		l.openLocked(route, 0, pause)
	} else if known && pause > 0 {
		l.limitLocked(route, max(left-b.inFlight, 0), pause)
	}
	b.wake()
	l.dropIdleLocked(route)
	return pause, refused
}

func (l *limits) bucketLocked(route string) *bucket {
	if l.routes == nil {
		l.routes = map[string]*bucket{}
	}
	if l.routes[route] == nil {
		l.routes[route] = &bucket{changed: make(chan struct{})}
	}
	return l.routes[route]
}

// limitLocked allows at most left more requests in the open window of route. If no window is open, it opens one
// that ends after pause.
func (l *limits) limitLocked(route string, left int, pause time.Duration) {
	if b := l.bucketLocked(route); b.window != nil {
		b.left = min(b.left, left)
		return
	}
	l.openLocked(route, left, pause)
}

// openLocked opens a window of route and discards the one that was open.
func (l *limits) openLocked(route string, left int, pause time.Duration) {
	b := l.bucketLocked(route)
	var window *time.Timer
	window = time.AfterFunc(pause, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if b.window != window {
			return
		}
		b.window = nil
		b.wake()
		l.dropIdleLocked(route)
	})
	b.window, b.left = window, left
}

// wake lets the delayed requests check again.
func (b *bucket) wake() {
	close(b.changed)
	b.changed = make(chan struct{})
}

// dropIdleLocked deletes the bucket of an idle route.
func (l *limits) dropIdleLocked(route string) {
	if b := l.routes[route]; b.inFlight == 0 && b.waiting == 0 && b.window == nil {
		delete(l.routes, route)
	}
}

// isGlobal reports whether the limit applies to all routes.
func isGlobal(h http.Header) bool {
	return h.Get("X-RateLimit-Global") != "" || h.Get("X-RateLimit-Scope") == "global"
}

// remaining returns how many more requests may start, and whether resp says so.
func remaining(resp *http.Response) (int, bool) {
	if resp == nil {
		return 0, false
	}
	left, err := strconv.Atoi(resp.Header.Get("X-RateLimit-Remaining"))
	return left, err == nil
}

// resetAfter returns how long a limit lasts, or 0 if the headers have no valid duration. After a refusal it is at
// least minPause.
func resetAfter(h http.Header, refused bool) time.Duration {
	text := h.Get("X-RateLimit-Reset-After")
	if refused && h.Get("Retry-After") != "" {
		text = h.Get("Retry-After")
	}
	seconds, err := strconv.ParseFloat(text, 64)
	sensible := err == nil && seconds > 0 && !math.IsInf(seconds, 0)
	switch {
	case !sensible && refused:
		return defaultPause
	case !sensible:
		return 0
	}
	pause := time.Duration(min(seconds, maxPause.Seconds()) * float64(time.Second))
	if refused {
		pause = max(pause, minPause)
	}
	return pause
}
