package match

import "time"

// OfferStop is MakeOffer of an offer to stop the game (rules 5.3, 5.4).
func (m *Match) OfferStop(by PlayerID, now time.Time) ([]Event, error) {
	return m.MakeOffer(by, ToStop, now)
}

// AnswerStop is AnswerOffer of an offer to stop.
func (m *Match) AnswerStop(by PlayerID, yes bool, now time.Time) ([]Event, error) {
	return m.AnswerOffer(by, ToStop, yes, now)
}

// WithdrawStop is WithdrawOffer of an offer to stop.
func (m *Match) WithdrawStop(by PlayerID, now time.Time) ([]Event, error) {
	return m.WithdrawOffer(by, ToStop, now)
}
