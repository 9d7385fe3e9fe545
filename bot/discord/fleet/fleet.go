package fleet

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"madbot/bot/discord"
	"madbot/bot/discord/gateway"
)

// ErrOutgrown is returned by Fleet.Run instead of gateway.ErrShards when the shards are shared. The number of
// shards is agreed on anew when no process holds one any more. Its text is for the operator.
var ErrOutgrown = errors.New("discord refuses the number of shards, which the bot has outgrown; " +
	"end all processes of the bot and start them again after half a minute")

// Config is what a Fleet needs. All is required but Shards.
type Config struct {
	Process Process
	Client  *discord.Client
	Shards  Shards // that the process may have; zero: its share of all
}

// Fleet holds the shards of one process and receives their interactions. With shards that are shared, each
// process takes free ones up to its fair share and gives away what it has above it. A shard that is given away,
// or released at the end, is taken over where it was left: nothing is lost or handled twice. The shards of a
// process that died are taken over with other sessions when their leases have run out. It is safe for
// concurrent use.
type Fleet struct {
	Process
	shards Shards
	times  times
	member member
	ask    func(context.Context) (shards int, err error)
	open   func(gateway.Shard, gateway.Bookmark) receiver

	count int                      // of all shards; 0: not known yet; of Run alone
	tried map[gateway.Shard]string // with which owner each was asked for without an answer; of Run alone

	knows  atomic.Bool // who has which shards, from the last round
	failed bool        // the last round; of Run alone
	mu     sync.Mutex
	held   map[gateway.Shard]*holder
}

// New returns a Fleet that holds no shard before Run.
func New(c Config) *Fleet {
	t := c.Process.times()
	f := &Fleet{Process: c.Process, shards: c.Shards, times: t, count: c.Shards.Count,
		tried: map[gateway.Shard]string{}, held: map[gateway.Shard]*holder{}}
	starts := newStarts(c.Process, t)
	f.member = member{Process: c.Process, kind: gatewayName, times: t}
	f.ask = func(ctx context.Context) (int, error) {
		told, err := c.Client.Gateway(ctx)
		return max(told.Shards, 1), err
	}
	f.open = func(s gateway.Shard, from gateway.Bookmark) receiver {
		return gateway.New(gateway.Config{Client: c.Client, Log: c.Process.Log, Shard: s, From: from,
			Permit: starts.permit(s)})
	}
	return f
}

// Ready reports whether a shard of the process is connected, or whether it has none because others have them
// all: then it is well, and takes over what becomes free.
func (f *Fleet) Ready() bool {
	holds := f.holders()
	for _, h := range holds {
		if h.receiver.Ready() {
			return true
		}
	}
	return len(holds) == 0 && f.knows.Load()
}

// holders returns the holders of the shards that are not free yet.
func (f *Fleet) holders() []*holder {
	f.mu.Lock()
	defer f.mu.Unlock()
	var all []*holder
	for _, h := range f.held {
		all = append(all, h)
	}
	return all
}

// Run holds shards until ctx ends, when it releases them and returns nil, or until trying again cannot help,
// when it returns an error of gateway.Gateway.Run or ErrOutgrown. on is as there. Run may be called once.
func (f *Fleet) Run(ctx context.Context, on func(*discord.Interaction)) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	ticker := time.NewTicker(f.times.poll)
	defer ticker.Stop()
	r := &round{Fleet: f, on: on, fail: func(err error) { cancel(&failure{err}) }}
	for ctx.Err() == nil {
		r.run(ctx)
		select {
		case <-ctx.Done():
		case <-ticker.C:
		}
	}
	f.knows.Store(false)
	f.member.leave(ctx)
	for _, h := range f.holders() {
		<-h.done
	}
	if why, failed := context.Cause(ctx).(*failure); failed {
		return why.error
	}
	return nil
}

// failure is why a Run cannot go on.
type failure struct{ error }
