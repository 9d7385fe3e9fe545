package hints

import (
	"madbot/rules/explain"
	"slices"
)

// said lists, for each kind of reason, the kinds after which it says nothing new.
var said = map[explain.Kind][]explain.Kind{
	explain.ThreatensVictory: {explain.WinsShip, explain.Zugzwang},
	explain.SavesCorvette:    {explain.OnlyHolds, explain.OpensCorvette},
	explain.Saves:            {explain.OnlyHolds},
	explain.LeavesNothing:    {explain.ExpelsForFree},
	explain.Threatens:        {explain.WinsShip, explain.ThreatensVictory},
	explain.KeepsThreat:      {explain.WinsShip, explain.ThreatensVictory},
	explain.TakesLead:        {explain.LeadsOnStall},
	explain.Declines:         {explain.OnlyHolds, explain.LosesLeast},
	explain.EarnsBonus:       {explain.Recalls},
}

// repeats reports whether r says nothing new after c.
func repeats(r, c explain.Reason) bool {
	spared := r.Kind == explain.Saves && c.Kind == explain.StopsVictory && r.Turn == c.Turn
	return spared || slices.Contains(said[r.Kind], c.Kind)
}

// weightiest returns the first n reasons that say something new.
func weightiest(reasons []explain.Reason, n int) []explain.Reason {
	var chosen []explain.Reason
	for _, r := range reasons {
		told := slices.ContainsFunc(chosen, func(c explain.Reason) bool { return repeats(r, c) })
		if !told && len(chosen) < n {
			chosen = append(chosen, r)
		}
	}
	return chosen
}

func saysStall(reasons []explain.Reason) bool {
	return slices.ContainsFunc(weightiest(reasons, maxReasons), func(r explain.Reason) bool {
		return r.Kind == explain.LeadsOnStall
	})
}

func saysEnd(reasons []explain.Reason) bool {
	return slices.ContainsFunc(weightiest(reasons, maxReasons), func(r explain.Reason) bool {
		stall := r.Kind == explain.EndsOnStall || r.Kind == explain.LeadsOnStall && r.Count == 0
		return stall || r.Kind == explain.ExpelsCorvette || r.Kind == explain.Falls
	})
}
