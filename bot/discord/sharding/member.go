package sharding

import (
	"context"
	"slices"
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

// rank is the place of a process among several, from 0.
type rank struct{ place, processes int }

// rank renews the lease of the process when it is time and returns its place among all, by their names.
func (m *member) rank(ctx context.Context) (rank, error) {
	own := m.name()
	if now := m.Now(); now.Sub(m.renewed) >= m.times.renew {
		if _, _, err := m.lease(ctx, own, m.Owner, m.times); err != nil {
			return rank{}, err
		}
		m.renewed = now
	}
	names, err := m.leased(ctx, m.kind, m.times)
	if !slices.Contains(names, own) {
		names = append(names, own)
	}
	slices.Sort(names)
	return rank{slices.Index(names, own), len(names)}, err
}

// share returns how many of so many things the process has when all are shared out: as many as each other one, or
// one more.
func (r rank) share(things int) int {
	n := things / r.processes
	if r.place < things%r.processes {
		n++
	}
	return n
}

// name names the lease of the process.
func (m *member) name() string { return m.kind + m.Owner }
