package analysis

import "time"

// Budget limits one search.
type Budget struct {
	Depth  int           // turns ahead; 0: no limit
	Total  time.Duration // from the request to the answer, including waiting; positive
	Search time.Duration // for the search alone; positive
	Yields bool          // it may be interrupted for a search that is due earlier, and starts again later
	Nodes  uint64        // positions; 0: no limit
	// Single restricts the search to one core and ignores time, so that its result depends only on Depth and Nodes. One of
	// them must be set.
	Single bool
}

// hintBudget leaves time to explain, draw and send the hint within two seconds.
func hintBudget() Budget {
	return Budget{Total: 1100 * time.Millisecond, Search: 600 * time.Millisecond}
}

// robotBudget is ample for most turns of the robot, because its levels limit the depth.
func robotBudget() Budget {
	return Budget{Total: 4 * time.Second, Search: 1500 * time.Millisecond, Yields: true}
}
