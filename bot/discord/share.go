package discord

import (
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

const (
	// sharedRate is how many calls a second all processes of a bot make together: less than the 50 that
	// Discord allows, as calls do not arrive as evenly as they are sent.
	// https://discord.com/developers/docs/topics/rate-limits#global-rate-limit
	sharedRate = 46.0
	// sharedBurst is how many of them may come at once.
	sharedBurst = 4
	// leastRate is of a process among so many that nothing is left for it, in calls a second.
	leastRate = 0.5
)

// share keeps the calls of a process to its part of Discord's global limit. The zero value lets everything
// through. It is safe for concurrent use.
type share struct {
	mu      sync.Mutex
	pace    *rate.Limiter // nil: none
	changed chan struct{} // closed and replaced when pace changes, which those that wait must know
}

// wait returns when a call on route may go, or with the error of ctx. Answers to interactions do not count.
func (s *share) wait(ctx context.Context, route string) error {
	for route != "" {
		s.mu.Lock()
		pace, changed := s.pace, s.changed
		s.mu.Unlock()
		if pace == nil {
			return nil
		}
		turn := pace.Reserve()
		timer := time.NewTimer(turn.Delay())
		select {
		case <-timer.C:
			return nil
		case <-changed:
			turn.Cancel()
		case <-ctx.Done():
			turn.Cancel()
			timer.Stop()
			return ctx.Err()
		}
		timer.Stop()
	}
	return nil
}

// isFree reports whether a call could go at once.
func (s *share) isFree() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.pace == nil || s.pace.Tokens() >= 1
}

// among makes s the share of one of so many processes.
func (s *share) among(processes int) {
	limit, burst := shareOf(processes)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pace == nil {
		s.pace, s.changed = rate.NewLimiter(limit, burst), make(chan struct{})
		return
	}
	s.pace.SetLimit(limit)
	s.pace.SetBurst(burst)
	close(s.changed)
	s.changed = make(chan struct{})
}

// shareOf returns how often one of so many processes may call. In each second up to 30 of them together make no
// more calls than sharedRate, bursts included. More of them have leastRate and a burst of one each: from 34 on
// that can be more together than Discord allows.
func shareOf(processes int) (rate.Limit, int) {
	n := float64(max(processes, 1))
	burst := max(sharedBurst/max(processes, 1), 1)
	return rate.Limit(max(sharedRate/n-float64(burst), leastRate)), burst
}

// Share keeps the calls to the part of Discord's global limit that one of so many processes has, answers to
// interactions aside, for which Discord has none. Without it, and when a proxy keeps the limits for all
// processes, calls wait for no share.
func (c *Client) Share(processes int) {
	if c.transport.proxy == nil {
		c.transport.share.among(processes)
	}
}
