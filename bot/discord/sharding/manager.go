package sharding

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"madbot/bot/discord"
	"madbot/bot/discord/gateway"
)

// The reasons of its own for which Manager.Run gives up. Their texts are for the operator.
var (
	// ErrOutgrown is returned by Manager.Run when Discord refuses the number of shards that it recommends.
	ErrOutgrown = errors.New("discord refuses the number of shards that it recommends")
	// ErrTotals is returned by Manager.Run when the process is to have shards of one number and other processes have
	// shards of another: each guild would be received twice, or not at all.
	ErrTotals = errors.New("other processes of the bot have shards of another number: discord.shards must end with " +
		"the same number in all of them; where it is to be changed, end them all, and start after half a minute")
)

// Config is what a Manager needs. All is required but Shards.
type Config struct {
	Process Process
	Client  *discord.Client
	Shards  Shards // that the process may have; zero: its share of all
}

// Manager holds the shards of one process and receives their interactions. With shards that are shared, each
// process takes free ones up to its fair share and gives away what it has above it. A shard that is given away,
// or released at the end, is taken over where it was left: nothing is lost or handled twice. The shards of a
// process that died are taken over with other sessions when their leases have run out. When the bot has outgrown
// the number of its shards, all processes give them away, and Discord is asked anew. It is safe for concurrent use.
type Manager struct {
	Process
	shards Shards
	times  times
	member member
	ask    func(context.Context) (shards int, err error)
	open   func(gateway.Shard, gateway.Bookmark) receiver

	count int                      // of all shards; 0: not known yet; of Run alone
	tried map[gateway.Shard]string // with which owner each was asked for without an answer; of Run alone

	refused atomic.Int64 // the number of shards that Discord refused, until the others are told; 0: none

	knows  atomic.Bool // who has which shards, from the last round
	failed bool        // the last round; of Run alone
	mu     sync.Mutex
	held   map[gateway.Shard]*holder
}

// New returns a Manager that holds no shard before Run.
func New(c Config) *Manager {
	t := c.Process.times()
	m := &Manager{Process: c.Process, shards: c.Shards, times: t, count: c.Shards.Count,
		tried: map[gateway.Shard]string{}, held: map[gateway.Shard]*holder{}}
	starts := newStarts(c.Process, t)
	m.member = member{Process: c.Process, kind: gatewayName, times: t}
	m.ask = func(ctx context.Context) (int, error) {
		told, err := c.Client.Gateway(ctx)
		return max(told.Shards, 1), err
	}
	m.open = func(s gateway.Shard, from gateway.Bookmark) receiver {
		return gateway.New(gateway.Config{Client: c.Client, Log: c.Process.Log, Shard: s, From: from,
			Permit: starts.permit(s)})
	}
	return m
}

// How long shards may be without a connection while the process is well: sessions start one after another, and
// connections are made anew.
const (
	patience         = time.Minute
	patienceForShard = gateway.Spacing + clockSlack
)

// Ready reports whether a shard of the process is connected, and none has been without a connection for long; or
// whether the process has none because others have them all: then it is well, and takes over what becomes free.
func (m *Manager) Ready() bool {
	holds := m.holders()
	since := m.Now().Add(-patience - time.Duration(len(holds))*patienceForShard)
	ready := len(holds) == 0 && m.knows.Load()
	for _, h := range holds {
		switch {
		case h.receiver.Ready():
			ready = true
		case h.seen.Load().Before(since):
			return false
		}
	}
	return ready
}

// holders returns the holders of the shards that are not free yet.
func (m *Manager) holders() []*holder {
	m.mu.Lock()
	defer m.mu.Unlock()
	var all []*holder
	for _, h := range m.held {
		all = append(all, h)
	}
	return all
}

// Run holds shards until ctx ends, when it releases them and returns nil, or until trying again cannot help,
// when it returns an error of gateway.Gateway.Run, ErrOutgrown or ErrTotals. on is as there. Run may be called once.
func (m *Manager) Run(ctx context.Context, on func(*discord.Interaction)) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	ticker := time.NewTicker(m.times.poll)
	defer ticker.Stop()
	r := &round{Manager: m, on: on, fail: func(err error) { cancel(&failure{err}) }}
	for ctx.Err() == nil {
		r.run(ctx)
		select {
		case <-ctx.Done():
		case <-ticker.C:
		}
	}
	m.knows.Store(false)
	m.handOver(ctx, m.member.name(), m.Owner, "") // first, so that others take what it gives away
	for _, h := range m.holders() {
		<-h.done
	}
	if why, failed := context.Cause(ctx).(*failure); failed {
		return why.error
	}
	return nil
}

// failure is why a Run cannot go on.
type failure struct{ error }
