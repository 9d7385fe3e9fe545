package play

import (
	"context"
	"time"
)

// The bot gives signs of life, so that it knows how long it was away.
const (
	AlivePeriod = time.Minute     // between two
	awayAtLeast = 5 * time.Minute // what is shorter cost nobody anything
)

// StayAlive keeps that the bot is there.
func (s *Service) StayAlive(ctx context.Context) error {
	return s.deps.Store.Do(ctx, func(tx Tx) error { return tx.SaveAlive(ctx, stamp(s.deps.Now())) })
}

// Return gives the time back that was lost while the bot was away, and returns how long that was, and in
// how many matches it gave some. Zero: it was not away. It is to be called once, before the worker runs.
// After a crash on the way it is done again, and gives nothing twice.
func (s *Service) Return(ctx context.Context) (gap time.Duration, n int, err error) {
	last, err := s.deps.Store.Alive(ctx)
	if err != nil {
		return 0, 0, err
	}
	if gap = stamp(s.deps.Now()).Sub(last); last.IsZero() || gap < awayAtLeast {
		return 0, 0, s.StayAlive(ctx)
	}
	if n, err = s.Credit(ctx, gap); err != nil {
		return gap, n, err
	}
	return gap, n, s.StayAlive(ctx)
}
