package worker

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"madbot/bot/play"
	"madbot/rules/match"
)

// flagAtOnce is how many matches are looked at in one unit of work.
const flagAtOnce = 16

// Flag checks the clocks of matches. It ends matches that lapse, records that time ran out or that an absence or a
// pause is over, and reschedules itself for when the clock next matters. Before that it starts automatic vacations.
// No time runs out while away reports true. judge finds out who was winning a match that lapses.
func Flag(away func() bool, judge Judge, log *slog.Logger) Kind {
	return Kind{Name: play.JobFlag, AtOnce: flagAtOnce, Waits: away, Begin: About(log, flagger{judge, log}.begin)}
}

// Judge evaluates a running match; play.Clocks.Judge implements it.
type Judge func(context.Context, match.ID) (play.Verdict, error)

type flagger struct {
	judge Judge
	log   *slog.Logger
}

// begin does everything in the unit of work of the claim, unless a verdict is needed first.
func (f flagger) begin(ctx context.Context, tx play.Tx, job play.Job, id match.ID) (Task, error) {
	err := f.checkClock(ctx, tx, job, id, nil)
	if !errors.Is(err, play.ErrUnjudged) {
		return nil, err
	}
	return func(ctx context.Context) Record {
		verdict, err := f.judge(ctx, id)
		if err != nil {
			return Retry(ctx, f.log.With("match", id), job, Failure{err, "match not judged; will retry", LocalDelay})
		}
		return func(ctx context.Context, tx play.Tx) error { return f.checkClock(ctx, tx, job, id, &verdict) }
	}, nil
}

// checkClock checks the clock of a match. It returns play.ErrUnjudged if v is nil and a verdict is needed.
func (f flagger) checkClock(ctx context.Context, tx play.Tx, job play.Job, id match.ID, v *play.Verdict) error {
	if err := play.StartAutoVacation(ctx, tx, id); err != nil {
		return err
	}
	var refused error
	m, err := play.Change(ctx, tx, play.Ref{ID: id, Ply: play.AnyPly},
		func(tx play.Tx, m *play.Match) (events []match.Event, err error) {
			told, err := play.CanTellAt(ctx, tx, m)
			if err != nil {
				return nil, err
			}
			if events = runClock(&m.Match, told, tx.Now()); len(events) == 0 {
				events, refused = play.Lapse(m, v, tx.Now())
			}
			return events, refused
		})
	due := play.FlagDue(&m.Match, tx.Now())
	switch {
	case refused == nil && err != nil, errors.Is(refused, play.ErrUnjudged):
		return cmp.Or(refused, err)
	case refused == nil: // the change has scheduled the next look
		return tx.Done(ctx, job)
	}
	return Reschedule(ctx, tx, job, due)
}

// runClock records what has happened on the clock of m. It does not end m when time runs out: the waiting side
// chooses first what to do.
func runClock(m *match.Match, told, now time.Time) (events []match.Event) {
	back, _ := m.Arbiter().EndAbsences(now)
	still, _ := m.Arbiter().EndPause(told, now)
	up, _ := m.Arbiter().RecordTimeUp(now)
	return slices.Concat(back, still, up)
}
