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
	// identifyReserve is left of the number of sessions that Discord allows, for whoever has to
	// restart the bot by hand.
	identifyReserve = 5
)

// Gateway keeps a session to Discord's gateway: one after another, with growing pauses after
// failures. It is safe for concurrent use.
type Gateway struct {
	client   *Client
	log      *slog.Logger
	watchdog watchdog
	patience time.Duration // for connecting, and again for the READY after it
	spacing  time.Duration // between the starts of two sessions at least
	steady   time.Duration // a session that lasted so long was a good one
	live     atomic.Bool   // a session is ready
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
	paces := []*rate.Limiter{rate.NewLimiter(rate.Every(identifyEvery), identifyBurst),
		rate.NewLimiter(rate.Every(g.spacing), 1)}
	session := func() (struct{}, error) {
		good, err := g.connect(ctx, paces, on)
		if why := fatal(err); why != nil {
			err = backoff.Permanent(why)
		}
		if good {
			pause.Reset()
		}
		return struct{}{}, err
	}
	_, err := backoff.Retry(ctx, session, backoff.WithBackOff(pause),
		backoff.WithMaxElapsedTime(0), backoff.WithNotify(func(err error, wait time.Duration) {
			g.log.Warn("discord connection lost", "err", err,
				"retry_in", wait.Round(time.Millisecond))
		}))
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// connect lives through one session; good says that it was a steady one.
func (g *Gateway) connect(ctx context.Context, paces []*rate.Limiter,
	on func(*Interaction)) (good bool, err error) {
	if err := g.await(ctx, paces); err != nil {
		return false, err
	}
	session, err := newSession(g.client, func(e *discordgo.Event) { g.receive(e, on) })
	if err != nil {
		return false, err
	}
	if err := session.open(ctx, g.patience); err != nil {
		return false, err
	}
	born := time.NewTimer(g.steady)
	defer born.Stop()
	err = g.attend(ctx, session)
	select {
	case <-born.C:
		good = true
	default:
	}
	return good, err
}

// await waits until another session may be started, by our own count and by Discord's.
func (g *Gateway) await(ctx context.Context, paces []*rate.Limiter) error {
	for _, pace := range paces {
		if err := pace.Wait(ctx); err != nil {
			return err
		}
	}
	limit, err := g.client.sessionLimit(ctx)
	if err != nil || limit.Total == 0 || limit.Remaining > identifyReserve {
		return err
	}
	wait := time.Duration(limit.ResetAfter) * time.Millisecond
	g.log.Error("discord allows no more sessions for now", "wait", wait)
	return sleep(ctx, wait)
}

// attend waits for the end of an open session. It returns nil only when ctx has ended.
func (g *Gateway) attend(ctx context.Context, session *session) error {
	watching, cancel := context.WithCancel(ctx)
	defer cancel()
	sick := make(chan error, 1)
	go func() {
		sick <- safely(func() error { return g.watchdog.watch(watching, session.dg) })
	}()
	late := time.NewTimer(g.patience)
	defer late.Stop()
	defer g.live.Store(false)
	for ready := session.ready; ; {
		select {
		case <-ready:
			ready = nil
			late.Stop()
			g.live.Store(true)
			g.log.Info("connected to discord")
		case <-late.C:
			session.kill()
			return errors.New("no READY came")
		case <-session.gone:
			session.kill()
			return errGone
		case err := <-sick:
			if err != nil {
				session.kill()
				return err
			}
		case <-ctx.Done():
			session.close(closeLimit)
			return nil
		}
	}
}

// receive decodes an interaction and hands it on; other events are ignored.
func (g *Gateway) receive(e *discordgo.Event, on func(*Interaction)) {
	if e.Type != "INTERACTION_CREATE" {
		return
	}
	var in Interaction
	if err := json.Unmarshal(e.RawData, &in); err != nil {
		g.log.Error("interaction cannot be read", "err", err, "bytes", len(e.RawData))
		return
	}
	if err := safely(func() error { on(&in); return nil }); err != nil {
		g.log.Error("interaction failed", "interaction", in.ID, "err", err)
	}
}
