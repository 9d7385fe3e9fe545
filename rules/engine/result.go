package engine

import (
	"madbot/rules"
	"madbot/rules/reason"
)

// Limits bound a search, besides its context. Zero values bound nothing.
type Limits struct {
	Depth   int    // turns ahead
	Nodes   uint64 // positions looked at; with one thread and a fresh engine the answer is repeatable
	MultiPV int    // how many different turns to report, 0 is one
	Level   int    // 1 to MaxLevel plays like a weaker player, 0 at full strength
	// Progress, unless nil, is told the result of each depth; it must not keep it.
	Progress func(Result)
}

// Result is what a search found: the best turns, the best first. There is at least one line.
type Result struct {
	Lines []Line
	Depth int    // turns ahead that were searched completely
	Nodes uint64 // positions looked at
}

// Line is a turn with what is expected to follow.
type Line struct {
	Turn    rules.Turn
	Score   Score           // for the side to move
	PV      []rules.Turn    // begins with Turn
	Reasons []reason.Reason // why, the weightiest first; nil while the search is under way
	Proven  bool            // Score is exact: the game ends so by force, or better
	Turns   int             // of the side to move until the proven end, 0 without one
}
