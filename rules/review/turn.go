package review

import "madbot/rules"

// The minimum loss of each class, as a difference of outlooks.
const (
	slipLoss    = 0.05
	mistakeLoss = 0.10
	blunderLoss = 0.20
)

// RightLoss is what a turn may lose and still count as a correct solution.
const RightLoss = 0.03

const (
	trapDepth = 4    // a blunder is a deep trap if a search this deep does not see half of its loss
	findGap   = 0.30 // minimum lead of a find over the second best turn
	findDepth = 2    // a search this deep does not see a find
)

// Class is a judgement of a turn. The zero value means that there is nothing to say.
type Class uint8

// The classes.
const (
	Sound Class = iota
	Slip
	Mistake
	Blunder
	DeepTrap // a blunder that is hard to see
	Find     // the only good turn, and hard to see
)

// String returns the English name of the class, for tools.
func (c Class) String() string {
	return [...]string{"sound", "slip", "mistake", "blunder", "deep trap", "find"}[c]
}

// Turn is a judged turn of a game.
type Turn struct {
	Ply    int // number of turns before it
	Side   rules.Color
	Played rules.Turn
	Best   rules.Turn
	Class  Class
	Loss   float64 // from 0 to 1
	// Outlook is the side's outlook with the best turn.
	Outlook float64
	// Missed is in how many turns of the side a proven victory, which the turn gave away, would have come; 0 if there
	// was none.
	Missed int
	Seen   int  // as in Evaluation
	Easy   bool // as in Evaluation
	// Gap is how much worse the second best turn is than the best; 1 if there is no other.
	Gap float64
	// Hidden reports that Hide removed everything after Played.
	Hidden bool
}

func (j *judge) turn(ply int, played rules.Turn) Turn {
	e, side := &j.evaluations[ply], j.side(ply)
	t := Turn{Ply: ply, Side: side, Played: played, Best: e.Best, Outlook: e.Outlook, Seen: e.Seen, Easy: e.Easy,
		Gap: 1}
	if e.Second != rules.NoTurn {
		t.Gap = e.Outlook - e.SecondOutlook
	}
	if played != e.Best {
		t.Loss = max(0, e.Outlook-j.outlook(ply+1, side))
	}
	if e.Proof == Victory && j.winner(ply+1) != side {
		t.Missed = e.Turns
	}
	t.Class = classOf(t, e)
	return t
}

func classOf(t Turn, e *Evaluation) Class {
	unseen := func(depth int) bool { return e.Seen == 0 || e.Seen > depth }
	switch {
	case t.Loss >= blunderLoss && unseen(trapDepth):
		return DeepTrap
	case t.Loss >= blunderLoss:
		return Blunder
	case t.Loss >= mistakeLoss:
		return Mistake
	case t.Loss >= slipLoss:
		return Slip
	case mayBeFind(e, t.Played) && unseen(findDepth):
		return Find
	}
	return Sound
}

// mayBeFind reports whether the turn played is a find if it is also hard to see.
func mayBeFind(e *Evaluation, played rules.Turn) bool {
	return played == e.Best && e.Second != rules.NoTurn && !played.Expels() && e.Outlook-e.SecondOutlook >= findGap
}
