package discord

import (
	"context"
	"log/slog"
	"time"
)

const (
	// minAssumed is the number of processes that a new process assumes at least, until the others have noticed it.
	minAssumed = 25
	// countPeriod is the time between two counts, and countLimit bounds each.
	countPeriod = time.Second
	countLimit  = 3 * time.Second
)

// Membership divides Discord's global rate limit between the processes of the bot as they start and stop. Their
// shares never add up to more than the limit.
type Membership struct {
	others    func(context.Context) (int, error)
	share     func(processes int)
	log       *slog.Logger
	successes int // successful counts, up to two
	processes int // the number of processes last passed to share
	failed    bool
}

// NewMembership returns a Membership. others counts the other processes; nil means there are none.
func (c *Client) NewMembership(others func(context.Context) (int, error), log *slog.Logger) *Membership {
	if others == nil {
		others = func(context.Context) (int, error) { return 0, nil }
	}
	return &Membership{others: others, share: c.Share, log: log}
}

// Count counts the processes and updates the share. If counting fails, the share stays as it is.
func (m *Membership) Count(ctx context.Context) {
	counting, cancel := context.WithTimeout(ctx, countLimit)
	defer cancel()
	n, err := m.others(counting)
	if ctx.Err() == nil && err != nil && !m.failed {
		m.log.Error("cannot count other processes", "err", err)
	}
	m.failed = err != nil
	switch {
	case err != nil && m.processes == 0, err == nil && n > 0 && m.successes < 2:
		n = max(n, minAssumed-1)
	case err != nil:
		return
	}
	if err == nil {
		m.successes = min(m.successes+1, 2)
	}
	if n+1 != m.processes {
		m.processes = n + 1
		m.share(m.processes)
	}
}

// Run counts the processes again and again until ctx ends.
func (m *Membership) Run(ctx context.Context) {
	for Sleep(ctx, countPeriod) == nil {
		m.Count(ctx)
	}
}
