package match

import (
	"time"

	"madbot/rules"
)

// Offer is a side's offer to stop the game (rules 5.3). The zero value is none. It lasts until
// the next turn; a refused one stays as long, so that a side does not ask twice.
type Offer struct {
	By      rules.Color
	Refused bool // the other side said no
	// Barred is the other side when its own offer was refused since the last turn, else NoColor.
	Barred rules.Color
}

// IsOpen reports whether the offer waits for its answer.
func (o Offer) IsOpen() bool { return o.By != rules.NoColor && !o.Refused }

// OfferStop offers to stop the game, or accepts the other side's open offer (rules 5.3, 5.4). It
// returns ErrNotPlaying, ErrFinished, ErrNotPlayer, ErrOfferOpen or ErrOfferRefused.
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
		return nil, ErrOfferRefused
	}
	m.Offer = Offer{By: c, Barred: m.Offer.By}
	return []Event{m.record(StopOffered, by, now)}, nil
}

// AnswerStop accepts or refuses the other side's open offer. It returns ErrNotPlaying,
// ErrFinished, ErrNotPlayer or ErrNoOffer.
func (m *Match) AnswerStop(by PlayerID, yes bool, now time.Time) ([]Event, error) {
	c, err := m.playing(by)
	switch {
	case err != nil:
		return nil, err
	case !m.Offer.IsOpen() || m.Offer.By == c:
		return nil, ErrNoOffer
	case yes:
		return m.stop(by, now), nil
	}
	m.Offer.Refused = true
	return []Event{m.record(StopRefused, by, now)}, nil
}

// stop ends the game by agreement.
func (m *Match) stop(by PlayerID, now time.Time) []Event {
	m.Game.End(rules.Agreement, rules.NoColor)
	return []Event{m.finish(Finished, m.record(Ended, by, now))}
}
