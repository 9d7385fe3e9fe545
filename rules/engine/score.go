package engine

import "math"

// Score is the worth of a position for the side to move, in hundredths of a frigate. Scores
// beyond ±20000 are victories by force, and ±SemiVictory exactly is a semi-victory (rules 5.4).
type Score int32

// SemiVictory is where a semi-victory stands among the estimates: an advantage of that size
// wins three quarters of a victory, the worth of a semi-victory, on average.
const SemiVictory Score = 180

const (
	infinity    Score = 32000
	victory     Score = 30000 // less one for each turn until it
	victoryBand Score = 20000 // scores beyond are victories by force
	maxEstimate Score = 15000
)

// Victory returns in how many turns of its own the side to move wins by force, or, negative, in
// how many of its own it loses; zero when it has lost already, and false for other scores.
func (s Score) Victory() (turns int, ok bool) {
	switch {
	case s > victoryBand:
		return int(victory-s+1) / 2, true
	case s < -victoryBand:
		return -int(victory+s+1) / 2, true
	}
	return 0, false
}

// Semi returns 1 for a semi-victory of the side to move, -1 for one of the other side, else 0.
func (s Score) Semi() int {
	switch s {
	case SemiVictory:
		return 1
	case -SemiVictory:
		return -1
	}
	return 0
}

// Worth is what the side to move can expect on the scale of rules 5.4: 1 for a victory by force,
// 0 for a defeat, 0.75 and 0.25 for a semi-victory and its loss, between them for an estimate.
func (s Score) Worth() float64 {
	switch {
	case s > victoryBand:
		return 1
	case s < -victoryBand:
		return 0
	}
	return worth(float64(s))
}

// worth makes the odds three to one where a semi-victory stands, which sets the unit of estimates.
func worth(score float64) float64 { return 1 / (1 + math.Pow(3, -score/float64(SemiVictory))) }

// wins is the score of a victory ply turns below the root.
func wins(ply int) Score { return victory - Score(ply) }

// loses is the score of a defeat ply turns below the root.
func loses(ply int) Score { return Score(ply) - victory }

// estimated keeps an estimate apart from the scores that mean something exact.
func estimated(s Score) Score {
	s = min(max(s, -maxEstimate), maxEstimate)
	if s == SemiVictory || s == -SemiVictory {
		return s - 1
	}
	return s
}
