package sandbox

import (
	"fmt"
	"hash/fnv"
	"math"
	"net/http"
	"strconv"
	"time"
)

// pace is how often something may happen: at most so many times within a span.
type pace struct {
	most int
	span time.Duration
}

// spell is the span that a pace is counted in now.
type spell struct {
	begun time.Time
	count int
}

// messagePace is what people measured for the messages of a channel; Discord does not publish it.
func messagePace() pace { return pace{5, 5 * time.Second} }

// oldEditPace is what they measured for messages older than an hour, in a channel (error 30046).
func oldEditPace() pace { return pace{3, 6 * time.Second} }

// identifyPace is what GET /gateway/bot tells as max_concurrency.
func identifyPace() pace { return pace{1, 5 * time.Second} }

// take counts one more of what is kept under a key. left is how many more there may be, ok whether
// this one was not too many, reset when counting begins anew. mu must be held.
func (s *Server) take(key string, p pace) (left int, reset time.Duration, ok bool) {
	now := s.now()
	if now.Sub(s.spells[key].begun) >= p.span {
		s.spells[key] = spell{begun: now}
	}
	current := s.spells[key]
	reset = current.begun.Add(p.span).Sub(now)
	if current.count == p.most {
		return 0, reset, false
	}
	current.count++
	s.spells[key] = current
	return p.most - current.count, reset, true
}

// keepPace writes rate limit headers such as Discord's, and refuses a call that comes too fast if
// Limits says so.
func (s *Server) keepPace(h http.Header, r *http.Request) *apiError {
	bucket := fmt.Sprint(r.Pattern, r.PathValue("channel"), r.PathValue("guild"),
		r.PathValue("token"))
	p, left, reset, ok := messagePace(), messagePace().most-1, time.Second, true
	if s.Limits && r.PathValue("channel") != "" {
		s.mu.Lock()
		left, reset, ok = s.take(bucket, p)
		s.mu.Unlock()
	}
	name := fnv.New64a()
	name.Write([]byte(bucket)) //nolint:errcheck // it never fails
	h.Set("X-RateLimit-Bucket", fmt.Sprintf("%016x", name.Sum64()))
	h.Set("X-RateLimit-Limit", strconv.Itoa(p.most))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(left))
	h.Set("X-RateLimit-Reset-After", seconds(reset))
	h.Set("X-RateLimit-Reset", seconds(time.Duration(s.now().Add(reset).UnixNano())))
	if !ok {
		return &apiError{Status: http.StatusTooManyRequests, RetryAfter: reset,
			Message: "You are being rate limited."}
	}
	return nil
}

// slowDown adds what a refusal with status 429 has in its headers.
func slowDown(h http.Header, why *apiError) {
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

// editLimit refuses too many edits of messages older than an hour. mu must be held.
func (s *Server) editLimit(p *post) *apiError {
	if s.now().Sub(p.Timestamp) <= time.Hour {
		return nil
	}
	if _, reset, ok := s.take("old edits in "+p.ChannelID.String(), oldEditPace()); !ok {
		return errOldEdits(reset)
	}
	return nil
}
