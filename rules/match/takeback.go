package match

import (
	"time"

	"madbot/rules"
)

// Takeback says how a turn is taken back.
type Takeback struct {
	// Unseen says that the other side has not looked since the turn: they were given no answer that shows, names or
	// acts on the position, from a board to the question before resigning, and planned none that was played.
	Unseen bool
}

// The time in which a turn is taken back for free.
const (
	freeSpan  = 10 * time.Minute
	quickSpan = time.Minute // where there are at most 10 minutes for a turn
	quickTurn = 10 * time.Minute
)

// TakeBack takes p's last turn back for free: where the other side has not looked at it, within 10 minutes, or 1
// where there are at most 10 for a turn, and once a turn; else it is to be asked by an offer ToTakeBack. The time of p
// runs on as if the turn had not been played. It returns ErrNotPlaying, ErrFinished, ErrNotPlayer, ErrNoTakebacks,
// ErrNothingPlayed, ErrNotFree (also when the other side has played since) or ErrTimeUp.
func (p Party) TakeBack(t Takeback, now time.Time) ([]Event, error) {
	m, err := p.m, p.Plays()
	switch {
	case err != nil:
		return nil, err
	case m.Terms.NoTakebacks:
		return nil, ErrNoTakebacks
	case m.pliesBefore(p.side) < 0:
		return nil, ErrNothingPlayed
	case p.side == m.side() || !t.Unseen || !m.isFree(now):
		return nil, ErrNotFree
	}
	before := m.Past.before(1)
	if d := before.Clock.Deadline(p.side); !d.IsZero() && !now.Before(d) {
		return nil, ErrTimeUp
	}
	m.Past.FreeTakeback = m.Game.Ply()
	m.Clock.restore(p.side, before.Clock)
	return []Event{p.undo(p.side, now)}, nil
}

// isFree reports whether the last turn can be taken back without asking, as far as the clock and earlier takebacks go.
func (m *Match) isFree(now time.Time) bool {
	last, span := len(m.Past.History)-1, freeSpan
	if pace := m.Terms.Pace; pace.HasClock() && pace.PerTurn <= quickTurn {
		span = quickSpan
	}
	return last >= 0 && m.Game.Ply() > m.Past.FreeTakeback && now.Sub(m.Past.History[last].At) <= span
}

// retreat returns how many turns there are when side is to move again where it played last; below
// zero when it has not played.
func (m *Match) pliesBefore(side rules.Color) int {
	if side == m.side() {
		return m.Game.Ply() - 2
	}
	return m.Game.Ply() - 1
}

// Regained returns how much time side would have for the turn that the other side lets it take back; 0 without a
// clock, and where its time was up.
func (m *Match) TakebackTime(side rules.Color) time.Duration {
	before := m.Past.before(m.Game.Ply() - m.pliesBefore(side))
	if !m.Terms.Pace.HasClock() || before.late(side) || side == m.side() && m.TimeUpRecorded() {
		return 0
	}
	return max(m.Terms.Pace.PerTurn, before.Clock.Left-before.Clock.elapsed(side, before.At))
}

// agreeBack takes turns back so that asker is to move, and says so when that ends what was offered since.
func (p Party) agreeBack(asker rules.Color, now time.Time) []Event {
	dropped := p.m.Offers.isOpen()
	if p.m.Terms.Pace.HasClock() {
		p.m.rewindClock(asker, now)
	} else {
		p.m.Clock = p.m.Terms.Pace.start(now)
	}
	events := []Event{p.undo(asker, now)}
	if dropped {
		events = append(events, p.record(OffersDropped, now))
	}
	return events
}

// undo takes turns back so that side is to move and what was offered before stands again, and returns the event.
func (p Party) undo(side rules.Color, now time.Time) Event {
	m, moment := p.m, p.m.Moment()
	undone := m.Game.Turns()[m.pliesBefore(side):]
	before := m.Past.before(len(undone))
	m.Offers, m.Past.GiftTurn, m.Past.HeldTurn = before.Offers, before.GiftTurn, before.HeldTurn
	m.Past.forget(len(undone))
	m.Game = m.Game.At(m.pliesBefore(side))
	m.UndonePlies = moment + 1 - m.Game.Ply()
	e := p.record(TakenBack, now)
	e.Undone = Line(undone).String()
	return e
}

// again has the clock go on where side is to take turns back, by agreement. The running turn is charged to its side;
// the turn that is played again has its time anew, but banks keep what they have, and time that was up stays so. A
// pause or an absence from before stands again.
func (m *Match) rewindClock(side rules.Color, now time.Time) {
	c, turns := &m.Clock, m.Game.Ply()-m.pliesBefore(side)
	if side == m.side() && m.Overdue(now) {
		return
	}
	left, before := m.TakebackTime(side), m.Past.before(turns)
	c.charge(m.side(), now)
	for i, mover := turns, side; i > 0; i, mover = i-1, mover.Other() {
		if was := m.Past.before(i).Clock.Reserves.Of(mover); was.IsAway(now) {
			c.Reserves.At(mover).AwayUntil = later(c.Reserves.At(mover).AwayUntil, was.AwayUntil)
		}
	}
	c.Paused, c.TimeUpAt = c.Paused || before.Clock.Paused, time.Time{}
	c.begin(left, now)
}
