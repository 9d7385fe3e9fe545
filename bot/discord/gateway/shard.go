package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"madbot/bot/discord"
	"madbot/bot/safely"
)

var (
	// errDisconnected is returned if a working connection ended. Its session can be resumed.
	errDisconnected = errors.New("connection ended")
	// errConnecting is the outage while a session starts.
	errConnecting = errors.New("connecting")
	// errNoReady is returned if a connection never worked.
	errNoReady = errors.New("no READY or RESUMED came")
)

// shard keeps the session for some of the bot's servers. Shard 0 also has the direct messages.
// https://discord.com/developers/docs/events/gateway#sharding
type shard struct {
	*starts
	id      int
	log     *slog.Logger
	resumes *rate.Limiter
	outage  outage
}

// outage is why something is unavailable, or nil if it is available.
type outage struct{ why atomic.Pointer[error] }

// set records why, or nil for the end of the outage.
func (o *outage) set(why error) { o.why.Store(&why) }

func (o *outage) reason() error {
	if why := o.why.Load(); why != nil {
		return *why
	}
	return nil
}

func newShard(s *starts, id int) *shard {
	one := &shard{starts: s, id: id, log: s.Log.With("shard", id),
		resumes: rate.NewLimiter(rate.Every(s.times.resumeEvery), s.times.resumeBurst)}
	one.outage.set(errConnecting)
	s.Connection(id, false)
	return one
}

// run stays connected until ctx ends or retrying cannot help.
func (s *shard) run(ctx context.Context) error {
	return s.retry(ctx, &s.outage, func(steady func()) error {
		address, err := s.wait(ctx, s.id)
		if err != nil {
			return err
		}
		c, err := s.newSession(address)
		if err != nil {
			return err
		}
		defer c.abandon()
		return s.keepOpen(ctx, &connection{c, steady})
	})
}

// connection is a session, and the steady function of retry.
type connection struct {
	*session
	steady func()
}

// keepOpen reopens the session whenever its connection ends, unless that happens too often. The error is nil only if
// ctx ended.
func (s *shard) keepOpen(ctx context.Context, c *connection) error {
	for {
		err := c.open(ctx, s.times.open)
		if err == nil {
			err = s.supervise(ctx, c)
		}
		switch {
		case ctx.Err() != nil:
			return nil
		case !errors.Is(err, errDisconnected) || c.over.Load() || !s.resumes.Allow():
			return err
		}
		s.log.Info("reconnecting to discord")
	}
}

// supervise waits for the end of an open connection. The error is nil only if ctx ended.
func (s *shard) supervise(ctx context.Context, c *connection) error {
	watching, stop := context.WithCancel(ctx)
	defer stop()
	sick := make(chan error, 1)
	go func() { sick <- safely.Do(func() error { return s.times.watch.run(watching, c.dg) }) }()
	defer s.disconnected()
	late := time.After(s.times.open)
	var steady <-chan time.Time
	for {
		select {
		case <-c.up:
			late, steady = nil, time.After(s.times.steady)
			s.connected()
		case <-steady:
			c.steady()
		case <-c.down:
			if s.outage.reason() == nil {
				return errDisconnected
			}
			return errNoReady
		case <-late:
			return errNoReady
		case err := <-sick:
			if err != nil {
				return err
			}
		case <-ctx.Done():
			return nil
		}
	}
}

func (s *shard) connected() {
	s.outage.set(nil)
	s.Connection(s.id, true)
	s.log.Info("connected to discord")
}

func (s *shard) disconnected() {
	if s.outage.reason() == nil {
		s.outage.set(errDisconnected)
		s.Connection(s.id, false)
	}
}

// receive decodes an interaction and passes it on.
func (g *Gateway) receive(data []byte) {
	var in discord.Interaction
	if err := json.Unmarshal(data, &in); err != nil || in.ID == "" {
		g.Log.Error("cannot decode interaction", "err", err, "bytes", len(data))
		return
	}
	g.receiving.RLock()
	defer g.receiving.RUnlock()
	if g.on == nil {
		return
	}
	if !g.awaitLead() {
		g.Log.Warn("interaction dropped: another process may have taken over", "interaction", in.ID)
		return
	}
	if err := safely.Do(func() error { g.on(&in); return nil }); err != nil {
		g.Log.Error("interaction failed", "interaction", in.ID, "err", err)
	}
}

const (
	leadWait = time.Second // how long interactions wait for the store to confirm that this process leads
	leadPoll = 20 * time.Millisecond
)

// awaitLead reports whether this process may handle interactions. A process that has hung for a moment reads what
// arrived meanwhile before the store has confirmed that it still leads, so awaitLead waits for that. If the
// confirmation does not come, later calls do not wait for it.
func (g *Gateway) awaitLead() bool {
	for waited := time.Duration(0); !g.Leads(); waited += leadPoll {
		if g.replaced.Load() || waited >= leadWait {
			g.replaced.Store(true)
			return false
		}
		time.Sleep(leadPoll)
	}
	g.replaced.Store(false)
	return true
}
