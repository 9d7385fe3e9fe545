package analysis

import (
	"madbot/bot/play"
	"madbot/rules/engine"
	"madbot/rules/explain"
)

// candidate returns a line of the engine in the terms of the use cases.
func candidate(l engine.Line) play.Candidate {
	c := play.Candidate{Turn: l.Turn, Line: l.PV, Sure: l.Sure, Worth: play.Worth(l.Score.Worth()),
		Proof: proof(l)}
	if c.Proof != play.Unproven {
		c.Turns = l.Turns
	}
	return c
}

// proof returns what is proven of a line; a likely end proves nothing.
func proof(l engine.Line) play.Proof {
	if !l.Proven {
		return play.Unproven
	}
	if _, decided := l.Score.Victory(); decided {
		if l.Score > 0 {
			return play.WinProven
		}
		return play.LossProven
	}
	switch l.Score.Semi() {
	case 1:
		return play.SemiWinProven
	case -1:
		return play.SemiLossProven
	}
	return play.Unproven
}

// claim returns what is proven of a line, for its reasons.
func claim(l engine.Line) explain.Claim {
	victory, semi := l.Forced()
	return explain.Claim{Turn: l.Turn, Victory: victory, Semi: semi}
}
