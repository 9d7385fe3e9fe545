// Package gateway receives interactions over Discord's gateway, with as many sessions (shards) as Discord recommends.
// The sessions are discordgo's, which resumes them; what is here starts them, watches them, and replaces those that
// are of no more use.
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

// Config is what a Gateway needs. Client and Log are required.
type Config struct {
	Client *discord.Client
	Log    *slog.Logger // one that discord.Redact returned
	// Alone calls f while no other process of the bot receives over the gateway, again and again until ctx ends or f
	// fails, whose error it returns; nil: there is no other process.
	Alone func(ctx context.Context, f func(context.Context) error) error
	// Connection is told when a shard has a session, and when not any more; nil: nobody is.
	Connection func(shard int, up bool)
}

// times are how long a Gateway waits for what.
type times struct {
	spacing time.Duration // between two starts of sessions that may not start at once
	open    time.Duration // for a connection, and again for the READY or RESUMED after it
	steady  time.Duration // of a connection after which the next pause is a short one again
	pause   time.Duration // the shortest after a failure
	haste   time.Duration // in which one more session is resumed at once, besides
	burst   int           // as many
	watch   watchdog
}

// usualTimes are those for Discord, which refuses two sessions within five seconds with op 9.
func usualTimes() times {
	return times{spacing: 5500 * time.Millisecond, open: 15 * time.Second, steady: time.Minute,
		pause: 500 * time.Millisecond, haste: 30 * time.Second, burst: 3, watch: usualWatchdog()}
}

// The longest waits after a failure: while Discord allows most of a day's sessions still, and when not. Even one that
// failed each time would so start less than all of them in a day.
const (
	maxPause  = 15 * time.Second
	slowPause = 4 * time.Minute
)

// Gateway receives interactions over the gateway. It is safe for concurrent use.
type Gateway struct {
	Config
	times   times
	standby atomic.Bool // another process receives
	scarce  atomic.Bool // Discord allows not many more sessions today
	asking  outage      // of the question how many shards there are to be
	shards  atomic.Pointer[[]*shard]

	receiving sync.RWMutex // held for reading while an interaction is handed on
	on        func(*discord.Interaction)
}

// New returns a Gateway that is not connected before Run.
func New(c Config) *Gateway {
	if c.Alone == nil {
		c.Alone = func(ctx context.Context, f func(context.Context) error) error { return f(ctx) }
	}
	if c.Connection == nil {
		c.Connection = func(int, bool) {}
	}
	g := &Gateway{Config: c, times: usualTimes()}
	g.asking.set(errConnecting)
	return g
}

// Ready returns nil while each shard has a session, else why one has none; ErrStandby while this process stands by.
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

// Run stays connected until ctx ends, when it returns nil, or until trying again cannot help, when it returns
// discord.ErrToken, ErrShards, ErrVersion or ErrIntents. on receives each interaction in a goroutine of its own, and
// returns as soon as the interaction is known to whoever handles it; it is not called after Run has returned.
func (g *Gateway) Run(ctx context.Context, on func(*discord.Interaction)) error {
	g.hand(on)
	defer g.hand(nil)
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

// hand has interactions handed to on from now on, nil for nobody.
func (g *Gateway) hand(on func(*discord.Interaction)) {
	g.receiving.Lock()
	defer g.receiving.Unlock()
	g.on = on
}

// run connects as many shards as Discord recommends, and again when Discord refuses so few and recommends more.
func (g *Gateway) run(ctx context.Context) error {
	for outgrown := 0; ; {
		var told discordgo.GatewayBotResponse
		err := g.persevere(ctx, &g.asking, func(func()) (err error) {
			told, err = g.ask(ctx)
			return err
		})
		count := max(told.Shards, 1)
		switch {
		case err != nil:
			return err
		case count == outgrown:
			return ErrShards
		}
		if err := g.connect(ctx, count); !errors.Is(err, ErrShards) {
			return err
		}
		g.Log.Warn("discord wants more shards", "shards", count)
		outgrown = count
	}
}

// connect keeps so many shards connected until ctx ends or one of them cannot be.
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

// ask asks Discord where the gateway is, and notes how many sessions it allows.
func (g *Gateway) ask(ctx context.Context) (discordgo.GatewayBotResponse, error) {
	told, err := g.Client.Gateway(ctx)
	if err == nil {
		limit := told.SessionStartLimit
		g.scarce.Store(limit.Remaining < limit.Total*3/4)
	}
	return told, err
}

// pause grows with each failure up to maxPause, or slowPause while sessions are scarce.
type pause struct {
	*backoff.ExponentialBackOff
	scarce *atomic.Bool
}

// NextBackOff implements backoff.BackOff.
func (p *pause) NextBackOff() time.Duration {
	longest := maxPause
	if p.scarce.Load() {
		longest = slowPause
	}
	p.MaxInterval = longest * 2 / 3 // a random half more or less of which is waited
	return min(p.ExponentialBackOff.NextBackOff(), longest)
}

// persevere calls try until it returns nil, ctx ends, or trying again cannot help, with pauses that grow after each
// failure until steady is called. The outage is told of each failure.
func (g *Gateway) persevere(ctx context.Context, o *outage, try func(steady func()) error) error {
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
