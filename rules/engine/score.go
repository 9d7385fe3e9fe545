package engine

import (
	"madbot/rules"
	"madbot/rules/engine/network"
)

// Score is the value of a position for the side to move, in hundredths of a frigate. Scores beyond ±20000 are victories
// by force; exactly ±SemiVictory is a semi-victory (rules 5.4).
type Score int32

// SemiVictory is the score of a semi-victory: an advantage of this size is worth three quarters of a victory on
// average, as a semi-victory is (rules 5.4).
const SemiVictory Score = network.ThreeQuarters

const (
	infinity    Score = 32000
	victory     Score = 30000 // minus one for each turn until it
	victoryBand Score = 20000 // scores beyond are victories by force
	maxEstimate Score = 15000
)

// Victory returns the number of its own turns in which the side to move wins by force, or, negative, in which it loses;
// 0 if it has already lost. It returns false for other scores.
func (s Score) Victory() (turns int, ok bool) {
	switch {
	case s > victoryBand:
		return int(victory-s+1) / 2, true
	case s < -victoryBand:
		return -int(victory+s+1) / 2, true
	}
	return 0, false
}

// Semi returns 1 for a semi-victory of the side to move, -1 for a semi-victory of the other side, and 0 otherwise.
func (s Score) Semi() int {
	switch s {
	case SemiVictory:
		return 1
	case -SemiVictory:
		return -1
	}
	return 0
}

// Worth returns the expected result of the side to move on the scale of rules 5.4: 1 for a victory by force, 0 for a
// defeat, 0.75 and 0.25 for a semi-victory and its loss, and a value between 0 and 1 for an estimate.
func (s Score) Worth() float64 {
	switch {
	case s > victoryBand:
		return 1
	case s < -victoryBand:
		return 0
	}
	return network.Worth(float64(s))
}

// wins returns the score of a victory ply turns below the root.
func wins(ply int) Score { return victory - Score(ply) }

func loses(ply int) Score { return Score(ply) - victory }

// estimated clamps an estimate so that it is none of the scores with an exact meaning.
func estimated(s Score) Score {
	s = min(max(s, -maxEstimate), maxEstimate)
	if s == SemiVictory || s == -SemiVictory {
		return s - 1
	}
	return s
}

// evaluate returns the static evaluation of p for the side to move. Neither corvette may be in exile. It sees the
// distance to the stall only in eighths of the limit; stallAdjusted adds the rest.
func (w *worker) evaluate(p *rules.Position) Score { return Score(w.evaluator.Evaluate(p, w.limit)) }

// stallAdjusted moves an evaluation towards the semi-victory that a stall would bring, the more the nearer the stall is
// (rules 5.2, 5.4). It avoids the scores with an exact meaning.
func stallAdjusted(s Score, p *rules.Position, limit rules.StallLimit) Score {
	if limit > 0 {
		q := Score(p.Quiet() * 64 / int(limit))
		near := q * q / 64 // 0 to 64, slow at first
		near = near * near / 64
		s += (stallScore(p) - s) * near / 64
	}
	return estimated(s)
}

func stallScore(p *rules.Position) Score {
	if p.SemiWinner() == p.Side() {
		return SemiVictory
	}
	return -SemiVictory
}
