package sharding

import (
	"context"
	"time"
)

// newcomers is as how many processes a new one counts them, until those that were there have counted it.
const newcomers = 25

// Membership makes a process one of those of a bot, whether it takes shards or not.
type Membership struct {
	member member
	share  func(processes int)
	shared int       // what share was told last
	failed bool      // the last count
	begun  time.Time // when it was counted for the first time; zero: not yet
}

// NewMembership returns a Membership that does not count before Join. share is told whenever the share of the
// process has changed, as that of one of so many processes: all of them together have no more than a whole,
// also while one comes.
func NewMembership(p Process, share func(processes int)) *Membership {
	return &Membership{member: member{Process: p, kind: processName, times: p.times()}, share: share}
}

// Join makes the process count, and learns of the others. When that fails, Run tries again.
func (m *Membership) Join(ctx context.Context) {
	r, err := m.member.rank(ctx)
	now := m.member.Now()
	if m.report(ctx, err); err != nil {
		if m.begun.IsZero() {
			m.tell(newcomers)
		}
		return
	}
	if m.begun.IsZero() {
		m.begun = now
	}
	n := r.processes
	if n > 1 && now.Sub(m.begun) < 2*m.member.times.poll {
		n = max(n, newcomers)
	}
	m.tell(n)
}

// report logs that counting fails, or works again, once.
func (m *Membership) report(ctx context.Context, err error) {
	if ctx.Err() == nil && err != nil && !m.failed {
		m.member.Log.Error("other processes cannot be counted", "err", err)
	}
	m.failed = err != nil
}

// tell tells the share of one of so many processes, when that is news.
func (m *Membership) tell(processes int) {
	if processes != m.shared {
		m.shared = processes
		m.share(processes)
	}
}

// Run joins, follows the number of processes until ctx ends, and leaves. A process that cannot join keeps the
// share that it had. It may be called once, and Join not at the same time.
func (m *Membership) Run(ctx context.Context) {
	ticker := time.NewTicker(m.member.times.poll)
	defer ticker.Stop()
	for ctx.Err() == nil {
		m.Join(ctx)
		select {
		case <-ctx.Done():
		case <-ticker.C:
		}
	}
	m.member.release(ctx, m.member.name(), m.member.Owner, "")
}
