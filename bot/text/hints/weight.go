package hints

import (
	"slices"

	"madbot/rules/reason"
)

// said are the kinds that say nothing new to a reader after one of the kinds beside them.
var said = map[reason.Kind][]reason.Kind{
	reason.ThreatensVictory: {reason.WinsShip, reason.Zugzwang},
	reason.SavesCorvette:    {reason.OnlyHolds, reason.OpensCorvette},
	reason.Saves:            {reason.OnlyHolds},
	reason.LeavesNothing:    {reason.ExpelsForFree},
	reason.Threatens:        {reason.WinsShip, reason.ThreatensVictory},
	reason.KeepsThreat:      {reason.WinsShip, reason.ThreatensVictory},
	reason.TakesLead:        {reason.LeadsOnStall},
	reason.Declines:         {reason.OnlyHolds, reason.LosesLeast},
	reason.EarnsBonus:       {reason.Recalls},
}

// repeats reports whether r says nothing new to a reader of c.
func repeats(r, c reason.Reason) bool {
	spared := r.Kind == reason.Saves && c.Kind == reason.StopsVictory && r.Turn == c.Turn
	return spared || slices.Contains(said[r.Kind], c.Kind)
}

// weightiest returns the first n reasons that say something new.
func weightiest(reasons []reason.Reason, n int) []reason.Reason {
	var chosen []reason.Reason
	for _, r := range reasons {
		told := slices.ContainsFunc(chosen, func(c reason.Reason) bool { return repeats(r, c) })
		if !told && len(chosen) < n {
			chosen = append(chosen, r)
		}
	}
	return chosen
}

// saysStall reports whether the reasons that are shown speak of the stall.
func saysStall(reasons []reason.Reason) bool {
	return slices.ContainsFunc(weightiest(reasons, maxReasons), func(r reason.Reason) bool {
		return r.Kind == reason.LeadsOnStall
	})
}

// saysEnd reports whether the reasons that are shown say how the match ends.
func saysEnd(reasons []reason.Reason) bool {
	return slices.ContainsFunc(weightiest(reasons, maxReasons), func(r reason.Reason) bool {
		stall := r.Kind == reason.EndsOnStall || r.Kind == reason.LeadsOnStall && r.Count == 0
		return stall || r.Kind == reason.ExpelsCorvette || r.Kind == reason.Falls
	})
}
