package server

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

// The documented limit on all calls except responses to interactions, and the observed one on calls to a channel,
// which is not published.
var (
	globalPace  = world.Pace{Most: 50, Span: time.Second}
	channelPace = world.Pace{Most: 5, Span: 5 * time.Second}
)

// keepPaceLocked sets rate limit headers like Discord's. If Limits is set, it refuses calls that exceed a limit.
func (a *api) keepPaceLocked(s *world.State, h http.Header, r *http.Request) *check.Refusal {
	if a.Limits && !tokenInPath(r.URL.Path) {
		if _, reset, ok := s.Paces.Take("global", globalPace); !ok {
			a.tooMany++
			a.tooManyInAll++
			return tooFast(reset, true)
		}
	}
	bucket, pace := fmt.Sprint(r.Pattern, r.PathValue("channel"), r.PathValue("guild"), r.PathValue("token")), channelPace
	if strings.HasSuffix(r.Pattern, "/emojis") {
		pace.Most = 50
	}
	left, reset, ok := pace.Most-1, time.Second, true
	if channel := s.Channels.Get((&call{Request: r}).id("channel")); a.Limits && channel != nil {
		left, reset, ok = s.Paces.Take(bucket, pace)
	}
	name := fnv.New64a()
	name.Write([]byte(bucket)) //nolint:errcheck // it never fails
	h.Set("X-RateLimit-Bucket", fmt.Sprintf("%016x", name.Sum64()))
	h.Set("X-RateLimit-Limit", strconv.Itoa(pace.Most))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(left))
	h.Set("X-RateLimit-Reset-After", seconds(reset))
	h.Set("X-RateLimit-Reset", seconds(time.Duration(s.Now().Add(reset).UnixNano())))
	if !ok {
		a.tooMany++
		return tooFast(reset, false)
	}
	return nil
}

// tooFast returns the refusal of a call that may be repeated after again.
func tooFast(again time.Duration, global bool) *check.Refusal {
	return &check.Refusal{Status: http.StatusTooManyRequests, RetryAfter: again, Global: global,
		Message: "You are being rate limited."}
}

// slowDown sets the headers of a response with status 429.
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

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 3, 64) }
