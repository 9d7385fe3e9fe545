package main

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"madbot/bot/play"
)

// farewellLimit is how long the last sign of life may take.
const farewellLimit = 2 * time.Second

// lifeline gives signs of life, and gives back what was lost while there were none.
type lifeline struct {
	service *play.Service
	log     *slog.Logger
	period  time.Duration // between two signs; 0: play.AlivePeriod
}

// begin gives back what was lost while the bot was away. What fails for a match costs the others nothing.
func (l lifeline) begin(ctx context.Context) {
	gap, n, err := l.service.Return(ctx)
	switch {
	case ctx.Err() != nil:
	case err != nil:
		l.log.ErrorContext(ctx, "time not given back", "away", gap, "err", err)
	case gap > 0:
		l.log.InfoContext(ctx, "time given back", "away", gap, "matches", n)
	}
}

// run gives signs of life until ctx ends, and a last one then.
func (l lifeline) run(ctx context.Context) {
	ticker := time.NewTicker(cmp.Or(l.period, play.AlivePeriod))
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), farewellLimit)
			defer cancel()
			l.beat(last)
			return
		case <-ticker.C:
			l.beat(ctx)
		}
	}
}

// beat gives a sign of life.
func (l lifeline) beat(ctx context.Context) {
	if err := l.service.StayAlive(ctx); err != nil && ctx.Err() == nil {
		l.log.ErrorContext(ctx, "sign of life not kept", "err", err)
	}
}
