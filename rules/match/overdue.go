package match

import (
	"time"

	"madbot/rules"
)

// Deadline returns when the side to move will have used its time for the turn and its bank. It is
// zero when there is no clock and nobody was summoned, when it stands still, and when the match is not being played.
//
// Within a turn the deadline moves towards the past only by ComeBack and Reach.
func (m *Match) Deadline() time.Time {
	if m.Status != Playing {
		return time.Time{}
	}
	return m.Clock.Deadline(m.side())
}

// Overdue reports whether the side to move has used up its time. Nothing follows from that but what
// the other side may do: a turn is still welcome.
func (m *Match) Overdue(now time.Time) bool {
	d := m.Deadline()
	return !d.IsZero() && !now.Before(d)
}

// RunOut records that the side to move has used up its time, as nobody's act and once for each deadline,
// so that the other side can be asked what is to become of it. It returns ErrNotPlaying, ErrFinished,
// ErrNoClock, ErrPaused, ErrTooEarly or ErrTimeUp, the last when it is recorded already.
func (a Arbiter) RecordTimeUp(now time.Time) ([]Event, error) {
	m := a.m
	if err := m.As(m.ToMove()).timed(); err != nil {
		return nil, err
	}
	switch {
	case m.Clock.Paused:
		return nil, ErrPaused
	case !m.Overdue(now):
		return nil, ErrTooEarly
	case m.TimeUpRecorded():
		return nil, ErrTimeUp
	}
	m.Clock.TimeUpAt = now
	return []Event{m.record(TimeUp, "", now)}, nil
}

// RanOut is Clock.RanOut of the side to move.
func (m *Match) TimeUpRecorded() bool { return m.Status == Playing && m.Clock.TimeUpRecorded(m.side()) }

// Count counts the time of the side to move until now, and ends absences and waits, for what is said of them. Nothing
// else follows from that.
func (m *Match) AdvanceClock(now time.Time) {
	if m.Status == Playing && m.Terms.Pace.HasClock() {
		m.Clock.advance(m.side(), now)
		reserves := &m.Clock.Reserves
		for _, at := range []*time.Time{&m.Clock.HeldUntil, &reserves.Red.AwayUntil, &reserves.Blue.AwayUntil} {
			if !at.After(now) {
				*at = time.Time{}
			}
		}
	}
}

// PlayedLate reports whether RunOut had recorded that the side that played last had used up its time.
func (m *Match) PlayedLate() bool {
	return !m.Clock.TimeUpAt.IsZero() && !m.Clock.TimeUpAt.After(m.Clock.TurnBegan)
}

// Claim ends the game by time for p, who waits for a side that is overdue: a victory, or an aborted
// game when that side has never played its second turn (rules 5.5). It returns ErrNotPlaying, ErrFinished,
// ErrNotPlayer, ErrNoClock, ErrOwnClock or ErrNotOverdue.
func (p Party) Claim(now time.Time) ([]Event, error) {
	if err := p.awaitsOverdue(now); err != nil {
		return nil, err
	}
	return []Event{p.m.loseOnTime(p.id, now)}, nil
}

// TimeAborts reports whether the game would count for nothing if it ended now because the side to move
// has used up its time (rules 5.5); false when it is not being played with a clock.
func (m *Match) TimeAborts() bool {
	if m.Status != Playing || !m.Terms.Pace.HasClock() {
		return false
	}
	try := m.Clone()
	try.loseOnTime("", m.Changed)
	return try.Game.Outcome().Reason == rules.Aborted
}

// GiveTime gives the overdue side d more by the wish of p, who waits: its deadline is now+d, and its
// bank is used up. It must be at least a second and at most Pace.Gift, and is given once a turn. An offer for it is
// answered so. Errors as Claim, and ErrGiven or ErrDuration.
func (p Party) GiveTime(d time.Duration, now time.Time) ([]Event, error) {
	d = d.Truncate(time.Second)
	if err := p.awaitsOverdue(now); err != nil {
		return nil, err
	}
	switch {
	case p.m.HasGiven():
		return nil, ErrGiftUsed
	case d <= 0 || d > p.m.Terms.Pace.Gift():
		return nil, ErrDuration
	}
	return []Event{p.give(p.side.Other(), d, now)}, nil
}

// CallOff aborts the game, which then counts for nothing, by the wish of p, who waits for a side
// that is overdue, however many turns were played. Errors as Claim, and ErrBinding.
func (p Party) CallOff(now time.Time) ([]Event, error) {
	if err := p.awaitsOverdue(now); err != nil {
		return nil, err
	}
	if p.m.Past.Binding {
		return nil, ErrBinding
	}
	if p.m.TimeAborts() {
		p.m.Past.LeftBy = p.m.side()
	}
	p.m.Game.End(rules.Aborted, rules.NoColor)
	return []Event{p.end(now)}, nil
}

// LapseAt returns from when on Lapse ends the match: a challenge after ChallengeLife, a running match
// at its deadline, or when RunOut recorded that it has passed, and the grace, a practice game after PracticeRest. Zero:
// it does not lapse as it stands.
func (m *Match) LapseAt() time.Time {
	deadline := m.Deadline()
	switch {
	case m.Status == Proposed:
		return m.Created.Add(ChallengeLife + m.Past.LostTime)
	case m.Practice && m.Status == Playing:
		return m.Changed.Add(PracticeRest)
	case deadline.IsZero():
		return time.Time{}
	}
	if m.TimeUpRecorded() {
		deadline = m.Clock.TimeUpAt
	}
	return deadline.Add(m.Terms.Grace)
}

// Lapse ends what nobody has ended in time, as nobody's act: a challenge expires, a running match
// ends as by Claim or, when a side was summoned, for nothing, and a practice game as by Clear. It returns ErrTooEarly,
// ErrFinished, ErrNotPlaying, ErrNoClock or ErrPaused.
func (a Arbiter) Lapse(now time.Time) ([]Event, error) {
	m := a.m
	at := m.LapseAt()
	switch {
	case m.Status == Finished:
		return nil, ErrFinished
	case !m.Status.IsOpen():
		return nil, ErrNotPlaying
	case at.IsZero() && !m.Terms.Pace.HasClock():
		return nil, ErrNoClock
	case at.IsZero():
		return nil, ErrPaused
	case now.Before(at):
		return nil, ErrTooEarly
	case m.Status == Proposed:
		return []Event{m.finish(Expired, m.record(ChallengeExpired, "", now))}, nil
	case m.Practice:
		return m.Arbiter().Clear(now)
	}
	return []Event{m.loseOnTime("", now)}, nil
}

// flag ends the game because the side to move has used up its time. It has played no more turns than
// the other side, so that it is the one that rules 5.5 asks about.
func (m *Match) loseOnTime(by PlayerID, now time.Time) Event {
	why := rules.TimeLoss
	if !m.Terms.Pace.HasClock() {
		why = rules.Aborted
	}
	m.leaveGame(why, m.side())
	return m.finish(Finished, m.record(Ended, by, now))
}

// awaitsOverdue returns why p cannot act on the time of the other side being up.
func (p Party) awaitsOverdue(now time.Time) error {
	err := p.timed()
	switch {
	case err != nil:
		return err
	case p.side == p.m.side():
		return ErrOwnClock
	case !p.m.Overdue(now):
		return ErrNotOverdue
	}
	return nil
}
