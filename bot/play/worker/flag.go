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

// Flag looks at the time of matches: it ends those that lapse, records in which ones the side to move has
// used up its time, whose absence is over, and which pauses end, and looks again at the others when time next matters
// in them, as they stand then, whatever a job was made for. Before that, play.Spare lets vacations begin. While the bot
// is away nobody's time is up. Judge says of a match that lapses who was winning.
func Flag(away func() bool, judge Judge, now func() time.Time, log *slog.Logger) Kind {
	return Kind{Name: play.JobFlag, AtOnce: flagAtOnce, Waits: away, Begin: about(log, flagger{judge, now, log}.begin)}
}

// Judge judges a match; play.Service.Judge is one.
type Judge func(context.Context, match.ID) (play.Verdict, error)

type flagger struct {
	judge Judge
	now   func() time.Time
	log   *slog.Logger
}

// begin does all there is to do, but for what has to be judged before.
func (f flagger) begin(ctx context.Context, tx play.Tx, job play.Job, id match.ID) (Task, error) {
	err := f.look(ctx, tx, job, id, nil)
	if !errors.Is(err, play.ErrUnjudged) {
		return nil, err
	}
	return func(ctx context.Context) Record {
		verdict, err := f.judge(ctx, id)
		if err != nil {
			next := postponed(job, f.now(), localDelay)
			f.log.ErrorContext(ctx, "match not judged", "match", id, "until", next.Due, "err", err)
			return giveBack(next)
		}
		return func(ctx context.Context, tx play.Tx) error { return f.look(ctx, tx, job, id, &verdict) }
	}, nil
}

// look looks at the time of a match, by a verdict if there is one. It returns play.ErrUnjudged where one is needed.
func (f flagger) look(ctx context.Context, tx play.Tx, job play.Job, id match.ID, v *play.Verdict) error {
	now := f.now()
	if err := play.Spare(ctx, tx, id, now); err != nil {
		return err
	}
	var refused error
	m, err := play.Change(ctx, tx, play.Ref{ID: id, Ply: play.AnyPly}, now,
		func(m *play.Match, now time.Time) (events []match.Event, err error) {
			told, err := play.ToldAt(ctx, tx, m, now)
			if err != nil {
				return nil, err
			}
			if events = run(&m.Match, told, now); len(events) == 0 {
				events, refused = play.Lapse(m, v, now)
			}
			return events, refused
		})
	due := play.FlagDue(&m.Match, now)
	switch {
	case refused == nil && err != nil, errors.Is(refused, play.ErrUnjudged):
		return cmp.Or(refused, err)
	case refused == nil || due.IsZero():
		return tx.Done(ctx, job)
	}
	job.Due, job.Attempts = due, 0
	return tx.Return(ctx, job)
}

// run records what time did in m, which does not end it: before that, the other side is asked.
func run(m *match.Match, told, now time.Time) (events []match.Event) {
	back, _ := m.Return(now)
	still, _ := m.EndPause(told, now)
	up, _ := m.RunOut(now)
	return slices.Concat(back, still, up)
}
