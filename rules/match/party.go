package match

import (
	"time"

	"madbot/rules"
)

// Party is a person acting on a match, as a player or not. Its methods change the match it was made from.
type Party struct {
	m    *Match
	id   PlayerID
	side rules.Color // NoColor for a spectator
}

// As returns a Party that acts as p on m.
func (m *Match) As(p PlayerID) Party { return Party{m, p, m.ColorOf(p)} }

// OnTurn returns nil if it is p's turn. Otherwise it returns ErrNotPlaying, ErrFinished, ErrNotPlayer or
// ErrNotYourTurn.
func (p Party) OnTurn() error {
	if err := p.Plays(); err != nil {
		return err
	}
	if p.side != p.m.side() {
		return ErrNotYourTurn
	}
	return nil
}

// Plays returns nil if p plays in a running match. Otherwise it returns ErrNotPlaying, ErrFinished or ErrNotPlayer.
func (p Party) Plays() error {
	err := p.m.running()
	if err == nil && p.side == rules.NoColor {
		err = ErrNotPlayer
	}
	return err
}

// timed is like Plays, for acts that need a clock; it also returns ErrNoClock.
func (p Party) timed() error {
	if err := p.Plays(); err != nil {
		return err
	}
	if !p.m.Terms.Pace.HasClock() {
		return ErrNoClock
	}
	return nil
}

// record returns a new event of kind k, done by p.
func (p Party) record(k EventKind, now time.Time) Event { return p.m.record(k, p.id, now) }

func (p Party) recordLength(k EventKind, d time.Duration, now time.Time) Event {
	e := p.record(k, now)
	e.Length = d
	return e
}

// end finishes the match by p's act, after its game has ended.
func (p Party) end(now time.Time) Event { return p.m.finish(Finished, p.record(Ended, now)) }

// Arbiter acts on a match on behalf of neither side: it enforces the clock and ends what nobody ended in time.
type Arbiter struct{ m *Match }

// Arbiter returns the arbiter of m.
func (m *Match) Arbiter() Arbiter { return Arbiter{m} }
