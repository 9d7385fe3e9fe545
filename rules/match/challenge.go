package match

import (
	"cmp"
	"time"

	"madbot/rules"
)

// ChallengeLife is how long a challenge waits for its answer before it lapses.
const ChallengeLife = 7 * day

// Propose makes a challenge. It returns ErrID, ErrTerms (also for a level without an opponent),
// ErrNotPlayer when nobody challenges, or ErrSelf.
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
	case p.To == "" && p.Terms.Level > 0:
		return Match{}, nil, ErrTerms
	}
	if p.Terms.Pace.HasClock() {
		p.Terms.Grace = cmp.Or(p.Terms.Grace, DefaultGrace)
	}
	m := Match{ID: p.ID, Status: Proposed, Terms: p.Terms,
		Challenger: p.By, Opponent: p.To, Created: now}
	return m, []Event{m.record(Challenged, p.By, now)}, nil
}

// Accept takes the challenge up and starts the game. toss is the challenger's colour when the
// terms leave it to chance; anything but Blue counts as Red. It returns ErrNotProposed,
// ErrOwnChallenge or ErrNotInvited.
func (m *Match) Accept(by PlayerID, toss rules.Color, now time.Time) ([]Event, error) {
	if err := m.answerable(by, m.Opponent == ""); err != nil {
		return nil, err
	}
	m.Status = Playing
	m.Opponent = by
	m.Started = now
	m.Red, m.Blue = m.Challenger, by
	if m.Terms.Side.color(toss) == rules.Blue {
		m.Red, m.Blue = by, m.Challenger
	}
	m.Game = rules.NewGame(m.Terms.Options)
	m.Clock = m.Terms.Pace.start(now)
	return []Event{m.record(Accepted, by, now)}, nil
}

// Decline turns the challenge down; only the person it is to can. It returns ErrNotProposed,
// ErrOwnChallenge or ErrNotInvited, the last also when it is open to anyone.
func (m *Match) Decline(by PlayerID, now time.Time) ([]Event, error) {
	return m.turnDown(by, ChallengeDeclined, now)
}

// Counter is Decline by a person who makes a challenge on other terms in return.
func (m *Match) Counter(by PlayerID, now time.Time) ([]Event, error) {
	return m.turnDown(by, ChallengeCountered, now)
}

// turnDown declines the challenge, which is an event of kind k.
func (m *Match) turnDown(by PlayerID, k EventKind, now time.Time) ([]Event, error) {
	if err := m.answerable(by, false); err != nil {
		return nil, err
	}
	return []Event{m.finish(Declined, m.record(k, by, now))}, nil
}

// Withdraw takes the challenge back; only the challenger can. It returns ErrNotProposed or
// ErrNotChallenger.
func (m *Match) Withdraw(by PlayerID, now time.Time) ([]Event, error) {
	switch {
	case m.Status != Proposed:
		return nil, ErrNotProposed
	case by != m.Challenger:
		return nil, ErrNotChallenger
	}
	return []Event{m.finish(Withdrawn, m.record(ChallengeWithdrawn, by, now))}, nil
}

// answerable returns why by cannot answer the challenge; with anyone, no invitation is needed.
func (m *Match) answerable(by PlayerID, anyone bool) error {
	switch {
	case m.Status != Proposed:
		return ErrNotProposed
	case by == m.Challenger:
		return ErrOwnChallenge
	case by == "" || by != m.Opponent && !anyone:
		return ErrNotInvited
	}
	return nil
}

// CanDecline returns why Decline and Counter would refuse by, nil when they would not.
func (m *Match) CanDecline(by PlayerID) error { return m.answerable(by, false) }
