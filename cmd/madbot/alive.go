package main

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"madbot/bot/play"
)

const (
	farewellLimit = 2 * time.Second // for the last heartbeat
	lookPeriod    = time.Second     // between two checks whether the bot is playable
	missedPeriod  = 5 * time.Second // after a heartbeat that failed
)

// lifeline records heartbeats while people can play, and returns lost time to their clocks after an outage.
type lifeline struct {
	service *play.Service
	ready   func() error // why people cannot play, as far as this process knows; nil: they can
	wake    func()       // called when people can play again
	log     *slog.Logger
	period  time.Duration // between two heartbeats; 0: play.AlivePeriod
	well    atomic.Bool   // the last heartbeat was recorded
	failing bool          // heartbeats fail, which has been logged
}

// restore gives players back the time lost in an outage. After an error, the next heartbeat retries.
func (l *lifeline) restore(ctx context.Context) error {
	a, err := l.service.Return(ctx)
	if err != nil {
		logAbsence(ctx, l.log, play.Absence{Unread: a.Unread})
		return fmt.Errorf("give time back: %w", err)
	}
	logAbsence(ctx, l.log, a)
	return nil
}

// logAbsence logs the time that was given back after an outage, how far the clock was set back, and an error by which
// matches got no time.
func logAbsence(ctx context.Context, log *slog.Logger, a play.Absence) {
	if a.Length > 0 {
		log.InfoContext(ctx, "time given back", "away", a.Length, "matches", a.Matches)
	}
	if a.SetBack > 0 {
		log.WarnContext(ctx, "the clock was set back", "by", a.SetBack)
	}
	if a.Unread != nil {
		log.ErrorContext(ctx, "lost time not given back", "err", a.Unread)
	}
}

// run records heartbeats while the bot is ready, until ctx ends, and then a last one unless heartbeats fail.
func (l *lifeline) run(ctx context.Context) {
	look := time.NewTicker(min(lookPeriod, cmp.Or(l.period, play.AlivePeriod)))
	defer look.Stop()
	var next time.Time
	for {
		switch {
		case l.ready() != nil:
			next = time.Time{} // the first moment at which people can play again counts
			l.well.Store(false)
		case !time.Now().Before(next):
			next = time.Now().Add(l.beat(ctx))
		}
		select {
		case <-ctx.Done():
			l.farewell(context.WithoutCancel(ctx))
			return
		case <-look.C:
		}
	}
}

// beat returns lost time, records a heartbeat, and returns when the next one is due.
func (l *lifeline) beat(ctx context.Context) time.Duration {
	err := l.restore(ctx)
	if err == nil {
		err = l.service.StayAlive(ctx)
	}
	if err != nil {
		l.well.Store(false)
		if ctx.Err() == nil && !l.failing {
			l.failing = true
			l.log.WarnContext(ctx, "heartbeat not recorded", "err", err)
		}
		return missedPeriod
	}
	l.failing = false
	if !l.well.Swap(true) {
		l.wake()
	}
	return cmp.Or(l.period, play.AlivePeriod)
}

// farewell records the last heartbeat, unless heartbeats fail.
func (l *lifeline) farewell(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, farewellLimit)
	defer cancel()
	if !l.well.Load() {
		return
	}
	if err := l.service.StayAlive(ctx); err != nil {
		l.log.ErrorContext(ctx, "heartbeat not recorded", "err", err)
	}
}

// isAway reports whether people cannot play, or lost time has not been returned yet. Nobody loses on time then.
func (l *lifeline) isAway() bool { return !l.well.Load() || l.ready() != nil || l.service.IsAway() }
