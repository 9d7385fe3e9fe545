package analysis

import (
	"madbot/bot/play"
	"madbot/rules/assess"
	"madbot/rules/engine"
	"madbot/rules/explain"
	"madbot/rules/review"
)

func candidate(l engine.Line) play.Candidate {
	c := play.Candidate{Turn: l.Turn, Line: l.PV, Sure: l.Sure, Worth: play.Worth(l.Score.Worth()),
		Proof: proof(l)}
	if c.Proof != play.Unproven {
		c.Turns = l.Turns
	}
	return c
}

func proof(l engine.Line) play.Proof {
	return [...]play.Proof{review.Victory: play.WinProven, review.Defeat: play.LossProven,
		review.SemiVictory: play.SemiWinProven, review.SemiDefeat: play.SemiLossProven}[assess.Proof(l.Score, l.Proven)]
}

// claim returns what is proven about a line, for finding reasons.
func claim(l engine.Line) explain.Claim {
	victory, semi := l.Forced()
	return explain.Claim{Turn: l.Turn, Victory: victory, Semi: semi}
}
