package match

import (
	"time"

	"madbot/rules"
)

// Party is somebody in a match, who may play in it or not: what they can do, and what would be refused. It stands
// for the match as it is; whoever keeps it keeps the match.
type Party struct {
	m    *Match
	id   PlayerID
	side rules.Color // NoColor for a spectator
}

// As returns p as a party to m.
func (m *Match) As(p PlayerID) Party { return Party{m, p, m.ColorOf(p)} }

// OnTurn returns nil when p is to play: else ErrNotPlaying, ErrFinished, ErrNotPlayer or
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

// Plays returns nil when p plays in a running match: else ErrNotPlaying, ErrFinished or ErrNotPlayer.
func (p Party) Plays() error {
	err := p.m.running()
	if err == nil && p.side == rules.NoColor {
		err = ErrNotPlayer
	}
	return err
}

// timed returns why p does not play in a running match with a clock.
func (p Party) timed() error {
	if err := p.Plays(); err != nil {
		return err
	}
	if !p.m.Terms.Pace.HasClock() {
		return ErrNoClock
	}
	return nil
}

// record counts an event of kind k, which is p's act, and returns it.
func (p Party) record(k EventKind, now time.Time) Event { return p.m.record(k, p.id, now) }

// recordLength is record for an event with a Length.
func (p Party) recordLength(k EventKind, d time.Duration, now time.Time) Event {
	e := p.record(k, now)
	e.Length = d
	return e
}

// end records that the match is over by p's act, after its game has ended.
func (p Party) end(now time.Time) Event { return p.m.finish(Finished, p.record(Ended, now)) }
