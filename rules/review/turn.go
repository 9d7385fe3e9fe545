package review

import "madbot/rules"

// What a turn costs at least to be called so, as a difference of outlooks.
const (
	slipLoss    = 0.05
	mistakeLoss = 0.10
	blunderLoss = 0.20
)

// RightLoss is what a turn may cost and still be as good as the best, to somebody who tries to find it.
const RightLoss = 0.03

const (
	trapDepth = 4    // a blunder of which a search so deep does not see half is a deep trap
	findGap   = 0.30 // how much worse the second best turn is than a find
	findDepth = 2    // a search so deep does not see a find
)

// Class is what is to be said of a turn. The zero value means nothing.
type Class uint8

// The classes.
const (
	Sound Class = iota
	Slip
	Mistake
	Blunder
	DeepTrap // a blunder that people can hardly see
	Find     // the only good turn, and hard to see
)

// String returns the name of the class in English, for tools.
func (c Class) String() string {
	return [...]string{"sound", "slip", "mistake", "blunder", "deep trap", "find"}[c]
}

// Turn is one turn of a game, judged.
type Turn struct {
	Ply    int // how many turns were played before it
	Side   rules.Color
	Played rules.Turn
	Best   rules.Turn
	Class  Class
	Loss   float64 // from 0 to 1
	// Outlook is that of the side with the best turn.
	Outlook float64
	// Missed is in how many turns of the side a victory was proven that the turn gave away; 0 if none.
	Missed int
	Seen   int  // as in Evaluation
	Easy   bool // as there
	// Gap is by how much the second best turn is worse than the best; 1 when there is no other.
	Gap float64
}

// turn judges the turn that was played after ply others.
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

// classOf returns the class of a turn whose loss is known.
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

// mayBeFind reports whether the turn that was played is a find if it is hard to see.
func mayBeFind(e *Evaluation, played rules.Turn) bool {
	return played == e.Best && e.Second != rules.NoTurn && !played.Expels() && e.Outlook-e.SecondOutlook >= findGap
}
