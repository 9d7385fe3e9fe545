package discord

import (
	"context"
	"log/slog"
	"time"
)

const (
	// newcomers is as how many processes a new one counts them, until those that were there have counted it.
	newcomers = 25
	// countPeriod is between two counts, and countLimit bounds one.
	countPeriod = time.Second
	countLimit  = 3 * time.Second
)

// Membership keeps the calls of a Client to its share of Discord's global limit while other processes of the bot come
// and go. All processes together have no more than the whole, also while one comes.
type Membership struct {
	others func(context.Context) (int, error)
	share  func(processes int)
	log    *slog.Logger
	counts int // that went well, up to two
	shared int // among how many, at last
	failed bool
}

// NewMembership returns a Membership that asks others how many other processes there are; nil: none.
func (c *Client) NewMembership(others func(context.Context) (int, error), log *slog.Logger) *Membership {
	if others == nil {
		others = func(context.Context) (int, error) { return 0, nil }
	}
	return &Membership{others: others, share: c.Share, log: log}
}

// Count counts the processes. When that fails, the share stays as it was.
func (m *Membership) Count(ctx context.Context) {
	counting, cancel := context.WithTimeout(ctx, countLimit)
	defer cancel()
	n, err := m.others(counting)
	if ctx.Err() == nil && err != nil && !m.failed {
		m.log.Error("other processes cannot be counted", "err", err)
	}
	m.failed = err != nil
	switch {
	case err != nil && m.shared == 0, err == nil && n > 0 && m.counts < 2:
		n = max(n, newcomers-1)
	case err != nil:
		return
	}
	if err == nil {
		m.counts = min(m.counts+1, 2)
	}
	if n+1 != m.shared {
		m.shared = n + 1
		m.share(m.shared)
	}
}

// Run counts until ctx ends.
func (m *Membership) Run(ctx context.Context) {
	for Sleep(ctx, countPeriod) == nil {
		m.Count(ctx)
	}
}
