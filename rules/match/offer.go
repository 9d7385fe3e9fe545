package match

import (
	"cmp"
	"time"

	"madbot/rules"
)

// Offer is a side's offer to stop the game (rules 5.3). The zero value is none. It lasts until
// the next turn; that it was refused or withdrawn is kept as long, so that a side does not ask twice.
type Offer struct {
	By rules.Color // NoColor: none, or only one that was withdrawn
	// Refused says that the other side said no, or, when Barred is set, that it was withdrawn.
	Refused bool
	// Barred is the side whose offer before this one was refused or withdrawn since the last turn;
	// NoColor for none.
	Barred rules.Color
}

// IsOpen reports whether the offer waits for its answer.
func (o Offer) IsOpen() bool { return o.By != rules.NoColor && !o.Refused }

// Withdrawn returns the side that withdrew the only offer since the last turn, else NoColor.
func (o Offer) Withdrawn() rules.Color {
	if o.By != rules.NoColor {
		return rules.NoColor
	}
	return o.Barred
}

// IsSpent reports whether both sides have offered since the last turn and no offer is open.
func (o Offer) IsSpent() bool { return o.Refused && o.Barred != rules.NoColor }

// OfferStop offers to stop the game, or accepts the other side's open offer (rules 5.3, 5.4). It
// returns ErrNotPlaying, ErrFinished, ErrNotPlayer, ErrOfferOpen or ErrOfferedAlready.
func (m *Match) OfferStop(by PlayerID, now time.Time) ([]Event, error) {
	c, err := m.playing(by)
	switch {
	case err != nil:
		return nil, err
	case m.Offer.IsOpen() && m.Offer.By == c:
		return nil, ErrOfferOpen
	case m.Offer.IsOpen():
		return m.stop(by, now), nil
	case m.Offer.By == c || m.Offer.Barred == c:
		return nil, ErrOfferedAlready
	}
	m.Offer = Offer{By: c, Barred: cmp.Or(m.Offer.By, m.Offer.Barred)}
	return []Event{m.record(StopOffered, by, now)}, nil
}

// AnswerStop accepts or refuses the other side's open offer. It returns ErrNotPlaying,
// ErrFinished, ErrNotPlayer, ErrNoOffer or ErrOwnOffer.
func (m *Match) AnswerStop(by PlayerID, yes bool, now time.Time) ([]Event, error) {
	c, err := m.playing(by)
	switch {
	case err != nil:
		return nil, err
	case !m.Offer.IsOpen():
		return nil, ErrNoOffer
	case m.Offer.By == c:
		return nil, ErrOwnOffer
	case yes:
		return m.stop(by, now), nil
	}
	m.Offer.Refused = true
	return []Event{m.record(StopRefused, by, now)}, nil
}

// WithdrawStop takes back an open offer of the same side; the side cannot offer again before the
// next turn. It returns ErrNotPlaying, ErrFinished, ErrNotPlayer, ErrNoOffer or ErrNotOfferer.
func (m *Match) WithdrawStop(by PlayerID, now time.Time) ([]Event, error) {
	c, err := m.playing(by)
	switch {
	case err != nil:
		return nil, err
	case !m.Offer.IsOpen():
		return nil, ErrNoOffer
	case m.Offer.By != c:
		return nil, ErrNotOfferer
	}
	if m.Offer.Barred == rules.NoColor {
		m.Offer = Offer{Barred: c}
	} else {
		m.Offer.Refused = true
	}
	return []Event{m.record(StopWithdrawn, by, now)}, nil
}

// stop ends the game by agreement.
func (m *Match) stop(by PlayerID, now time.Time) []Event {
	m.Game.End(rules.Agreement, rules.NoColor)
	return []Event{m.finish(Finished, m.record(Ended, by, now))}
}
