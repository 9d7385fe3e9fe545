package rest

import (
	"fmt"
	"hash/fnv"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/world"
)

// keepPace writes rate limit headers like Discord's, and refuses a call that comes too fast if Limits says so.
func (a *API) keepPace(h http.Header, r *http.Request) *check.Refusal {
	if refusal := a.keepGlobalPace(r); refusal != nil {
		a.tooMany.Add(1)
		a.tooManyInAll.Add(1)
		return refusal
	}
	refusal := a.keepRoutePace(h, r)
	if refusal != nil {
		a.tooMany.Add(1)
	}
	return refusal
}

// keepGlobalPace refuses a call when there are more than 50 in a second, answers to interactions aside:
// topics/rate-limits of Discord's documentation.
func (a *API) keepGlobalPace(r *http.Request) *check.Refusal {
	if !a.Limits || tokenInPath(r.URL.Path) {
		return nil
	}
	var reset time.Duration
	ok := true
	a.World.Do(func(s *world.State) {
		_, reset, ok = s.Take("global", world.Pace{Most: 50, Span: time.Second})
	})
	if !ok {
		return &check.Refusal{Status: http.StatusTooManyRequests, RetryAfter: reset, Global: true,
			Message: "You are being rate limited."}
	}
	return nil
}

// keepRoutePace refuses a call to a channel that comes too fast: five in five seconds, which people
// measured; it is not published.
func (a *API) keepRoutePace(h http.Header, r *http.Request) *check.Refusal {
	bucket := fmt.Sprint(r.Pattern, r.PathValue("channel"), r.PathValue("guild"),
		r.PathValue("token"))
	pace := world.Pace{Most: 5, Span: 5 * time.Second}
	if strings.HasSuffix(r.Pattern, "/emojis") {
		pace.Most = 50
	}
	left, reset, ok := pace.Most-1, time.Second, true
	var now time.Time
	a.World.Do(func(s *world.State) {
		now = s.Now()
		if channel := s.Channel((&call{Request: r}).id("channel")); a.Limits && channel != nil {
			left, reset, ok = s.Take(bucket, pace)
		}
	})
	name := fnv.New64a()
	name.Write([]byte(bucket)) //nolint:errcheck // it never fails
	h.Set("X-RateLimit-Bucket", fmt.Sprintf("%016x", name.Sum64()))
	h.Set("X-RateLimit-Limit", strconv.Itoa(pace.Most))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(left))
	h.Set("X-RateLimit-Reset-After", seconds(reset))
	h.Set("X-RateLimit-Reset", seconds(time.Duration(now.Add(reset).UnixNano())))
	if !ok {
		return &check.Refusal{Status: http.StatusTooManyRequests, RetryAfter: reset,
			Message: "You are being rate limited."}
	}
	return nil
}

// slowDown adds what a refusal with status 429 has in its headers.
func slowDown(h http.Header, why *check.Refusal) {
	h.Set("Retry-After", strconv.Itoa(max(1, int(math.Ceil(why.RetryAfter.Seconds())))))
	h.Set("X-RateLimit-Remaining", "0")
	h.Set("X-RateLimit-Reset-After", seconds(why.RetryAfter))
	h.Set("X-RateLimit-Scope", "user")
	if why.Global {
		h.Set("X-RateLimit-Global", "true")
		h.Set("X-RateLimit-Scope", "global")
	}
}

// seconds writes a duration as Discord does.
func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 3, 64) }
