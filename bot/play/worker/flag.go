package worker

import (
	"context"
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
// is away nobody's time is up.
func Flag(away func() bool, now func() time.Time, log *slog.Logger) Kind {
	return Kind{Name: play.JobFlag, AtOnce: flagAtOnce, Waits: away, Begin: about(log, flagger{now}.begin)}
}

type flagger struct {
	now func() time.Time
}

// begin does all there is to do.
func (f flagger) begin(ctx context.Context, tx play.Tx, job play.Job, id match.ID) (Task, error) {
	now := f.now()
	if err := play.Spare(ctx, tx, id, now); err != nil {
		return nil, err
	}
	var refused error
	m, err := play.Change(ctx, tx, play.Ref{ID: id, Ply: play.AnyPly}, now,
		func(m *play.Match, now time.Time) (events []match.Event, err error) {
			told, err := play.ToldAt(ctx, tx, m, now)
			if err != nil {
				return nil, err
			}
			if events = run(&m.Match, told, now); len(events) == 0 {
				events, refused = m.Lapse(now)
			}
			return events, refused
		})
	due := play.FlagDue(&m.Match, now)
	switch {
	case refused == nil && err != nil:
		return nil, err
	case refused == nil || due.IsZero():
		return nil, tx.Done(ctx, job)
	}
	job.Due, job.Attempts = due, 0
	return nil, tx.Return(ctx, job)
}

// run records what time did in m, which does not end it: before that, the other side is asked.
func run(m *match.Match, told, now time.Time) (events []match.Event) {
	back, _ := m.Return(now)
	still, _ := m.EndPause(told, now)
	up, _ := m.RunOut(now)
	return slices.Concat(back, still, up)
}
