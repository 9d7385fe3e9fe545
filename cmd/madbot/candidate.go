package main

import (
	"madbot/bot/play"
	"madbot/rules/engine"
)

// candidate is a line of the engine as the use cases know it.
func candidate(l engine.Line) play.Candidate {
	c := play.Candidate{Turn: l.Turn, Line: l.PV, Worth: play.Worth(l.Score.Worth()), Proof: proof(l)}
	if c.Proof != play.Unproven {
		c.Turns = l.Turns
	}
	for _, r := range l.Reasons {
		if kind := reasonKind(r.Kind); kind != play.NoReason {
			c.Reasons = append(c.Reasons, play.Reason{Kind: kind, Ship: r.Ship})
		}
	}
	return c
}

// proof is what is proven of a line, and nothing that is only likely.
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

// reasonKind translates a reason; victory and defeat by force are a proof and none.
func reasonKind(k engine.ReasonKind) play.ReasonKind {
	switch k {
	case engine.OnlyTurn:
		return play.OnlyTurn
	case engine.ExpelsForFree:
		return play.ExpelsForFree
	case engine.Expels:
		return play.Expels
	case engine.SavesCorvette:
		return play.SavesCorvette
	case engine.Saves:
		return play.Saves
	case engine.Recalls:
		return play.Recalls
	case engine.Threatens:
		return play.Threatens
	case engine.PreparesBonus:
		return play.PreparesBonus
	case engine.EarnsBonus:
		return play.EarnsBonus
	case engine.KeepsOpposition:
		return play.KeepsOpposition
	case engine.LeadsOnStall:
		return play.LeadsOnStall
	}
	return play.NoReason
}
