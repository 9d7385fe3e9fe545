package gateway

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/cenkalti/backoff/v5"
	"golang.org/x/time/rate"

	"madbot/bot/discord"
)

// supervisor is what one run of a Gateway keeps between connections.
type supervisor struct {
	*Gateway
	on    func(*discord.Interaction)
	haste *rate.Limiter // connections that are replaced at once
	pace  *rate.Limiter // sessions that are started
	old   *session      // still there when Discord asked for another connection; else nil
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
		resuming, lasted := v.at.now().Session != "", newSignal()
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
	from := v.at.now()
	address, resuming := from.Address, from.Session != ""
	defer func() {
		if resuming && !ready && ctx.Err() == nil {
			v.at.forget()
		}
	}()
	start := func() error { return nil }
	if !resuming || address == "" {
		if address, start, err = v.await(ctx, resuming); err != nil {
			return false, err
		}
	}
	s, err := v.newSession(newRelay(&v.at, resuming, v.yield(), start))
	if err != nil {
		return false, err
	}
	err = s.open(ctx, address, v.patience)
	v.release()
	if err != nil {
		return false, err
	}
	err = safely(func() error { return v.attend(ctx, s) })
	if v.old != s {
		s.kill() // also after a panic
	}
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

// newSession returns a session of the shard over r.
func (v *supervisor) newSession(r *relay) (*session, error) {
	s, err := newSession(v.client.Token(), r, v.receive)
	if err == nil {
		s.dg.Identify.Shard = &[2]int{v.shard.ID, v.shard.Count}
	}
	return s, err
}

// await returns the address of the gateway, when another session may be started by our own count
// and by Discord's, or at once when there is one to resume. start is called right before it is started.
func (v *supervisor) await(ctx context.Context, resuming bool) (address string, start func() error, err error) {
	if !resuming {
		if err := v.pace.Wait(ctx); err != nil {
			return "", nil, err
		}
	}
	told, err := v.ask(ctx)
	start = func() error { return nil }
	if resuming || err != nil {
		return told.Address, start, err
	}
	if v.permit != nil {
		return v.permitted(ctx, told.SessionStartLimit.MaxConcurrency)
	}
	_, err = v.spare(ctx, told.SessionStartLimit)
	return told.Address, start, err
}

// permitted is await for a shard that needs a permit. What Discord allows is asked after the wait for the permit,
// as others start sessions meanwhile.
func (v *supervisor) permitted(ctx context.Context, concurrency int) (address string, start func() error, err error) {
	for {
		confirm, err := v.permit(ctx, max(concurrency, 1))
		if err != nil {
			return "", nil, err
		}
		told, err := v.ask(ctx)
		if err != nil {
			return "", nil, err
		}
		if waited, err := v.spare(ctx, told.SessionStartLimit); !waited || err != nil {
			return told.Address, func() error { return confirm(ctx) }, err
		}
		concurrency = told.SessionStartLimit.MaxConcurrency
	}
}

// ask asks Discord for the gateway, and warns when the bot has fewer shards than Discord recommends: one day it
// refuses so few.
func (v *supervisor) ask(ctx context.Context) (discord.GatewayInfo, error) {
	told, err := v.client.Gateway(ctx)
	if told.Shards > v.shard.Count {
		v.log.Warn("discord recommends more shards", "shards", v.shard.Count, "recommended", told.Shards)
	}
	return told, err
}

// spare waits when Discord allows no more sessions for now, and reports whether it had to.
func (v *supervisor) spare(ctx context.Context, limit discord.SessionStartLimit) (waited bool, err error) {
	if limit.Total <= 0 || limit.Remaining > identifyReserve {
		return false, nil
	}
	wait := limit.Wait()
	v.log.Error("discord allows no more sessions for now", "wait", wait)
	return true, discord.Sleep(ctx, wait)
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
			s.relay.leave(leaveLimit)
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
