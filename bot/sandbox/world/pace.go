package world

import (
	"time"

	"madbot/bot/sandbox/check"
)

// Pace is how often something may happen: at most so many times within a span.
type Pace struct {
	Most int
	Span time.Duration
}

// window is the span that a pace is counted in now.
type window struct {
	begun time.Time
	count int
}

// Paces counts what is limited.
type Paces struct {
	s       *State
	windows map[string]window
}

// Take counts one more of what is limited under a key. left is how many more there may be, ok
// whether this one was allowed, reset when counting starts again. There must be few keys in all.
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

// Left returns how many more there may be of what is limited under a key, and when counting starts again; 0: with the
// next one.
func (ps *Paces) Left(key string, p Pace) (left int, reset time.Duration) {
	current, now := ps.windows[key], ps.s.Now()
	if now.Sub(current.begun) >= p.Span {
		return p.Most, 0
	}
	return p.Most - current.count, current.begun.Add(p.Span).Sub(now)
}

// SessionsKey is the key of the sessions that the bot starts, of all shards together.
const SessionsKey = "sessions"

// SessionPace is how often the bot may start a session; resuming one does not count.
// https://discord.com/developers/docs/events/gateway#session-start-limit-object
func SessionPace(most int) Pace { return Pace{most, 24 * time.Hour} }

// OldEdit refuses too many edits of messages older than an hour in a channel. Discord does not
// publish how many that is; people measured three in six seconds.
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
