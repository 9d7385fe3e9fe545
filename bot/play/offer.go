package play

import (
	"context"
	"time"

	"madbot/rules/match"
)

// Offer makes an offer, or accepts the other side's; errors as match.Match.MakeOffer.
func (s Offers) Offer(ctx context.Context, by Actor, r Ref, k match.OfferKind) (Match, error) {
	return s.change(ctx, by, r, func(m *Match, now time.Time) ([]match.Event, error) {
		return m.As(by.ID).MakeOffer(k, now)
	})
}

// AnswerOffer answers the other side's offer; errors as match.Match.AnswerOffer.
func (s Offers) AnswerOffer(ctx context.Context, by Actor, r Ref, k match.OfferKind,
	yes bool) (Match, error) {
	return s.change(ctx, by, r, func(m *Match, now time.Time) ([]match.Event, error) {
		return m.As(by.ID).AnswerOffer(k, yes, now)
	})
}

// WithdrawOffer takes the actor's own offer back; errors as match.Match.WithdrawOffer.
func (s Offers) WithdrawOffer(ctx context.Context, by Actor, r Ref, k match.OfferKind) (Match, error) {
	return s.change(ctx, by, r, func(m *Match, now time.Time) ([]match.Event, error) {
		return m.As(by.ID).WithdrawOffer(k, now)
	})
}

// AcceptsStop reports whether p does well to accept an offer to stop m where it stands, when proof
// is all that is known of how the game ends, for the side to move: whether p has of the stop (rules
// 5.4) at least what play would bring. Without a proof p trusts to have more than the loser of a
// semi-victory and less than its winner.
func AcceptsStop(m *match.Match, p match.PlayerID, proof Proof) bool {
	if m.ToMove() != p {
		proof = proof.Turned()
	}
	if now := m.Game.Position(); now.SemiWinner() == m.ColorOf(p) {
		return proof != WinProven
	}
	return proof == SemiLossProven || proof == LossProven
}
