package match

import (
	"time"

	"madbot/rules"
)

// Takeback is the situation in which a turn is taken back.
type Takeback struct {
	// Unseen means that the other side has not looked since the turn: no reply has shown it the position, named it or
	// acted on it, and no planned answer was played.
	Unseen bool
}

// How long a turn can be taken back for free.
const (
	freeSpan  = 10 * time.Minute
	quickSpan = time.Minute // if a turn has at most 10 minutes
	quickTurn = 10 * time.Minute
)

// TakeBack takes p's last turn back for free. The other side must not have seen it, and at most 10 minutes may have
// passed, or 1 minute if turns have at most 10. A turn can be taken back once; otherwise p has to offer ToTakeBack. The
// clock runs on as if the turn had not been played. TakeBack returns ErrNotPlaying, ErrFinished, ErrNotPlayer,
// ErrNoTakebacks, ErrNothingPlayed, ErrNotFree (also if the other side has played since) or ErrTimeUp.
func (p Party) TakeBack(t Takeback, now time.Time) ([]Event, error) {
	m, err := p.m, p.Plays()
	switch {
	case err != nil:
		return nil, err
	case m.Terms.NoTakebacks:
		return nil, ErrNoTakebacks
	case pliesBefore(m, p.side) < 0:
		return nil, ErrNothingPlayed
	case p.side == m.side() || !t.Unseen || !m.isFree(now):
		return nil, ErrNotFree
	}
	before := m.Past.before(1)
	if d := before.Clock.Deadline(p.side); !d.IsZero() && !m.Clock.stop(now).Before(d) {
		return nil, ErrTimeUp
	}
	m.Past.FreeTakeback = m.Game.Ply()
	m.Clock.restore(p.side, before.Clock)
	return []Event{p.undo(p.side, now)}, nil
}

// isFree reports whether the clock and earlier takebacks allow a free takeback of the last turn.
func (m *Match) isFree(now time.Time) bool {
	last, span := len(m.Past.History)-1, freeSpan
	if pace := m.Terms.Pace; pace.HasClock() && pace.PerTurn <= quickTurn {
		span = quickSpan
	}
	return last >= 0 && m.Game.Ply() > m.Past.FreeTakeback && now.Sub(m.Past.History[last].At) <= span
}

// pliesBefore returns how many turns remain if side takes back its last turn, negative if it has not played.
func pliesBefore(m *Match, side rules.Color) int {
	if side == m.side() {
		return m.Game.Ply() - 2
	}
	return m.Game.Ply() - 1
}

// TakebackTime returns how much time side would have for the turn if the other side lets it take it back. It is 0
// without a clock and if side's time was up.
func (m *Match) TakebackTime(side rules.Color) time.Duration {
	before := m.Past.before(m.Game.Ply() - pliesBefore(m, side))
	if !m.Terms.Pace.HasClock() || before.late(side) || side == m.side() && m.TimeUpRecorded() {
		return 0
	}
	return max(m.Terms.Pace.PerTurn, before.Clock.Left-before.Clock.elapsed(side, before.At))
}

// undo takes turns back so that side is to move, restores the offers of that time, and returns the event.
func (p Party) undo(side rules.Color, now time.Time) Event {
	m, moment := p.m, p.m.Moment()
	undone := m.Game.Turns()[pliesBefore(m, side):]
	before := m.Past.before(len(undone))
	m.Offers, m.Past.GiftTurn, m.Past.HeldTurn = before.Offers, before.GiftTurn, before.HeldTurn
	m.Past.forget(len(undone))
	m.Game = m.Game.At(pliesBefore(m, side))
	m.UndonePlies = moment + 1 - m.Game.Ply()
	e := p.record(TakenBack, now)
	e.Undone = Line(undone).String()
	return e
}

// rewindClock continues the clock after side took turns back by agreement. The current turn is charged to the side to
// move. The turn to replay gets its full time, but banks stay as they are, and time that was up stays up. An earlier
// pause or absence is restored.
func rewindClock(m *Match, side rules.Color, now time.Time) {
	c, turns := &m.Clock, m.Game.Ply()-pliesBefore(m, side)
	if side == m.side() && m.Overdue(now) {
		return
	}
	left, before := m.TakebackTime(side), m.Past.before(turns)
	c.chargeBank(m.side(), now)
	for i, mover := turns, side; i > 0; i, mover = i-1, mover.Other() {
		if was := m.Past.before(i).Clock.Reserves.Of(mover); was.IsAway(now) {
			c.Reserves.At(mover).AwayUntil = later(c.Reserves.At(mover).AwayUntil, was.AwayUntil)
		}
	}
	c.Paused, c.TimeUpAt = c.Paused || before.Clock.Paused, time.Time{}
	c.begin(left, now)
}
