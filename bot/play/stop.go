package play

import (
	"madbot/rules/match"
)

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
