package play

import (
	"context"
	"slices"
	"strings"
	"time"

	"madbot/rules/match"
)

// JobKind is what a job does. Its words are stable: they are stored. What holds for a kind is said in jobTable.
type JobKind string

// The kinds.
const (
	JobTell    JobKind = "tell"    // announces a match
	JobRetire  JobKind = "retire"  // deletes a post that another one replaced
	JobRobot   JobKind = "robot"   // plays for the bot in a match
	JobArchive JobKind = "archive" // archives the thread of a finished match
	JobFlag    JobKind = "flag"    // checks the clock of a match
	JobDigest  JobKind = "digest"  // sends a player the list of what waits for them
	JobReview  JobKind = "review"  // reviews a finished match
	JobRemind  JobKind = "remind"  // sends the players of a match what was not announced to them
	JobForget  JobKind = "forget"  // forgets a player
	JobDaily   JobKind = "daily"   // posts a server's puzzle of the day
	JobServer  JobKind = "server"  // checks whether the bot is still on a server
	JobTidy    JobKind = "tidy"    // deletes matches that came to nothing long ago
	JobLeague  JobKind = "league"  // runs the league of a server
)

// Topic is what the jobs of a kind are about. Each of them names one such thing in its subject.
type Topic uint8

// The topics.
const (
	AboutMatch  Topic = iota + 1
	AboutPlayer       // logs do not name the subject
	AboutServer
	AboutPost // a message on Discord, as Post.String writes it
	AboutAll  // the store as a whole
)

// jobTraits is what holds for all jobs of a kind.
type jobTraits struct {
	kind JobKind
	// about says when jobs of the kind go: with their match, their player or their server. A job about a post stays until
	// the post is deleted.
	about Topic
	// fixed reports whether jobs of the kind wait for a time of day or a number of days, and for nothing else. A job that
	// is not fixed may be done early: it finds out by itself whether it is too early. After the clock was set back, all
	// jobs except fixed ones become due.
	fixed bool
}

// jobTable has a row for each kind.
func jobTable() []jobTraits {
	return []jobTraits{
		{kind: JobTell, about: AboutMatch},
		{kind: JobRetire, about: AboutPost},
		{kind: JobRobot, about: AboutMatch},
		{kind: JobArchive, about: AboutMatch, fixed: true},
		{kind: JobFlag, about: AboutMatch},
		{kind: JobDigest, about: AboutPlayer, fixed: true},
		{kind: JobReview, about: AboutMatch},
		{kind: JobRemind, about: AboutMatch},
		{kind: JobForget, about: AboutPlayer},
		{kind: JobDaily, about: AboutServer},
		{kind: JobServer, about: AboutServer},
		{kind: JobTidy, about: AboutAll},
		{kind: JobLeague, about: AboutServer},
	}
}

// traits returns the row of k, the zero value for a word that is no kind.
func (k JobKind) traits() jobTraits {
	table := jobTable()
	if i := slices.IndexFunc(table, func(t jobTraits) bool { return t.kind == k }); i >= 0 {
		return table[i]
	}
	return jobTraits{}
}

// About returns what jobs of the kind are about, 0 for a word that is no kind.
func (k JobKind) About() Topic { return k.traits().about }

// JobKinds returns all kinds.
func JobKinds() (all []JobKind) {
	for _, t := range jobTable() {
		all = append(all, t.kind)
	}
	return all
}

// Subject returns the subject of the job of kind k about id; of a post, id is its String. Jobs of different kinds never
// have the same subject, and so do not wait for each other.
func Subject[ID ~string](k JobKind, id ID) string { return string(k) + "/" + string(id) }

// SubjectID returns what the subject of a job is about. It returns false for a text that Subject did not write for k.
func SubjectID[ID ~string](k JobKind, subject string) (ID, bool) {
	id, ok := strings.CutPrefix(subject, string(k)+"/")
	return ID(id), ok && id != ""
}

// SubjectsAbout returns the subjects of all jobs that there may be about id, which go when id goes.
func SubjectsAbout[ID ~string](t Topic, id ID) (all []string) {
	for _, row := range jobTable() {
		if row.about == t {
			all = append(all, Subject(row.kind, id))
		}
	}
	return all
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
func schedule(ctx context.Context, tx Tx, m *match.Match, told bool) error {
	if due := FlagDue(m, tx.Now()); !due.IsZero() {
		if err := tx.Schedule(ctx, JobFlag, Subject(JobFlag, m.ID), due); err != nil {
			return err
		}
	}
	tell := tx.Now()
	if m.AwaitsRobot() {
		if err := tx.Schedule(ctx, JobRobot, Subject(JobRobot, m.ID), tx.Now()); err != nil {
			return err
		}
		tell = tx.Now().Add(RobotGrace)
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
