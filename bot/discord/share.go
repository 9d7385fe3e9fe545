package discord

import (
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

const (
	// sharedRate is how many calls per second all processes of a bot make together. It is below Discord's limit of
	// 50 because calls do not arrive as evenly as they are sent.
	// https://discord.com/developers/docs/topics/rate-limits#global-rate-limit
	sharedRate = 46.0
	// sharedBurst is how many of them may be sent at the same time.
	sharedBurst = 4
	// minRate is the minimum for a process, however many there are, in calls per second.
	minRate = 0.5
)

// share limits the calls of a process to its share of Discord's global limit. The zero value has no limit. It is
// safe for concurrent use.
type share struct {
	mu      sync.Mutex
	limiter *rate.Limiter // nil: no limit
	changed chan struct{} // closed and replaced when limiter changes, to wake the waiting calls
}

// wait waits until a call on route may be sent, or returns the error of ctx. Responses to interactions are not
// limited.
func (s *share) wait(ctx context.Context, route string) error {
	for route != "" {
		s.mu.Lock()
		limiter, changed := s.limiter, s.changed
		s.mu.Unlock()
		if limiter == nil {
			return nil
		}
		slot := limiter.Reserve()
		timer := time.NewTimer(slot.Delay())
		select {
		case <-timer.C:
			return nil
		case <-changed:
			slot.Cancel()
		case <-ctx.Done():
			slot.Cancel()
			timer.Stop()
			return ctx.Err()
		}
		timer.Stop()
	}
	return nil
}

// isFree reports whether a call would not have to wait.
func (s *share) isFree() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.limiter == nil || s.limiter.Tokens() >= 1
}

// divide makes s the share of one of the given number of processes.
func (s *share) divide(processes int) {
	limit, burst := shareOf(processes)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.limiter == nil {
		s.limiter, s.changed = rate.NewLimiter(limit, burst), make(chan struct{})
		return
	}
	s.limiter.SetLimit(limit)
	s.limiter.SetBurst(burst)
	close(s.changed)
	s.changed = make(chan struct{})
}

// shareOf returns the rate and burst of one of the given number of processes. Up to 30 processes make at most
// sharedRate calls in any second, bursts included. Each further one gets minRate and a burst of one; from 34 on,
// they can exceed Discord's limit.
func shareOf(processes int) (rate.Limit, int) {
	n := float64(max(processes, 1))
	burst := max(sharedBurst/max(processes, 1), 1)
	return rate.Limit(max(sharedRate/n-float64(burst), minRate)), burst
}

// Share limits the calls to one process's share of Discord's global limit. Responses to interactions are not
// limited. Without this call, or with a proxy that keeps the limits, there is no share.
func (c *Client) Share(processes int) {
	if c.transport.proxy == nil {
		c.transport.share.divide(processes)
	}
}
