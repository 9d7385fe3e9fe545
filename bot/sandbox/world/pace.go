package world

import (
	"time"

	"madbot/bot/sandbox/check"
)

// Pace is a rate limit: at most so many events in a fixed window.
type Pace struct {
	Most int
	Span time.Duration
}

type window struct {
	begun time.Time
	count int
}

// Paces counts events for rate limits.
type Paces struct {
	s       *State
	windows map[string]window
}

// Take counts an event under key. ok reports whether the limit allows it, left is how many more it allows, and
// reset when the window ends. Keys are never deleted, so there must be few.
func (ps *Paces) Take(key string, p Pace) (left int, reset time.Duration, ok bool) {
	left, reset = ps.Left(key, p)
	if left == 0 {
		return 0, reset, false
	}
	current := ps.windows[key]
	if reset == 0 {
		current, reset = window{begun: ps.s.Now()}, p.Span
	}
	current.count++
	ps.windows[key] = current
	return left - 1, reset, true
}

// Left returns how many more events the limit allows under key, and when the window ends; 0: it starts with the
// next event.
func (ps *Paces) Left(key string, p Pace) (left int, reset time.Duration) {
	current, now := ps.windows[key], ps.s.Now()
	if now.Sub(current.begun) >= p.Span {
		return p.Most, 0
	}
	return p.Most - current.count, current.begun.Add(p.Span).Sub(now)
}

// SessionsKey is the key of session starts, of all shards together.
const SessionsKey = "sessions"

// SessionPace is the limit on session starts. Resuming does not count.
// https://discord.com/developers/docs/events/gateway#session-start-limit-object
func SessionPace(most int) Pace { return Pace{most, 24 * time.Hour} }

// OldEdit refuses frequent edits of messages older than an hour in a channel. Discord does not publish the limit;
// three in six seconds were observed.
func (ps *Paces) OldEdit(p *Post) *check.Refusal {
	if ps.s.since(p.Timestamp) <= time.Hour {
		return nil
	}
	_, reset, ok := ps.Take("old edits in "+p.ChannelID.String(), Pace{3, 6 * time.Second})
	if !ok {
		return check.TooManyOldEdits(reset)
	}
	return nil
}
