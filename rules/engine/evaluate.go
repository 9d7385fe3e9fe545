package engine

import "madbot/rules"

// evaluate returns the static evaluation of p for the side to move. Neither corvette may be in exile. It
// knows who would win a stall, but not how near it is, which stallAdjusted adds.
func (j *job) evaluate(p *rules.Position) Score {
	return j.networks[p.Board()&3].evaluate(p, j.limit)
}

// stallAdjusted moves an evaluation towards the semi-victory that a stall would bring, the more the
// nearer it is (rules 5.2, 5.4). It avoids the scores with an exact meaning.
func stallAdjusted(s Score, p *rules.Position, limit rules.StallLimit) Score {
	if limit > 0 {
		q := Score(p.Quiet() * 64 / int(limit))
		near := q * q / 64 // 0 to 64, slow at first
		near = near * near / 64
		s += (stallScore(p) - s) * near / 64
	}
	return estimated(s)
}

// stallScore returns the score of a stall in p for the side to move.
func stallScore(p *rules.Position) Score {
	if p.SemiWinner() == p.Side() {
		return SemiVictory
	}
	return -SemiVictory
}
