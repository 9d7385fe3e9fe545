// Package play is the use cases of the bot: load a match, decide, save, and schedule what follows.
// It knows neither Discord nor SQL; the ports it needs (Store, Announcer, Analyst) are declared here.
package play

import (
	"errors"
	"time"

	"madbot/rules"
	"madbot/rules/match"
)

// Deps is what a Service needs. All are required but Analyst, Reviewer and Wake.
type Deps struct {
	Store    Store
	Analyst  Analyst  // nil: no hints
	Reviewer Reviewer // nil: no reviews
	Now      func() time.Time
	NewID    func() match.ID    // a fresh random id
	Toss     func() rules.Color // Red or Blue by chance
	Wake     func()             // called when jobs became due; nil: nobody waits for it
}

// Service is the use cases, by what they are about: who needs a part of them takes that part. Those on a match
// return it after what was done, and beside an error as it is when it was found, so that a stale click is answered
// with the present board. A match that the actor may not see is ErrNotFound. They are safe for concurrent use.
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
	// Boards is matches as people look at them.
	Boards struct{ uses }
	// Challenges is how matches come about, and where they are shown.
	Challenges struct{ uses }
	// Turns is what the side to move does, and taking that back.
	Turns struct{ uses }
	// Offers is what the two sides ask of each other.
	Offers struct{ uses }
	// Clocks is the time of matches.
	Clocks struct{ uses }
	// Notebook is what players keep of matches for themselves: plans and notes.
	Notebook struct{ uses }
	// People is the players: their choices, vacations and habits, and what they are still to be told.
	People struct{ uses }
	// Guilds is the servers.
	Guilds struct{ uses }
	// Reviews is the reviews of matches that are over.
	Reviews struct{ uses }
	// Uptime is how long the bot was there.
	Uptime struct{ uses }
)

// uses is what all use cases need.
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

// AnyPly in a Ref is whatever moment the match is at.
const AnyPly = -1

// Ref is a match as a person saw it.
type Ref struct {
	ID  match.ID
	Ply int // its match.Match.Moment then, or AnyPly
}

// check returns ErrStale when m is not at the moment of r any more.
func (r Ref) check(m *Match) error {
	if r.Ply != AnyPly && r.Ply != m.Moment() {
		return ErrStale
	}
	return nil
}

var (
	// ErrNotFound is returned when no match, or no player, has the id, and when the match is not
	// for the eyes of whoever asks.
	ErrNotFound = errors.New("not found")
	// ErrExists is returned by Tx.CreateMatch when the id is taken.
	ErrExists = errors.New("match id is taken")
	// ErrSame is returned by Challenges.Challenge, with the challenge that waits, for one by and to the
	// same person, on the same terms, in the same channel; and with the first game that is played.
	ErrSame = errors.New("same challenge waits")
	// ErrCrossed is returned by Challenges.Challenge, with the challenge that waits, when whoever is challenged has
	// challenged the challenger on other terms.
	ErrCrossed = errors.New("challenged on other terms")
	// ErrStale is returned by a use case when the match went on since the person looked at it.
	ErrStale = errors.New("match went on meanwhile")
	// ErrStanding is returned by Challenges.Challenge, Turns.Play and Turns.Hint for a position of a game for practice
	// that stands in a match which the person plays against another.
	ErrStanding = errors.New("position stands in a running match")
	// ErrForeign is returned by Challenges.MoveHere for a venue in another guild.
	ErrForeign = errors.New("venue in another guild")
	// ErrOwnMatch is returned by People.Annul for a match of whoever wants it annulled.
	ErrOwnMatch = errors.New("own match")
	// ErrShown is returned by Challenges.MoveHere for a match whose channel takes its news.
	ErrShown = errors.New("match is shown where it is")
	// ErrLeaseLost is returned by Tx.Renew, Tx.Done and Tx.Return when somebody else has the job by now.
	ErrLeaseLost = errors.New("lease is lost")
	// ErrBlocked is returned when the operator has blocked the person, or the server.
	ErrBlocked = errors.New("blocked by the operator")
	// ErrUnjudged is returned by Lapse where nobody knows who was winning.
	ErrUnjudged = errors.New("not judged yet")
	// ErrNoHint is returned by Turns.Hint when there is nobody to ask.
	ErrNoHint = errors.New("no hints here")
	// ErrNotesFull is returned by Notebook.Note when there are MaxNotes already.
	ErrNotesFull = errors.New("notes are full")
	// ErrGone is returned by an Announcer when the channel or message no longer exists or is
	// closed to the bot for good: trying again is no use.
	ErrGone = errors.New("channel or message is gone")
	// ErrFull is returned by a Threads when a guild can have no more threads for now.
	ErrFull = errors.New("too many threads")
	// ErrPosted is returned by Boards.Share for what was posted.
	ErrPosted = errors.New("was posted before")
	// ErrUnposted is returned by Boards.Share for what was refused.
	ErrUnposted = errors.New("not posted")
	// ErrPerhapsPosted is returned by Boards.Share when nobody knows.
	ErrPerhapsPosted = errors.New("perhaps not posted")
	// ErrClosed is returned by an Announcer when the bot may not write in the channel, which may
	// change.
	ErrClosed = errors.New("channel is closed to the bot")
)
