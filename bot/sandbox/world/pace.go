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

// spell is the span that a pace is counted in now.
type spell struct {
	begun time.Time
	count int
}

// Take counts one more of what is limited under a key. left is how many more there may be, ok whether
// this one was not too many, reset when counting begins anew. There must be few keys in all.
func (s *State) Take(key string, p Pace) (left int, reset time.Duration, ok bool) {
	now := s.Now()
	if now.Sub(s.spells[key].begun) >= p.Span {
		s.spells[key] = spell{begun: now}
	}
	current := s.spells[key]
	reset = current.begun.Add(p.Span).Sub(now)
	if current.count == p.Most {
		return 0, reset, false
	}
	current.count++
	s.spells[key] = current
	return p.Most - current.count, reset, true
}

// OldEdit refuses too many edits of messages older than an hour in a channel. Discord does not
// publish how many that is; people measured three in six seconds.
func (s *State) OldEdit(p *Post) *check.Refusal {
	if s.since(p.Timestamp) <= time.Hour {
		return nil
	}
	_, reset, ok := s.Take("old edits in "+p.ChannelID.String(), Pace{3, 6 * time.Second})
	if ok {
		return nil
	}
	refusal := check.Refuse(check.TooManyOldEdits)
	refusal.RetryAfter = reset
	return refusal
}
