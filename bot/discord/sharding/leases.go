// Package sharding lets several processes be one bot: they share its shards, keep Discord's limits together, and
// take over from one another.
package sharding

import (
	"cmp"
	"context"
	"log/slog"
	"time"
)

// Leases is how the processes of one bot agree on who does what. A name that nobody has a lease of is free. It
// is safe for concurrent use, also by several processes.
type Leases interface {
	// Lease gives owner the lease of name until a time, or prolongs it, unless another owner has it at now, when
	// ok is false. kept is what the holder before owner left with Release, also while owner prolongs the lease; it
	// is "" when that one left nothing, as when its lease ran out.
	Lease(ctx context.Context, name, owner string, now, until time.Time) (kept string, ok bool, err error)
	// Release ends the lease of owner, if it has it, and leaves kept for the next holder.
	Release(ctx context.Context, name, owner, kept string) error
	// Leased returns the names that begin with prefix and are leased at now, in order.
	Leased(ctx context.Context, prefix string, now time.Time) ([]string, error)
}

// Process is one of the processes of a bot. All fields are required but Life, which is the same for all processes.
type Process struct {
	Leases Leases           // the same for all processes
	Owner  string           // names the process among them; another one at each start
	Now    func() time.Time // the clocks of all processes must agree within four seconds
	Log    *slog.Logger
	// Life is how long a lease lasts when its holder has died; 0: 30 s. A shard that is given away is taken within
	// a thirtieth of it.
	Life time.Duration
}

// The names of leases, each followed by what it is of.
const (
	processName  = "process/"  // a process, by its owner
	gatewayName  = "gateway/"  // a process among which the shards are shared
	shardName    = "shard/"    // a shard: its id and, after a slash, how many there are
	identifyName = "identify/" // the start of a session, by the bucket of its shard
	countName    = "shards"    // the right to say how many shards there are
	outgrownName = "outgrown/" // a number of shards that Discord refuses by now
)

// times says how long leases last and how often they are looked after.
type times struct {
	lease  time.Duration // how long something is kept that is not renewed
	renew  time.Duration // between two renewals
	margin time.Duration // before the end of a lease, when what could not be renewed is given up
	poll   time.Duration // between two looks at what the others do
	call   time.Duration // for one call to Leases
}

// usualLife is how long a lease lasts unless a Process says otherwise.
const usualLife = 30 * time.Second

// times returns how long things take by the life of a lease.
func (p Process) times() times {
	life := cmp.Or(p.Life, usualLife)
	return times{lease: life, renew: life / 3, margin: life / 6, poll: life / 30, call: life / 10}
}
