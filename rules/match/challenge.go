package match

import (
	"cmp"
	"time"

	"madbot/rules"
)

// ChallengeLife is how long a challenge can be answered before it expires.
const ChallengeLife = 7 * day

// Propose makes a challenge. It returns ErrID, ErrRated, ErrTerms (also for a level without an opponent, and for
// practice without a level or with a clock), ErrNotPlayer if nobody challenges, or ErrSelf.
func Propose(p Proposal, now time.Time) (Match, []Event, error) {
	if _, err := ParseID(string(p.ID)); err != nil {
		return Match{}, nil, err
	}
	if err := p.Terms.check(); err != nil {
		return Match{}, nil, err
	}
	switch {
	case p.By == "":
		return Match{}, nil, ErrNotPlayer
	case p.By == p.To:
		return Match{}, nil, ErrSelf
	case p.To == "" && p.Terms.Level > 0, p.Practice && (p.Terms.Level == 0 || p.Terms.Pace.HasClock()):
		return Match{}, nil, ErrTerms
	}
	if p.Terms.Pace.HasClock() {
		p.Terms.Grace = cmp.Or(p.Terms.Grace, DefaultGrace)
	}
	m := Match{ID: p.ID, Status: Proposed, Terms: p.Terms, Practice: p.Practice,
		Past: Past{Binding: p.Binding}, Challenger: p.By, Opponent: p.To, Created: now}
	challenged := m.record(Challenged, p.By, now)
	return m, []Event{challenged}, nil
}

// Accept accepts the challenge and starts the game. If the terms leave the sides to chance, toss is the challenger's
// color; anything but Blue means Red. It returns ErrNotProposed, ErrOwnChallenge or ErrNotInvited.
func (p Party) Accept(toss rules.Color, now time.Time) ([]Event, error) {
	m := p.m
	if err := canAnswer(p, m.Opponent == ""); err != nil {
		return nil, err
	}
	m.Status = Playing
	m.Past.Open = m.Opponent == ""
	m.Opponent = p.id
	m.Started = now
	m.Players.Red, m.Players.Blue = m.Challenger, p.id
	if m.Terms.Side.isBlue(toss) {
		m.Players.Red, m.Players.Blue = p.id, m.Challenger
	}
	m.Game = m.Terms.NewGame()
	m.Clock = m.Terms.Pace.start(now)
	return []Event{p.record(Accepted, now)}, nil
}

// Decline declines the challenge; only the challenged person can. It returns ErrNotProposed, ErrOwnChallenge or
// ErrNotInvited, the last also if the challenge is open to anyone.
func (p Party) Decline(now time.Time) ([]Event, error) {
	if err := p.CanDecline(); err != nil {
		return nil, err
	}
	return []Event{p.m.finish(Declined, p.record(ChallengeDeclined, now))}, nil
}

// Counter is like Decline, for a person who answers with a challenge on other terms.
func (p Party) Counter(now time.Time) ([]Event, error) {
	if err := p.CanDecline(); err != nil {
		return nil, err
	}
	return []Event{p.m.finish(Declined, p.record(ChallengeCountered, now))}, nil
}

// Withdraw withdraws the challenge; only the challenger can. It returns ErrNotProposed or ErrNotChallenger.
func (p Party) Withdraw(now time.Time) ([]Event, error) {
	switch {
	case p.m.Status != Proposed:
		return nil, ErrNotProposed
	case p.id != p.m.Challenger:
		return nil, ErrNotChallenger
	}
	return []Event{p.m.finish(Withdrawn, p.record(ChallengeWithdrawn, now))}, nil
}

// canAnswer returns why p cannot answer the challenge. If anyone is true, p need not be the person challenged.
func canAnswer(p Party, anyone bool) error {
	switch {
	case p.m.Status != Proposed:
		return ErrNotProposed
	case p.id == p.m.Challenger:
		return ErrOwnChallenge
	case p.id == "" || p.id != p.m.Opponent && !anyone:
		return ErrNotInvited
	}
	return nil
}

// CanDecline returns the error Decline and Counter would return.
func (p Party) CanDecline() error { return canAnswer(p, false) }
