package play

import (
	"context"
	"strings"
	"time"

	"madbot/rules/match"
)

// JobKind is what a job does. Its words are stable: they are stored.
type JobKind string

// The kinds.
const (
	JobTell    JobKind = "tell"    // announces a match; the subject is its id
	JobRetire  JobKind = "retire"  // removes a post that another replaced; the subject is its String
	JobRobot   JobKind = "robot"   // acts for the bot as a player in a match
	JobArchive JobKind = "archive" // archives the thread of a match that is over
	JobFlag    JobKind = "flag"    // looks at the time of a match
	JobDigest  JobKind = "digest"  // tells a player what waits for them
	JobReview  JobKind = "review"  // reviews a match that is over
	JobRemind  JobKind = "remind"  // tells the players of a match what was not announced to them
	JobForget  JobKind = "forget"  // forgets a player
	JobDaily   JobKind = "daily"   // shows a server its puzzle of the day
	JobServer  JobKind = "server"  // looks whether the bot is still on a server
	JobTidy    JobKind = "tidy"    // removes what came to nothing long ago
	JobLeague  JobKind = "league"  // goes on with the league of a server
)

// JobKinds are all of them.
func JobKinds() []JobKind {
	return []JobKind{JobTell, JobRetire, JobRobot, JobArchive, JobFlag, JobDigest, JobReview, JobRemind, JobForget,
		JobDaily, JobServer, JobTidy, JobLeague}
}

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

// Subject returns the subject of the job of a kind about a match or a player; those of JobTell and JobRetire are
// others. What is done about a match under different subjects does not wait for each other.
func Subject[ID ~string](k JobKind, id ID) string { return string(k) + "/" + string(id) }

// SubjectID returns what the subject of a job is about; false for a text that Subject did not write for its kind.
func SubjectID[ID ~string](k JobKind, subject string) (ID, bool) {
	id, ok := strings.CutPrefix(subject, string(k)+"/")
	return ID(id), ok && id != ""
}

// FlagDue returns when time next matters in m: at its deadline, until that it passed is recorded, when it lapses, and
// when an absence or a pause ends, or a pause has a day left. Zero: it does not, before something else happens.
func FlagDue(m *match.Match, now time.Time) time.Time {
	due := m.LapseAt()
	if d := m.Deadline(); d.After(now) || !d.IsZero() && !m.RanOut() {
		due = d
	}
	for _, at := range []time.Time{m.BackAt(), m.PauseDue()} {
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
	return tx.Schedule(ctx, JobTell, string(m.ID), tell)
}
