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

// limits holds requests back as Discord's rate limit headers ask. discordgo's own limiter keeps
// every bucket for ever, shares one among all edits of answers, and ignores the context while it
// waits. The zero value is ready.
// https://discord.com/developers/docs/topics/rate-limits
type limits struct {
	mu     sync.Mutex
	routes map[string]*bucket // of the routes in use and those whose window is open
}

// bucket is what is known of a route. While nothing is, one request goes at a time: the answer to
// the first says how many may follow.
type bucket struct {
	flying  int           // requests under way
	waiting int           // requests held back
	left    int           // requests that may still begin in the window
	window  *time.Timer   // to its end; nil: none is open
	changed chan struct{} // closed and replaced when a request held back may go
}

const (
	// everywhere is the route of a limit on all of them.
	everywhere = "*"
	// minPause and maxPause are the shortest and the longest time that a limit is believed to last.
	minPause = 250 * time.Millisecond
	maxPause = time.Hour
	// usualPause is how long to wait after a refusal that does not say.
	usualPause = time.Second
)

// routeOf names the requests that share a limit with req: its method and its path without the ids
// below the channel or guild. It is "" for answers to interactions: each has a token and so a limit of its
// own.
func routeOf(req *http.Request) string {
	path := req.URL.Path
	if strings.Contains(path, "/interactions/") || strings.Contains(path, "/webhooks/") {
		return ""
	}
	for _, part := range []string{"/messages/", "/members/"} {
		if before, _, below := strings.Cut(path, part); below {
			path = before + part
		}
	}
	return req.Method + " " + path
}

// begin returns when a request may go on route, or with the error of ctx. After a nil error, end
// must be called once.
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

// reserve counts a request on route; when it may not go, it returns the channel to wait for.
func (l *limits) reserve(route string) chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.bucketLocked(route)
	all := l.routes[everywhere]
	switch {
	case all != nil:
		b.waiting++
		return all.changed
	case b.window != nil && b.left > 0:
		b.left--
	case b.window != nil || b.flying > 0:
		b.waiting++
		return b.changed
	}
	b.flying++
	return nil
}

// stopWaiting notes that a request is no longer held back.
func (l *limits) stopWaiting(route string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.routes[route].waiting--
	l.tidyLocked(route)
}

// end notes the headers of the answer to a request, nil when there was none. When the request was
// refused for its rate, it returns how long to wait before sending it again, and true.
func (l *limits) end(route string, resp *http.Response) (pause time.Duration, refused bool) {
	if resp != nil {
		refused = resp.StatusCode == http.StatusTooManyRequests
		pause = resetAfter(resp.Header, refused)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if refused && isGlobal(resp.Header) {
		l.openLocked(everywhere, 0, pause)
	}
	if route == "" {
		return pause, refused
	}
	b := l.routes[route]
	b.flying--
	if left, told := remaining(resp); refused {
		l.openLocked(route, 0, pause)
	} else if told && pause > 0 {
		l.limitLocked(route, max(left-b.flying, 0), pause)
	}
	b.wake()
	l.tidyLocked(route)
	return pause, refused
}

// bucketLocked returns the bucket of route.
func (l *limits) bucketLocked(route string) *bucket {
	if l.routes == nil {
		l.routes = map[string]*bucket{}
	}
	if l.routes[route] == nil {
		l.routes[route] = &bucket{changed: make(chan struct{})}
	}
	return l.routes[route]
}

// limitLocked lets at most left more requests begin on route in the window that ends after pause:
// the one that is open, if there is one.
func (l *limits) limitLocked(route string, left int, pause time.Duration) {
	if b := l.bucketLocked(route); b.window != nil {
		b.left = min(b.left, left)
		return
	}
	l.openLocked(route, left, pause)
}

// openLocked begins a window of route in place of the one that is open.
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
		l.tidyLocked(route)
	})
	b.window, b.left = window, left
}

// wake lets the requests that are held back look again.
func (b *bucket) wake() {
	close(b.changed)
	b.changed = make(chan struct{})
}

// tidyLocked forgets a bucket of which nothing is known any more.
func (l *limits) tidyLocked(route string) {
	if b := l.routes[route]; b.flying == 0 && b.waiting == 0 && b.window == nil {
		delete(l.routes, route)
	}
}

// isGlobal reports whether the limit is on all the bot's requests, not on the route.
func isGlobal(h http.Header) bool {
	return h.Get("X-RateLimit-Global") != "" || h.Get("X-RateLimit-Scope") == "global"
}

// remaining reads how many more requests may begin; false when resp does not tell.
func remaining(resp *http.Response) (int, bool) {
	if resp == nil {
		return 0, false
	}
	left, err := strconv.Atoi(resp.Header.Get("X-RateLimit-Remaining"))
	return left, err == nil
}

// resetAfter reads how long a limit lasts; 0 when nothing sensible is said. After a refusal it is
// never so short that requests would follow one another without a pause.
func resetAfter(h http.Header, refused bool) time.Duration {
	text := h.Get("X-RateLimit-Reset-After")
	if refused && h.Get("Retry-After") != "" {
		text = h.Get("Retry-After")
	}
	seconds, err := strconv.ParseFloat(text, 64)
	sensible := err == nil && seconds > 0 && !math.IsInf(seconds, 0)
	switch {
	case !sensible && refused:
		return usualPause
	case !sensible:
		return 0
	}
	pause := time.Duration(min(seconds, maxPause.Seconds()) * float64(time.Second))
	if refused {
		pause = max(pause, minPause)
	}
	return pause
}
