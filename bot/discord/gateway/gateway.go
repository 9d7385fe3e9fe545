// Package gateway receives interactions over Discord's gateway with as many sessions (shards) as Discord
// recommends. discordgo runs and resumes the sessions; this package starts, watches and replaces them.
package gateway

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/cenkalti/backoff/v5"
	"golang.org/x/sync/errgroup"

	"madbot/bot/discord"
	"madbot/bot/safely"
)

// Config configures a Gateway. Client and Log are required.
type Config struct {
	Client *discord.Client
	Log    *slog.Logger // must redact secrets; see discord.Redact
	// Alone calls f whenever no other process of the bot is connected to the gateway. It returns when ctx ends, or
	// with the error of f. nil: there is no other process.
	Alone func(ctx context.Context, f func(context.Context) error) error
	// Leads reports whether this process may handle interactions. After it has hung, another process may have taken
	// over before Alone knows. nil: there is no other process.
	Leads func() bool
	// Connection is called when a shard gets a session and when it loses it. May be nil.
	Connection func(shard int, up bool)
}

// times are the durations that a Gateway waits.
type times struct {
	spacing     time.Duration // between session starts that share a rate limit
	open        time.Duration // limit for connecting, and again for READY or RESUMED
	steady      time.Duration // after which a connection resets the retry pause
	pause       time.Duration // initial pause after a failure
	resumeEvery time.Duration // in which one more immediate resume is allowed
	resumeBurst int           // immediate resumes allowed at first
	watch       watchdog
}

// defaultTimes are the times for Discord, which answers op 9 to a second session within five seconds.
func defaultTimes() times {
	return times{spacing: 5500 * time.Millisecond, open: 15 * time.Second, steady: time.Minute,
		pause: 500 * time.Millisecond, resumeEvery: 30 * time.Second, resumeBurst: 3, watch: defaultWatchdog()}
}

// The longest pauses after a failure: normally, and while few of the day's sessions are left. Even if every session
// failed, the day's limit would not be reached.
const (
	maxPause  = 15 * time.Second
	slowPause = 4 * time.Minute
)

// Gateway receives interactions over the gateway. It is safe for concurrent use.
type Gateway struct {
	Config
	times   times
	standby atomic.Bool // another process is connected
	scarce  atomic.Bool // Discord allows few more sessions today
	asking  outage      // of the request for the number of shards
	shards  atomic.Pointer[[]*shard]

	receiving sync.RWMutex // read-locked while an interaction is passed on
	on        func(*discord.Interaction)
	replaced  atomic.Bool // the last interaction waited in vain for Leads
}

// New returns a Gateway. It does not connect until Run.
func New(c Config) *Gateway {
	if c.Alone == nil {
		c.Alone = func(ctx context.Context, f func(context.Context) error) error { return f(ctx) }
	}
	if c.Leads == nil {
		c.Leads = func() bool { return true }
	}
	if c.Connection == nil {
		c.Connection = func(int, bool) {}
	}
	g := &Gateway{Config: c, times: defaultTimes()}
	g.asking.set(errConnecting)
	return g
}

// Ready returns nil if each shard has a session, ErrStandby if another process is connected, and otherwise why a
// shard has no session.
func (g *Gateway) Ready() error {
	shards := g.shards.Load()
	switch {
	case g.standby.Load():
		return ErrStandby
	case shards == nil:
		return g.asking.reason()
	}
	for _, s := range *shards {
		if err := s.outage.reason(); err != nil {
			return fmt.Errorf("shard %d of %d has no session: %w", s.id, s.count, err)
		}
	}
	return nil
}

// Run stays connected until ctx ends, and then returns nil. If retrying cannot help, it returns discord.ErrToken,
// ErrShards, ErrVersion or ErrIntents. on is called for each interaction, in order, and must return as soon as
// the interaction is queued. It is not called after Run has returned.
func (g *Gateway) Run(ctx context.Context, on func(*discord.Interaction)) error {
	g.setHandler(on)
	defer g.setHandler(nil)
	g.standby.Store(true)
	defer g.standby.Store(false)
	err := g.Alone(ctx, func(ctx context.Context) error {
		g.standby.Store(false)
		defer g.standby.Store(true)
		return g.run(ctx)
	})
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// setHandler sets the function that receives interactions; nil drops them.
func (g *Gateway) setHandler(on func(*discord.Interaction)) {
	g.receiving.Lock()
	defer g.receiving.Unlock()
	g.on = on
}

// run connects the recommended number of shards. If Discord then refuses that many because it wants more, run
// starts over with the new recommendation.
func (g *Gateway) run(ctx context.Context) error {
	for outgrown := 0; ; {
		var info discordgo.GatewayBotResponse
		err := g.retry(ctx, &g.asking, func(func()) (err error) {
			info, err = g.info(ctx)
			return err
		})
		count := max(info.Shards, 1)
		switch {
		case err != nil:
			return err
		case count == outgrown:
			return ErrShards
		}
		if err := g.connect(ctx, count); !errors.Is(err, ErrShards) {
			return err
		}
		g.Log.Warn("discord requires more shards", "shards", count)
		outgrown = count
	}
}

// connect keeps count shards connected until ctx ends or one fails for good.
func (g *Gateway) connect(ctx context.Context, count int) error {
	starts := &starts{Gateway: g, count: count}
	shards := make([]*shard, count)
	for id := range shards {
		shards[id] = newShard(starts, id)
	}
	g.shards.Store(&shards)
	defer g.shards.Store(nil)
	group, ctx := errgroup.WithContext(ctx)
	for _, s := range shards {
		group.Go(func() error { return s.run(ctx) })
	}
	return group.Wait()
}

// info requests the gateway's address and limits from Discord, and updates g.scarce.
func (g *Gateway) info(ctx context.Context) (discordgo.GatewayBotResponse, error) {
	info, err := g.Client.Gateway(ctx)
	if err == nil {
		limit := info.SessionStartLimit
		g.scarce.Store(limit.Remaining < limit.Total*3/4)
	}
	return info, err
}

// pause is an exponential backoff up to maxPause, or up to slowPause while sessions are scarce.
type pause struct {
	*backoff.ExponentialBackOff
	scarce *atomic.Bool
}

func (p *pause) NextBackOff() time.Duration {
	longest := maxPause
	if p.scarce.Load() {
		longest = slowPause
	}
	p.MaxInterval = longest * 2 / 3 // the backoff adds up to half of it
	return min(p.ExponentialBackOff.NextBackOff(), longest)
}

// retry retries try with growing pauses until it returns nil, ctx ends, or retrying cannot help. try calls
// steady to reset the pause. Each failure is recorded in o.
func (g *Gateway) retry(ctx context.Context, o *outage, try func(steady func()) error) error {
	pause := &pause{&backoff.ExponentialBackOff{InitialInterval: g.times.pause, RandomizationFactor: 0.5, Multiplier: 2},
		&g.scarce}
	_, err := backoff.Retry(ctx, func() (struct{}, error) {
		err := safely.Do(func() error { return try(pause.Reset) })
		if why := fatal(err); why != nil {
			err = backoff.Permanent(why)
		}
		return struct{}{}, err
	}, backoff.WithBackOff(pause), backoff.WithMaxElapsedTime(0),
		backoff.WithNotify(func(err error, wait time.Duration) {
			o.set(err)
			g.Log.Warn("no connection to discord", "err", err, "retry_in", wait.Round(time.Millisecond))
		}))
	return err
}
