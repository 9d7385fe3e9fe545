// Package gateway keeps a session of one shard to Discord's gateway and hands on the interactions that come
// in. It is the only user of discordgo, over a relay that lets through what discordgo can bear.
package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/cenkalti/backoff/v5"
	"golang.org/x/time/rate"

	"madbot/bot/discord"
)

// errGone is returned when a session has ended.
var errGone = errors.New("connection ended")

// errAsked is returned when Discord asks for another connection; the session is still there.
var errAsked = errors.New("discord asks to reconnect")

// Spacing is more than the five seconds within which Discord accepts one session of a bucket of shards; it
// answers another one with op 9.
const Spacing = 5500 * time.Millisecond

const (
	dialLimit  = 20 * time.Second // for the handshake with the gateway
	openLimit  = 45 * time.Second // for connecting, and again for the READY after it
	leaveLimit = time.Second      // for what is being handed on at the end
	steadyLife = time.Minute      // of a session after which the next pause is a short one again
	// firstReconnect and maxReconnect are the shortest and the longest wait after a session ended.
	firstReconnect = 500 * time.Millisecond
	maxReconnect   = 2 * time.Minute
	// hasteBurst and hasteEvery say how often a connection that was ready is replaced at once.
	hasteBurst = 3
	hasteEvery = 30 * time.Second
	// identifyReserve is left of the number of sessions that Discord allows, for whoever has to
	// restart the bot by hand.
	identifyReserve = 5
)

// Shard is the part of a bot's servers whose events one session gets. Direct messages are on the shard with
// the id 0.
// https://discord.com/developers/docs/events/gateway#sharding
type Shard struct {
	ID    int
	Count int // of all shards; 0: 1
}

// Permit waits until another session may be started. concurrency is how many shards Discord lets start at
// once, by their id modulo that. Confirm is called right before the start, and its error says that the
// session may not be started any more.
type Permit func(ctx context.Context, concurrency int) (confirm func(context.Context) error, err error)

// Config is what a Gateway needs. Client and Log are required.
type Config struct {
	Client *discord.Client
	Log    *slog.Logger // one that discord.Redact returned
	Shard  Shard        // zero: the only one
	From   Bookmark     // where to go on; zero: with another session
	Permit Permit       // nil: sessions of this Gateway are spaced, and there are no others
}

// Gateway keeps a session to Discord's gateway. When a connection breaks, or Discord asks for
// another one, it goes on with the session where it was, so that nothing is lost; when that cannot
// be, it starts another session, with growing pauses after failures. It is safe for concurrent use.
type Gateway struct {
	client   *discord.Client
	log      *slog.Logger
	shard    Shard
	permit   Permit
	watchdog watchdog
	patience time.Duration // for connecting, and again for the READY after it
	spacing  time.Duration // between the starts of two sessions at least
	steady   time.Duration // a session that lasted so long was a good one
	live     atomic.Bool   // a session is ready
	at       resumption
}

// New returns a Gateway that is not connected before Run.
func New(c Config) *Gateway {
	shard := Shard{c.Shard.ID, max(c.Shard.Count, 1)}
	return &Gateway{client: c.Client, log: c.Log.With("shard", shard.ID), shard: shard, permit: c.Permit,
		watchdog: newWatchdog(), patience: openLimit, spacing: Spacing, steady: steadyLife,
		at: resumption{at: c.From}}
}

// Ready reports whether the gateway is connected.
func (g *Gateway) Ready() bool { return g.live.Load() }

// Run stays connected until ctx ends, or until trying again cannot help, when it returns discord.ErrToken,
// ErrShards, ErrVersion or ErrIntents. on receives each interaction in a goroutine of its own, and returns
// as soon as the interaction is known to whoever handles it. When ctx ends, the error is nil and the session
// stays open for whoever goes on at the Bookmark: on was called for each interaction up to it and for none
// after it. Run may be called once.
func (g *Gateway) Run(ctx context.Context, on func(*discord.Interaction)) (Bookmark, error) {
	err := g.run(ctx, on)
	if ctx.Err() != nil {
		return g.at.now(), nil
	}
	return Bookmark{}, err
}

func (g *Gateway) run(ctx context.Context, on func(*discord.Interaction)) error {
	pause := &backoff.ExponentialBackOff{InitialInterval: firstReconnect,
		RandomizationFactor: 0.5, Multiplier: 2, MaxInterval: maxReconnect}
	v := &supervisor{Gateway: g, on: on, haste: rate.NewLimiter(rate.Every(hasteEvery), hasteBurst),
		pace: rate.NewLimiter(rate.Every(g.spacing), 1)}
	defer v.release()
	_, err := backoff.Retry(ctx, func() (struct{}, error) { return struct{}{}, v.serve(ctx, pause.Reset) },
		backoff.WithBackOff(pause), backoff.WithMaxElapsedTime(0),
		backoff.WithNotify(func(err error, wait time.Duration) {
			g.log.Warn("discord connection lost", "err", err,
				"retry_in", wait.Round(time.Millisecond))
		}))
	return err
}

// receive decodes an interaction and hands it on; other events are ignored.
func (g *Gateway) receive(e *discordgo.Event, on func(*discord.Interaction)) {
	if e.Type != interactionEvent {
		return
	}
	var in discord.Interaction
	if err := json.Unmarshal(e.RawData, &in); err != nil || in.ID == "" {
		g.log.Error("interaction cannot be read", "err", err, "bytes", len(e.RawData))
		return
	}
	if err := safely(func() error { on(&in); return nil }); err != nil {
		g.log.Error("interaction failed", "interaction", in.ID, "err", err)
	}
}
