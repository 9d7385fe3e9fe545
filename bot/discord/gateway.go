package discord

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
)

// errGone is returned when a session has ended.
var errGone = errors.New("connection ended")

// errAsked is returned when Discord asks for another connection; the session is still there.
var errAsked = errors.New("discord asks to reconnect")

const (
	openLimit  = 45 * time.Second // for connecting, and again for the READY after it
	closeLimit = 3 * time.Second  // for the closing handshake
	steadyLife = time.Minute      // of a session after which the next pause is a short one again
	// firstReconnect and maxReconnect are the shortest and the longest wait after a session ended.
	firstReconnect = 500 * time.Millisecond
	maxReconnect   = 2 * time.Minute
	// identifyBurst and identifyEvery allow fewer sessions a day than the 1000 after which Discord
	// resets the token.
	identifyBurst = 40
	identifyEvery = 100 * time.Second
	// identifySpacing is more than the five seconds within which Discord accepts one session; it
	// answers another one with op 9.
	identifySpacing = 5500 * time.Millisecond
	// hasteBurst and hasteEvery say how often a connection that was ready is replaced at once.
	hasteBurst = 3
	hasteEvery = 30 * time.Second
	// identifyReserve is left of the number of sessions that Discord allows, for whoever has to
	// restart the bot by hand.
	identifyReserve = 5
)

// Gateway keeps a session to Discord's gateway. When a connection breaks, or Discord asks for
// another one, it goes on with the session where it was, so that nothing is lost; when that cannot
// be, it starts another session, with growing pauses after failures. It is safe for concurrent use.
type Gateway struct {
	client   *Client
	log      *slog.Logger
	watchdog watchdog
	patience time.Duration // for connecting, and again for the READY after it
	spacing  time.Duration // between the starts of two sessions at least
	steady   time.Duration // a session that lasted so long was a good one
	live     atomic.Bool   // a session is ready
	at       resumption
}

// NewGateway returns a Gateway that is not connected before Run. log should be one that Redact
// returned.
func NewGateway(c *Client, log *slog.Logger) *Gateway {
	return &Gateway{client: c, log: log, watchdog: newWatchdog(), patience: openLimit,
		spacing: identifySpacing, steady: steadyLife}
}

// Ready reports whether the gateway is connected.
func (g *Gateway) Ready() bool { return g.live.Load() }

// Run stays connected until ctx ends, when it returns nil, or until trying again cannot help, when
// it returns ErrToken, ErrSharding, ErrVersion or ErrIntents. on receives each interaction in a
// goroutine of its own. Run may be called once.
func (g *Gateway) Run(ctx context.Context, on func(*Interaction)) error {
	pause := &backoff.ExponentialBackOff{InitialInterval: firstReconnect,
		RandomizationFactor: 0.5, Multiplier: 2, MaxInterval: maxReconnect}
	v := &supervisor{Gateway: g, on: on, haste: rate.NewLimiter(rate.Every(hasteEvery), hasteBurst),
		paces: []*rate.Limiter{rate.NewLimiter(rate.Every(identifyEvery), identifyBurst),
			rate.NewLimiter(rate.Every(g.spacing), 1)}}
	defer v.release()
	_, err := backoff.Retry(ctx, func() (struct{}, error) { return struct{}{}, v.serve(ctx, pause.Reset) },
		backoff.WithBackOff(pause), backoff.WithMaxElapsedTime(0),
		backoff.WithNotify(func(err error, wait time.Duration) {
			g.log.Warn("discord connection lost", "err", err,
				"retry_in", wait.Round(time.Millisecond))
		}))
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// receive decodes an interaction and hands it on; other events are ignored.
func (g *Gateway) receive(e *discordgo.Event, on func(*Interaction)) {
	if e.Type != interactionEvent {
		return
	}
	var in Interaction
	if err := json.Unmarshal(e.RawData, &in); err != nil || in.ID == "" {
		g.log.Error("interaction cannot be read", "err", err, "bytes", len(e.RawData))
		return
	}
	if err := safely(func() error { on(&in); return nil }); err != nil {
		g.log.Error("interaction failed", "interaction", in.ID, "err", err)
	}
}
