package engine

import "madbot/rules"

// Limits bound a search, besides its context. The zero value bounds nothing.
type Limits struct {
	Depth   int    // in turns
	Nodes   uint64 // positions searched; with one thread and a new engine the result is repeatable
	MultiPV int    // how many lines to return, those after the first searched less deep; 0 means 1
	Level   int    // 1 to MaxLevel, to play like a weaker player; 0 means full strength
	Threads int    // workers of the search; 0 means as many as Options.Threads
	// Crowded, unless nil, is closed when others need the processors: all workers but one end then.
	Crowded <-chan struct{}
	// Progress, unless nil, is called with the result of each iteration, which it must not keep.
	Progress func(Result)
}

// Result is what a search found.
type Result struct {
	Lines []Line // at least one, the best first
	Depth int    // of the last complete iteration, in turns
	Nodes uint64 // positions searched; those of the helpers count when the search has ended
}

// Line is a turn and its principal variation.
type Line struct {
	Turn   rules.Turn
	Score  Score        // for the side to move
	PV     []rules.Turn // begins with Turn
	Sure   int          // how many turns of PV are surely the best, as far as the search saw; 0 during it
	Proven bool         // Score is no estimate: the game ends so by force, or better
	Turns  int          // of the side to move until the proven end; 0 without one
}

// Forced returns what is proven of l, for its reasons: in how many turns of the side to move it wins, below 0 in how
// many it loses, 0 if neither; and whether it has at least a semi-victory.
func (l *Line) Forced() (victory int, semi bool) {
	victory, _ = l.Score.Victory()
	return victory, l.Proven && l.Score.Semi() > 0
}
