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
	JobRobot   JobKind = "robot"   // acts for the bot as a player; the subject is RobotSubject
	JobArchive JobKind = "archive" // archives the thread of a match that is over; the subject is ThreadSubject
	JobFlag    JobKind = "flag"    // looks at the time of a match; the subject is FlagSubject
	JobDigest  JobKind = "digest"  // tells a player what waits for them; the subject is DigestSubject
	JobRemind  JobKind = "remind"  // tells a player what was not announced to them; the subject is RemindSubject
)

// Job is something due. There is at most one of each kind and subject, and of a subject one at a
// time is done, the one due first.
type Job struct {
	Kind     JobKind
	Subject  string
	Due      time.Time // not before
	Attempts int       // how often it failed since it last succeeded
	Lease    time.Time // until when it was leased as it was claimed, which tells the claim; zero: nobody has it
	Version  int       // how often it was scheduled, from 1
}

// The beginnings of subjects that are not the id of a match; no id has them.
const (
	robotSubject  = "robot/"
	flagSubject   = "flag/"
	remindSubject = "remind/"
	digestSubject = "digest/"
)

// RobotSubject returns the subject of the job of the robot in a match. It is not that of the news,
// which would wait while the robot thinks.
func RobotSubject(id match.ID) string { return robotSubject + string(id) }

// ParseRobotSubject reads what RobotSubject wrote; false when it did not.
func ParseRobotSubject(s string) (match.ID, bool) {
	id, ok := strings.CutPrefix(s, robotSubject)
	return match.ID(id), ok && id != ""
}

// FlagSubject returns the subject of the job that looks at the time of a match. It is not that of the
// news, which wait for nothing of it.
func FlagSubject(id match.ID) string { return flagSubject + string(id) }

// ParseFlagSubject reads what FlagSubject wrote; false when it did not.
func ParseFlagSubject(s string) (match.ID, bool) {
	id, ok := strings.CutPrefix(s, flagSubject)
	return match.ID(id), ok && id != ""
}

// RemindSubject returns the subject of the job that reminds the players of a match. It is not that of the
// news, which wait for nothing of it.
func RemindSubject(id match.ID) string { return remindSubject + string(id) }

// ParseRemindSubject reads what RemindSubject wrote; false when it did not.
func ParseRemindSubject(s string) (match.ID, bool) {
	id, ok := strings.CutPrefix(s, remindSubject)
	return match.ID(id), ok && id != ""
}

// DigestSubject returns the subject of the job of a player's digest.
func DigestSubject(id match.PlayerID) string { return digestSubject + string(id) }

// ParseDigestSubject reads what DigestSubject wrote; false when it did not.
func ParseDigestSubject(s string) (match.PlayerID, bool) {
	id, ok := strings.CutPrefix(s, digestSubject)
	return match.PlayerID(id), ok && id != ""
}

// FlagDue returns when time next matters in m: at its deadline, until that it passed is recorded, and when it
// lapses. Zero: it does not, before something else happens.
func FlagDue(m *match.Match, now time.Time) time.Time {
	if d := m.Deadline(); d.After(now) || !d.IsZero() && !m.RanOut() {
		return d
	}
	return m.LapseAt()
}

// RobotGrace is how long news wait while the robot is to act, so that people are told once of
// their turn and its answer.
const RobotGrace = 10 * time.Second

// schedule makes the jobs due that follow from what was done in m at now; told says that people are
// told of it.
func schedule(ctx context.Context, tx Tx, m *match.Match, told bool, now time.Time) error {
	if due := FlagDue(m, now); !due.IsZero() {
		if err := tx.Schedule(ctx, JobFlag, FlagSubject(m.ID), due); err != nil {
			return err
		}
	}
	tell := now
	if m.AwaitsRobot() {
		if err := tx.Schedule(ctx, JobRobot, RobotSubject(m.ID), now); err != nil {
			return err
		}
		tell = now.Add(RobotGrace)
	}
	if !told {
		return nil
	}
	return tx.Schedule(ctx, JobTell, string(m.ID), tell)
}
