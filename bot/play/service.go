// Package play contains the bot's use cases on matches: each loads a match, changes it by its rules, saves it and
// schedules what follows. It knows neither Discord nor SQL, and declares the ports it needs (Store, Announcer,
// Analyst).
package play

import (
	"context"
	"errors"
	"time"

	"madbot/rules"
	"madbot/rules/match"
)

// Deps are the dependencies of a Service. All are required except Analyst, Reviewer, Wake and Credited.
type Deps struct {
	Store    Store
	Analyst  Analyst  // nil: no hints
	Reviewer Reviewer // nil: no reviews
	Now      func() time.Time
	NewID    func() match.ID    // returns a new random id
	Toss     func() rules.Color // returns Red or Blue at random
	Wake     func()             // called when jobs have become due; may be nil
	// Credited is called after an action of a player led to an outage being credited; may be nil.
	Credited func(context.Context, Absence)
}

// Service groups the use cases by subject, so that callers can depend on one group only. A method that changes a match
// returns the changed match; with an error, the match before it, so that the reply to a stale click can show the
// current board. It returns ErrNotFound for matches that the actor may not see. All methods are safe for concurrent
// use.
type Service struct {
	Boards
	Challenges
	Turns
	Offers
	Clocks
	Notebook
	People
	Guilds
	Reviews
	Uptime
}

type (
	// Boards are the use cases of looking at matches.
	Boards struct{ uses }
	// Challenges are the use cases that start matches and set where they are shown.
	Challenges struct{ uses }
	// Turns are the use cases of the side to move, and of taking turns back.
	Turns struct{ uses }
	// Offers are the use cases of offers between sides.
	Offers struct{ uses }
	// Clocks are the use cases about time: claims, gifts, absences, pauses.
	Clocks struct{ uses }
	// Notebook holds players' private plans and notes.
	Notebook struct{ uses }
	// People are the use cases on players: settings, vacations, profiles, missed news.
	People struct{ uses }
	// Guilds are the use cases on servers.
	Guilds struct{ uses }
	// Reviews are the use cases of reviews.
	Reviews struct{ uses }
	// Uptime records when the bot is running, and gives back time that players lost during outages.
	Uptime struct{ uses }
)

type uses struct {
	deps Deps
	life *life
}

// New returns a Service.
func New(d Deps) *Service {
	if d.Wake == nil {
		d.Wake = func() {}
	}
	clock := d.Now
	d.Now = func() time.Time { return Stamp(clock()) }
	u := uses{d, new(life)}
	return &Service{Boards{u}, Challenges{u}, Turns{u}, Offers{u}, Clocks{u}, Notebook{u}, People{u}, Guilds{u},
		Reviews{u}, Uptime{u}}
}

// AnyPly in a Ref matches any moment.
const AnyPly = -1

// Ref identifies a match at the moment at which a person saw it.
type Ref struct {
	ID  match.ID
	Ply int // the match.Match.Moment at the time, or AnyPly
}

// check returns ErrStale if m is no longer at the moment of r.
func (r Ref) check(m *Match) error {
	if r.Ply != AnyPly && r.Ply != m.Moment() {
		return ErrStale
	}
	return nil
}

var (
	// ErrNotFound is returned when no match or player has the id, and when the actor may not see the match.
	ErrNotFound = errors.New("not found")
	// ErrExists is returned by Tx.CreateMatch when the id is taken.
	ErrExists = errors.New("match id is taken")
	// ErrSame is returned by Challenges.Challenge, with the existing match, if the person has already sent the same
	// challenge in the same channel, or has a first game in progress.
	ErrSame = errors.New("same challenge waits")
	// ErrCrossed is returned by Challenges.Challenge, with the waiting challenge, if the opponent has already
	// challenged the challenger on other terms.
	ErrCrossed = errors.New("challenged on other terms")
	// ErrStale is returned by a use case if the match has changed since the person looked at it.
	ErrStale = errors.New("match went on meanwhile")
	// ErrForeign is returned by Challenges.MoveHere for a venue in another guild, and by People.Annul for a match on
	// another one.
	ErrForeign = errors.New("venue in another guild")
	// ErrTakenBefore is returned by Challenges.Accept if the person took this challenge before, and left.
	ErrTakenBefore = errors.New("taken before")
	// ErrOwnMatch is returned by People.Annul for the actor's own match.
	ErrOwnMatch = errors.New("own match")
	// ErrRival is returned by People.Annul and Reinstate for a manager who is in the same league or ranking, and by
	// Guilds.Exclude and where managers let players into a league for a manager whom it concerns.
	ErrRival = errors.New("manager competes with the players")
	// ErrTakesPart is returned for a manager who takes part in the league of the server where they would decide who else
	// does.
	ErrTakesPart = errors.New("manager is in the league")
	// ErrNobodyManages is returned by Challenges.MayRate where no managers of a server can annul a rated match.
	ErrNobodyManages = errors.New("nobody manages this place")
	// ErrShown is returned by Challenges.MoveHere if the match's channel has not refused any news.
	ErrShown = errors.New("match is shown where it is")
	// ErrLeaseLost is returned by Tx.Renew, Tx.Done and Tx.Return if somebody else has claimed the job meanwhile.
	ErrLeaseLost = errors.New("lease is lost")
	// ErrBlocked is returned if the operator has blocked the person or the server.
	ErrBlocked = errors.New("blocked by the operator")
	// ErrUnjudged is returned by Lapse if it needs a verdict.
	ErrUnjudged = errors.New("not judged yet")
	// ErrNoHint is returned by Turns.Hint if there is no Analyst.
	ErrNoHint = errors.New("no hints here")
	// ErrNotesFull is returned by Notebook.Note if there are already MaxNotes notes.
	ErrNotesFull = errors.New("notes are full")
	// ErrGone is returned by an Announcer if the channel or message no longer exists, or is permanently closed to the
	// bot. Retrying is useless.
	ErrGone = errors.New("channel or message is gone")
	// ErrUnfit is returned by Threads if a channel of that kind has no threads.
	ErrUnfit = errors.New("no threads in such a channel")
	// ErrFull is returned by Threads if a guild cannot have more threads for now.
	ErrFull = errors.New("too many threads")
	// ErrPosted is returned by Boards.Share if it was posted before.
	ErrPosted = errors.New("was posted before")
	// ErrUnposted is returned by Boards.Share if posting was refused.
	ErrUnposted = errors.New("not posted")
	// ErrPerhapsPosted is returned by Boards.Share if it is unknown whether it was posted.
	ErrPerhapsPosted = errors.New("perhaps not posted")
	// ErrClosed is returned by an Announcer if the bot may not write in the channel, which may change.
	ErrClosed = errors.New("channel is closed to the bot")
)
