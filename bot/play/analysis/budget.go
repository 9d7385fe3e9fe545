package analysis

import "time"

// Budget bounds one search.
type Budget struct {
	Depth  int           // turns ahead; 0 is no bound
	Total  time.Duration // from the request to the answer, waiting included; positive
	Search time.Duration // for the search alone; positive
	Yields bool          // to a search that is due earlier; it starts again later
	Nodes  uint64        // positions; 0 is no bound
	// Single has the search use one core and no time: what it finds follows from Depth and Nodes, one of which it needs.
	Single bool
}

// hintBudget leaves time to explain, draw and send the answer, which a person expects within two seconds.
func hintBudget() Budget {
	return Budget{Total: 1100 * time.Millisecond, Search: 600 * time.Millisecond}
}

// robotBudget is ample for most turns of the robot: its levels bound the depth.
func robotBudget() Budget {
	return Budget{Total: 4 * time.Second, Search: 1500 * time.Millisecond, Yields: true}
}
