package discord

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/cenkalti/backoff/v5"
	"golang.org/x/time/rate"
)

// supervisor is what one run of a Gateway keeps between connections.
type supervisor struct {
	*Gateway
	on    func(*Interaction)
	haste *rate.Limiter   // connections that are replaced at once
	paces []*rate.Limiter // sessions that are started
	old   *session        // still there when Discord asked for another connection; else nil
}

// release ends the connection that is to be replaced.
func (v *supervisor) release() {
	if v.old != nil {
		v.old.kill()
		v.old = nil
	}
}

// serve connects, and again at once when a connection that was ready is gone or a session could not
// be resumed, unless that happens too often. An error that is permanent says that trying again
// cannot help. steady is told of each connection that lasted.
func (v *supervisor) serve(ctx context.Context, steady func()) error {
	for {
		resuming, lasted := v.at.now().session != "", newSignal()
		timer := time.AfterFunc(v.steady, lasted.set)
		ready, err := v.connect(ctx)
		timer.Stop()
		if why := fatal(err); why != nil {
			return backoff.Permanent(why)
		}
		if ready && lasted.happened() {
			steady()
		}
		if err == nil || !ready && !resuming || !v.haste.Allow() {
			return err
		}
		v.log.Info("discord connection replaced", "err", err)
	}
}

// connect lives through one connection; ready says that it was of use. A session that could not be
// resumed is forgotten.
func (v *supervisor) connect(ctx context.Context) (ready bool, err error) {
	address, resuming := v.at.now().address, v.at.now().session != ""
	defer func() {
		if resuming && !ready {
			v.at.forget()
		}
	}()
	if !resuming || address == "" {
		if address, err = v.await(ctx, resuming); err != nil {
			return false, err
		}
	}
	s, err := newSession(v.client.token, newRelay(&v.at, v.yield()), v.receive)
	if err != nil {
		return false, err
	}
	err = s.open(ctx, address, v.patience)
	v.release()
	if err != nil {
		return false, err
	}
	err = v.attend(ctx, s)
	return s.relay.ready.happened(), err
}

// yield returns what ends the connection that is to be replaced.
func (v *supervisor) yield() func() {
	if old := v.old; old != nil {
		return old.kill
	}
	return func() {}
}

// receive hands an event on.
func (v *supervisor) receive(e *discordgo.Event) { v.Gateway.receive(e, v.on) }

// await returns the address of the gateway, when another session may be started by our own count
// and by Discord's, or at once when there is one to resume.
func (v *supervisor) await(ctx context.Context, resuming bool) (string, error) {
	if resuming {
		told, err := v.client.gateway(ctx)
		return told.Address, err
	}
	for _, pace := range v.paces {
		if err := pace.Wait(ctx); err != nil {
			return "", err
		}
	}
	told, err := v.client.gateway(ctx)
	limit := told.SessionStartLimit
	if err != nil || limit.Total == 0 || limit.Remaining > identifyReserve {
		return told.Address, err
	}
	wait := limit.wait()
	v.log.Error("discord allows no more sessions for now", "wait", wait)
	return told.Address, sleep(ctx, wait)
}

// attend waits for the end of an open session. The error is nil only when ctx has ended, and errAsked
// when the session is left in old.
func (v *supervisor) attend(ctx context.Context, s *session) error {
	watching, cancel := context.WithCancel(ctx)
	defer cancel()
	sick := make(chan error, 1)
	go func() {
		sick <- safely(func() error { return v.watchdog.suited(s.relay.heartbeat()).watch(watching, s.dg) })
	}()
	late := time.NewTimer(v.patience)
	defer late.Stop()
	defer v.live.Store(false)
	for waiting := s.relay.ready.c; ; {
		select {
		case <-waiting:
			waiting = nil
			late.Stop()
			v.live.Store(true)
			v.log.Info("connected to discord")
		case <-s.relay.asked.c:
			v.old = s
			return errAsked
		case <-late.C:
			s.kill()
			return errors.New("no READY came")
		case <-s.relay.done.c:
			return fmt.Errorf("%w: %v", errGone, s.relay.cause())
		case err := <-sick:
			if err != nil {
				s.kill()
				return err
			}
		case <-ctx.Done():
			s.close(closeLimit)
			return nil
		}
	}
}

// safely runs f and returns a panic as an error: a defect must not end the program.
func safely(f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v", v)
		}
	}()
	return f()
}
