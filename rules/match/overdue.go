package match

import (
	"time"

	"madbot/rules"
)

// Deadline returns when the side to move runs out of time and bank. It is zero if the match is not being played, if the
// clock is paused or suspended, and if there is neither a clock nor a summons. Within a turn, only EndAbsence,
// ReleaseTime and Suspend make it earlier.
func (m *Match) Deadline() time.Time {
	if m.Status != Playing {
		return time.Time{}
	}
	return m.Clock.Deadline(m.side())
}

// Overdue reports whether the side to move is out of time. That only gives the other side options: a turn still counts.
func (m *Match) Overdue(now time.Time) bool {
	d := m.Deadline()
	return !d.IsZero() && !now.Before(d)
}

// RecordTimeUp records that the side to move is out of time, once per deadline, so that the other side can be asked
// what to do. It returns ErrNotPlaying, ErrFinished, ErrNoClock, ErrPaused, ErrSuspended, ErrTooEarly or, if it is
// already recorded, ErrTimeUp.
func (a Arbiter) RecordTimeUp(now time.Time) ([]Event, error) {
	m := a.m
	if err := m.As(m.ToMove()).timed(); err != nil {
		return nil, err
	}
	switch {
	case m.Clock.Paused:
		return nil, ErrPaused
	case m.Clock.Suspension.IsOn():
		return nil, ErrSuspended
	case !m.Overdue(now):
		return nil, ErrTooEarly
	case m.TimeUpRecorded():
		return nil, ErrTimeUp
	}
	m.Clock.TimeUpAt = now
	return []Event{m.record(TimeUp, "", now)}, nil
}

// TimeUpRecorded calls Clock.TimeUpRecorded for the side to move.
func (m *Match) TimeUpRecorded() bool { return m.Status == Playing && m.Clock.TimeUpRecorded(m.side()) }

// AdvanceClock counts the time of the side to move until now and ends past absences and holds, for display. It records
// nothing.
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

// PlayedLate reports whether RecordTimeUp had recorded that the side that played last was out of time.
func (m *Match) PlayedLate() bool {
	return !m.Clock.TimeUpAt.IsZero() && !m.Clock.TimeUpAt.After(m.Clock.TurnBegan)
}

// Claim ends the game on time for p, who waits for an overdue side. It is a victory, or an aborted game if that side
// has never played its second turn (rules 5.5). It returns ErrNotPlaying, ErrFinished, ErrNotPlayer, ErrNoClock,
// ErrOwnClock, ErrSuspended or ErrNotOverdue.
func (p Party) Claim(now time.Time) ([]Event, error) {
	if err := p.awaitsOverdue(now); err != nil {
		return nil, err
	}
	return []Event{p.m.loseOnTime(p.id, now)}, nil
}

// TimeAborts reports whether the game would be aborted if it ended now on time (rules 5.5). It is false if it is not
// being played with a clock.
func (m *Match) TimeAborts() bool {
	if m.Status != Playing || !m.Terms.Pace.HasClock() {
		return false
	}
	try := m.Clone()
	try.loseOnTime("", m.Changed)
	return try.Game.Outcome().Reason == rules.Aborted
}

// GiveTime gives the overdue side d more on behalf of p, who waits: its deadline becomes now+d and its bank is empty. d
// is from one second to Pace.Gift, once a turn. It also answers an offer ForTime. It returns the errors of Claim,
// ErrGiftUsed and ErrDuration.
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

// CanCallOff reports whether a player may call the game off because the other side is overdue. It is false for a
// binding match, and for a rated one after both sides' second turns: calling it off would save the loser's rating.
func (m *Match) CanCallOff() bool { return !m.Past.Binding && (!m.Terms.Rated || m.TimeAborts()) }

// CallOff aborts the game on behalf of p, who waits for an overdue side. It returns the errors of Claim, or ErrBinding
// if CanCallOff is false.
func (p Party) CallOff(now time.Time) ([]Event, error) {
	if err := p.awaitsOverdue(now); err != nil {
		return nil, err
	}
	if !p.m.CanCallOff() {
		return nil, ErrBinding
	}
	if p.m.TimeAborts() {
		p.m.Past.LeftBy = p.m.side()
	}
	p.m.Game.End(rules.Aborted, rules.NoColor)
	return []Event{p.end(now)}, nil
}

// CallOffVoid aborts the game on behalf of p at any time. Callers use it if the game counts for nobody, for example in
// a league after a player has left. It returns ErrNotPlaying, ErrFinished or ErrNotPlayer.
func (p Party) CallOffVoid(now time.Time) ([]Event, error) {
	if err := p.Plays(); err != nil {
		return nil, err
	}
	p.m.Game.End(rules.Aborted, rules.NoColor)
	return []Event{p.end(now)}, nil
}

// LapseAt returns when Lapse can end the match: a challenge after ChallengeLife, a practice game after PracticeRest,
// and a running match when the grace has passed since the deadline or since the deadline was recorded. It is zero if
// nothing will end the match.
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

// Lapse ends a match that nobody ended in time: a challenge expires, a practice game is cleared, and a running match
// ends as by Claim, or is aborted if the side to move was summoned. It returns ErrTooEarly, ErrFinished, ErrNotPlaying,
// ErrNoClock, ErrPaused or ErrSuspended.
func (a Arbiter) Lapse(now time.Time) ([]Event, error) {
	m := a.m
	at := m.LapseAt()
	switch {
	case m.Status == Finished:
		return nil, ErrFinished
	case !m.Status.IsOpen():
		return nil, ErrNotPlaying
	case at.IsZero() && m.Clock.Suspension.IsOn():
		return nil, ErrSuspended
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

// loseOnTime ends the game because the side to move is out of time. Rules 5.5 depends on that side, which has played no
// more turns than the other.
func (m *Match) loseOnTime(by PlayerID, now time.Time) Event {
	why := rules.TimeLoss
	if !m.Terms.Pace.HasClock() {
		why = rules.Aborted
	}
	m.leaveGame(why, m.side())
	return m.finish(Finished, m.record(Ended, by, now))
}

// awaitsOverdue returns why p cannot act on the other side's overdue clock.
func (p Party) awaitsOverdue(now time.Time) error {
	err := p.timed()
	switch {
	case err != nil:
		return err
	case p.side == p.m.side():
		return ErrOwnClock
	case p.m.Clock.Suspension.IsOn():
		return ErrSuspended
	case !p.m.Overdue(now):
		return ErrNotOverdue
	}
	return nil
}
