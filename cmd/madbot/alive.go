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
	farewellLimit = 2 * time.Second // for the last sign of life
	lookPeriod    = time.Second     // between two looks whether the bot can be played
	missedPeriod  = 5 * time.Second // after a sign of life that failed
)

// lifeline gives signs of life while the bot can be played, and gives back what was lost while it could not.
type lifeline struct {
	service *play.Service
	ready   func() error // why the bot cannot be played, as far as its process knows; nil: it can
	wake    func()       // called when it can be again
	log     *slog.Logger
	period  time.Duration // between two signs; 0: play.AlivePeriod
	well    atomic.Bool   // the last one was given
	failing bool          // it was tried in vain, and that is logged
}

// restore gives back what was lost while the bot was away. What fails is done the next time.
func (l *lifeline) restore(ctx context.Context) error {
	a, err := l.service.Return(ctx)
	if a.Length > 0 && err == nil {
		l.log.InfoContext(ctx, "time given back", "away", a.Length, "matches", a.Matches)
	}
	if a.SetBack > 0 && err == nil {
		l.log.WarnContext(ctx, "the clock was set back", "by", a.SetBack)
	}
	if a.Unread != nil {
		l.log.ErrorContext(ctx, "no time given back", "err", a.Unread)
	}
	if err != nil {
		return fmt.Errorf("give time back: %w", err)
	}
	return nil
}

// run gives signs of life until ctx ends, and a last one then.
func (l *lifeline) run(ctx context.Context) {
	look := time.NewTicker(min(lookPeriod, cmp.Or(l.period, play.AlivePeriod)))
	defer look.Stop()
	var next time.Time
	for {
		switch {
		case l.ready() != nil:
			next = time.Time{} // the first moment when it is so again counts
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

// beat gives a sign of life, after what was lost is given back, and returns when to give the next one.
func (l *lifeline) beat(ctx context.Context) time.Duration {
	err := l.restore(ctx)
	if err == nil {
		err = l.service.StayAlive(ctx)
	}
	if err != nil {
		l.well.Store(false)
		if ctx.Err() == nil && !l.failing {
			l.failing = true
			l.log.WarnContext(ctx, "no sign of life", "err", err)
		}
		return missedPeriod
	}
	l.failing = false
	if !l.well.Swap(true) {
		l.wake()
	}
	return cmp.Or(l.period, play.AlivePeriod)
}

// farewell gives the last sign of life, if the one before could be given.
func (l *lifeline) farewell(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, farewellLimit)
	defer cancel()
	if !l.well.Load() {
		return
	}
	if err := l.service.StayAlive(ctx); err != nil {
		l.log.ErrorContext(ctx, "no sign of life", "err", err)
	}
}

// isAway reports whether the bot cannot be played, or could not and what was lost is not given back: nobody's time
// runs out then.
func (l *lifeline) isAway() bool { return !l.well.Load() || l.ready() != nil || l.service.IsAway() }
