package bot

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/cenkalti/backoff/v5"
	"golang.org/x/time/rate"
)

// errGone says that a session ended.
var errGone = errors.New("connection ended")

const (
	openLimit  = 45 * time.Second // the usual patience
	closeLimit = 3 * time.Second  // for saying goodbye
	steady     = time.Minute      // a session that lasted so long was a good one
	maxBackoff = 2 * time.Minute
	// identifyBurst and identifyEvery allow fewer sessions a day than the 1000 after which Discord
	// takes the token away.
	identifyBurst = 40
	identifyEvery = 100 * time.Second
	// identifySpacing is more than the five seconds within which Discord takes one session; it
	// answers another one with op 9.
	identifySpacing = 5500 * time.Millisecond
	// identifyReserve is kept of the budget that Discord names, for the people at the keyboard.
	identifyReserve = 5
)

// supervisor keeps a session to the gateway: one after another, with pauses that grow, until it
// is told to stop or Discord says that it is no use.
type supervisor struct {
	token     string
	transport *transport
	rest      *rest
	on        func(*discordgo.Event) // receives the events
	log       *slog.Logger
	watchdog  watchdog
	patience  time.Duration // for connecting, and again for the READY after it
	spacing   time.Duration // between sessions at least
	live      atomic.Bool   // a session is ready
}

// run returns nil when ctx ends, or a fatal error.
func (s *supervisor) run(ctx context.Context) error {
	pause := &backoff.ExponentialBackOff{InitialInterval: 500 * time.Millisecond,
		RandomizationFactor: 0.5, Multiplier: 2, MaxInterval: maxBackoff}
	paces := []*rate.Limiter{rate.NewLimiter(rate.Every(identifyEvery), identifyBurst),
		rate.NewLimiter(rate.Every(s.spacing), 1)}
	for {
		good, err := s.one(ctx, paces)
		if ctx.Err() != nil {
			return nil
		}
		if why := fatal(err); why != nil {
			return why
		}
		if good {
			pause.Reset()
		}
		wait := pause.NextBackOff()
		s.log.Warn("discord connection lost", "err", err, "retry_in", wait.Round(time.Millisecond))
		if sleep(ctx, wait) != nil {
			return nil
		}
	}
}

// one lives through one session; good says that it was a steady one.
func (s *supervisor) one(ctx context.Context, paces []*rate.Limiter) (good bool, err error) {
	if err := s.await(ctx, paces); err != nil {
		return false, err
	}
	session, err := newSession(s.token, s.transport, s.on)
	if err != nil {
		return false, err
	}
	if err := session.open(ctx, s.patience); err != nil {
		return false, err
	}
	born := time.NewTimer(steady)
	defer born.Stop()
	err = s.attend(ctx, session)
	select {
	case <-born.C:
		good = true
	default:
	}
	return good, err
}

// await waits until another session may be started, by our own count and by Discord's.
func (s *supervisor) await(ctx context.Context, paces []*rate.Limiter) error {
	for _, pace := range paces {
		if err := pace.Wait(ctx); err != nil {
			return err
		}
	}
	var gateway discordgo.GatewayBotResponse
	asking, cancel := context.WithTimeout(ctx, restLimit)
	defer cancel()
	err := s.rest.do(asking, request{op: "ask for the gateway", method: "GET",
		url: discordgo.EndpointGatewayBot, again: true}, &gateway)
	if err != nil {
		return err
	}
	limit := gateway.SessionStartLimit
	if limit.Total == 0 || limit.Remaining > identifyReserve {
		return nil
	}
	wait := time.Duration(limit.ResetAfter) * time.Millisecond
	s.log.Error("discord allows no more sessions for now", "wait", wait)
	return sleep(ctx, wait)
}

// attend waits for the end of an open session.
func (s *supervisor) attend(ctx context.Context, session *session) error {
	watching, cancel := context.WithCancel(ctx)
	defer cancel()
	sick := make(chan error, 1)
	go func() {
		sick <- safely(func() error { return s.watchdog.watch(watching, session.dg) })
	}()
	late := time.NewTimer(s.patience)
	defer late.Stop()
	defer s.live.Store(false)
	for ready := session.ready; ; {
		select {
		case <-ready:
			ready = nil
			late.Stop()
			s.live.Store(true)
			s.log.Info("connected to discord")
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
