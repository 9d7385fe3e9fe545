package fleet

import (
	"context"
	"time"
)

// lease gives a process the lease of name, or prolongs it.
func (p Process) lease(ctx context.Context, name, owner string, t times) (kept string, ok bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, t.call)
	defer cancel()
	now := p.Now()
	return p.Leases.Lease(ctx, name, owner, now, now.Add(t.lease))
}

// leased returns the names that begin with prefix and are leased.
func (p Process) leased(ctx context.Context, prefix string, t times) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, t.call)
	defer cancel()
	return p.Leases.Leased(ctx, prefix, p.Now())
}

// releaseLimit bounds a release at the end, when its context has ended already.
const releaseLimit = time.Second

// release ends a lease, also when ctx has ended. What fails ends by itself.
func (p Process) release(ctx context.Context, name, owner, kept string) (ok bool) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseLimit)
	defer cancel()
	err := p.Leases.Release(ctx, name, owner, kept)
	if err != nil {
		p.Log.Warn("lease not released", "lease", name, "err", err)
	}
	return err == nil
}

// releaseTries is how often leave tries to release a lease.
const releaseTries = 4

// handOver ends a lease as release does, and tries again when that fails, at most once in releaseLimit: what is
// left for the next holder would be lost.
func (p Process) handOver(ctx context.Context, name, owner, kept string) {
	next := time.NewTicker(releaseLimit)
	defer next.Stop()
	for try := 1; !p.release(ctx, name, owner, kept) && try < releaseTries; try++ {
		<-next.C
	}
}

// member is a process among those of a kind. It is not safe for concurrent use.
type member struct {
	Process
	kind    string // what the names of their leases begin with
	times   times
	renewed time.Time // when its lease was renewed
}

// count renews the lease of the process when it is time and returns how many there are, at least one.
func (m *member) count(ctx context.Context) (int, error) {
	if now := m.Now(); now.Sub(m.renewed) >= m.times.renew {
		if _, _, err := m.lease(ctx, m.kind+m.Owner, m.Owner, m.times); err != nil {
			return 0, err
		}
		m.renewed = now
	}
	names, err := m.leased(ctx, m.kind, m.times)
	return max(len(names), 1), err
}

// leave ends the lease of the process.
func (m *member) leave(ctx context.Context) { m.release(ctx, m.kind+m.Owner, m.Owner, "") }
