package play

import (
	"context"
	"slices"
	"strings"
	"time"

	"madbot/rules/match"
)

// JobKind is what a job does. The words are stored and must not change. The properties of each kind are in jobTable.
type JobKind string

// The kinds.
const (
	JobTell    JobKind = "tell"    // announces a match
	JobRetire  JobKind = "retire"  // deletes a post that another one replaced
	JobRobot   JobKind = "robot"   // plays for the bot in a match
	JobArchive JobKind = "archive" // archives the thread of a finished match
	JobFlag    JobKind = "flag"    // checks the clock of a match
	JobDigest  JobKind = "digest"  // sends a player the list of matches waiting for them
	JobReview  JobKind = "review"  // reviews a finished match
	JobRemind  JobKind = "remind"  // sends the notices of a match
	JobForget  JobKind = "forget"  // deletes a player's data
	JobDaily   JobKind = "daily"   // posts a server's puzzle of the day
	JobServer  JobKind = "server"  // checks whether the bot is still on a server
	JobTidy    JobKind = "tidy"    // deletes old challenges and practice games that nobody kept
	JobLeague  JobKind = "league"  // runs the league of a server
	JobBlock   JobKind = "block"   // ends the matches of a blocked player
	JobReopen  JobKind = "reopen"  // reopens a challenge whose taker has left
	JobBanner  JobKind = "banner"  // removes an expired banner from a match's board
)

// Topic is what the jobs of a kind are about. The subject of a job names one such thing.
type Topic uint8

// The topics.
const (
	AboutMatch  Topic = iota + 1
	AboutPlayer       // the subject is kept out of logs
	AboutServer
	AboutPost // a message on Discord, as Post.String writes it
	AboutAll  // the store as a whole
)

// jobTraits are the properties of all jobs of a kind.
type jobTraits struct {
	kind JobKind
	// about says what the subject names. Jobs are deleted together with their match, player or server. A job about a post
	// stays until the post is deleted.
	about Topic
	// fixed means that the jobs only wait for a time of day or a number of days. Other jobs may run early, because they
	// check whether it is time. After the clock was set back, all jobs except fixed ones become due.
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
		{kind: JobBlock, about: AboutPlayer},
		{kind: JobReopen, about: AboutMatch},
		{kind: JobBanner, about: AboutMatch, fixed: true},
	}
}

// traits returns the row of k in jobTable, or the zero value for an unknown kind.
func (k JobKind) traits() jobTraits {
	table := jobTable()
	if i := slices.IndexFunc(table, func(t jobTraits) bool { return t.kind == k }); i >= 0 {
		return table[i]
	}
	return jobTraits{}
}

// About returns what jobs of the kind are about, or 0 for an unknown kind.
func (k JobKind) About() Topic { return k.traits().about }

// JobKinds returns all kinds.
func JobKinds() (all []JobKind) {
	for _, t := range jobTable() {
		all = append(all, t.kind)
	}
	return all
}

// Subject returns the subject of the job of kind k about id. For a post, id is its String. Jobs of different kinds
// never share a subject, so they do not wait for each other.
func Subject[ID ~string](k JobKind, id ID) string { return string(k) + "/" + string(id) }

// SubjectID returns the id in a subject. It returns false for a text that Subject did not write for k.
func SubjectID[ID ~string](k JobKind, subject string) (ID, bool) {
	id, ok := strings.CutPrefix(subject, string(k)+"/")
	return ID(id), ok && id != ""
}

// SubjectsAbout returns the subjects of all possible jobs about id.
func SubjectsAbout[ID ~string](t Topic, id ID) (all []string) {
	for _, row := range jobTable() {
		if row.about == t {
			all = append(all, Subject(row.kind, id))
		}
	}
	return all
}

// Job is a piece of work that is due at a time. There is at most one job per kind and subject. Jobs of one subject run
// one at a time, earliest due first.
type Job struct {
	Kind     JobKind
	Subject  string
	Due      time.Time // not to be run before
	Attempts int       // failures since it was last scheduled
	Lease    time.Time // the end of the lease as it was claimed, which identifies the claim; zero: not claimed
	Version  int       // how often it was scheduled, from 1
	Cause    string    // the Cause of the context in which it was last scheduled
}

type causeKey struct{}

// WithCause returns ctx with the cause of what is done: the id of an interaction, or of a job that was due on its own.
// Log lines contain it, and jobs inherit it.
func WithCause(ctx context.Context, cause string) context.Context {
	return context.WithValue(ctx, causeKey{}, cause)
}

// Cause returns the cause of ctx, or "" if it has none.
func Cause(ctx context.Context) string {
	cause, _ := ctx.Value(causeKey{}).(string)
	return cause
}

// FlagDue returns when time next matters in m: at the deadline (until it was recorded as passed), when m lapses, at the
// end of an absence or a pause, or a day before the end of a pause. It returns zero if nothing happens by time alone.
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

// RobotGrace is how long an announcement waits for the bot's turn, so that the player's turn and the bot's reply are
// announced together.
const RobotGrace = 10 * time.Second

// schedule schedules the jobs that follow from a change of m. If announce is set, the change is announced.
func schedule(ctx context.Context, tx Tx, m *match.Match, announce bool) error {
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
	if !announce {
		return nil
	}
	return tx.Schedule(ctx, JobTell, Subject(JobTell, m.ID), tell)
}

// RetirePost schedules the deletion of a post that another one replaced.
func RetirePost(ctx context.Context, tx Tx, p Post, due time.Time) error {
	return tx.Schedule(ctx, JobRetire, Subject(JobRetire, p.String()), due)
}
