package engine

import "madbot/rules"

// Limits bound a search, in addition to its context. The zero value sets no limits.
type Limits struct {
	Depth   int    // in turns
	Nodes   uint64 // positions searched; with one thread and a new engine the result is repeatable
	MultiPV int    // how many lines to return; those after the first are searched less deep; 0 means 1
	Level   int    // 1 to MaxLevel, to play like a weaker player; 0 means full strength
	Threads int    // workers of the search; 0 means as many as Options.Threads
	// Crowded is closed when others need the processors; then all workers but one end. It may be nil.
	Crowded <-chan struct{}
	// Progress is called with the result of each iteration, unless it is nil. It must not keep the result.
	Progress func(Result)
}

// Result is what a search found.
type Result struct {
	Lines []Line // at least one, the best first
	Depth int    // of the last complete iteration, in turns
	Nodes uint64 // positions searched; nodes of helpers count only when the search has ended
}

// Line is a turn and its principal variation.
type Line struct {
	Turn   rules.Turn
	Score  Score        // for the side to move
	PV     []rules.Turn // begins with Turn
	Sure   int          // how many turns of PV are surely the best, as far as the search saw; 0 while it runs
	Proven bool         // Score is no estimate: this result, or a better one, can be forced
	Turns  int          // of the side to move until the proven end; 0 if no end is proven
}

// Forced returns what is proven about l: the number of turns in which the side to move wins, negative if it loses, 0 if
// neither; and whether it has at least a semi-victory.
func (l *Line) Forced() (victory int, semi bool) {
	victory, _ = l.Score.Victory()
	return victory, l.Proven && l.Score.Semi() > 0
}
