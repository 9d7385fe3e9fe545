package play

import (
	"context"
	"time"

	"madbot/rules/match"
)

// Job is something due. There is at most one of each kind and subject, and of a subject one at a
// time is done, the one due first.
type Job struct {
	Kind     JobKind
	Subject  string
	Due      time.Time // not before
	Attempts int       // how often it failed since it was scheduled last
	Lease    time.Time // until when it was leased as it was claimed, which tells the claim; zero: nobody has it
	Version  int       // how often it was scheduled, from 1
	Cause    string    // that of the context in which it was scheduled last
}

// causeKey is where a context has its cause.
type causeKey struct{}

// WithCause returns ctx with what makes a person or the worker do something: the id of an interaction, or of the job
// that was due by itself. It stands in each line of the log, and jobs pass it on.
func WithCause(ctx context.Context, cause string) context.Context {
	return context.WithValue(ctx, causeKey{}, cause)
}

// Cause returns the cause of ctx; "": it has none.
func Cause(ctx context.Context) string {
	cause, _ := ctx.Value(causeKey{}).(string)
	return cause
}

// FlagDue returns when time next matters in m: at its deadline, until that it passed is recorded, when it lapses, and
// when an absence or a pause ends, or a pause has a day left. Zero: it does not, before something else happens.
func FlagDue(m *match.Match, now time.Time) time.Time {
	due := m.LapseAt()
	if d := m.Deadline(); d.After(now) || !d.IsZero() && !m.TimeUpRecorded() {
		due = d
	}
	for _, at := range []time.Time{m.NextReturn(), m.PauseDue()} {
		if !at.IsZero() {
			due = earlier(due, at)
		}
	}
	return due
}

// RobotGrace is how long news wait while the robot is to act, so that people are told once of
// their turn and its answer.
const RobotGrace = 10 * time.Second

// schedule makes the jobs due that follow from what was done in m at now; told says that people are
// told of it.
func schedule(ctx context.Context, tx Tx, m *match.Match, told bool, now time.Time) error {
	if due := FlagDue(m, now); !due.IsZero() {
		if err := tx.Schedule(ctx, JobFlag, Subject(JobFlag, m.ID), due); err != nil {
			return err
		}
	}
	tell := now
	if m.AwaitsRobot() {
		if err := tx.Schedule(ctx, JobRobot, Subject(JobRobot, m.ID), now); err != nil {
			return err
		}
		tell = now.Add(RobotGrace)
	}
	if !told {
		return nil
	}
	return tx.Schedule(ctx, JobTell, Subject(JobTell, m.ID), tell)
}

// RetirePost schedules the deletion of a post that another one replaced.
func RetirePost(ctx context.Context, tx Tx, p Post, due time.Time) error {
	return tx.Schedule(ctx, JobRetire, Subject(JobRetire, p.String()), due)
}
