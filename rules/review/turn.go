package review

import (
	"madbot/rules"
	"madbot/rules/explain"
)

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
	// Missed is the number of own turns to a proven victory that the turn gave away, or that it delayed although at most
	// soon turns were needed; otherwise 0.
	Missed int
	// Answer is the other side's best turn after Played; NoTurn if the game was over.
	Answer rules.Turn
	// Forced is the number of turns in which the other side has a proven victory after Played; 0 if it has none.
	Forced int
	// Overlooked means that the turn missed a victory in at most soon turns, or allowed a defeat as quick.
	Overlooked bool
	Seen       int           // as in Evaluation
	Easy       bool          // as in Evaluation
	Fault      explain.Fault // as in Evaluation
	// Gap is how much worse the second best turn is than the best; 1 if there is no other.
	Gap float64
	// Hidden means that Hide removed everything after Played.
	Hidden bool
}

func (j *judge) turn(ply int, played rules.Turn) Turn {
	e, side := &j.evaluations[ply], j.side(ply)
	t := Turn{Ply: ply, Side: side, Played: played, Best: e.Best, Outlook: e.Outlook, Seen: e.Seen, Easy: e.Easy,
		Fault: e.Fault, Gap: 1}
	if e.Second != rules.NoTurn {
		t.Gap = e.Outlook - e.SecondOutlook
	}
	if played != e.Best {
		t.Loss = max(0, e.Outlook-j.outlook(ply+1, side))
	}
	if e.Proof == Victory && j.winner(ply+1) != side {
		t.Missed = e.Turns
	}
	if ply+1 < len(j.evaluations) {
		t.answered(e, &j.evaluations[ply+1])
	}
	t.Class = classOf(t, e)
	return t
}

// soon is the number of turns within which every victory and defeat should be seen, whatever the outlook.
const soon = 2

// answered records what the other side can do after the turn, which did not end the game.
func (t *Turn) answered(e, next *Evaluation) {
	t.Answer = next.Best
	switch {
	case next.Proof == Victory:
		t.Forced = next.Turns
	case e.Proof == Victory && e.Turns <= soon && next.Turns >= e.Turns:
		t.Missed = e.Turns
	}
	t.Overlooked = t.Missed > 0 && t.Missed <= soon ||
		t.Forced > 0 && t.Forced <= soon && (e.Proof != Defeat || e.Turns > t.Forced)
}

func classOf(t Turn, e *Evaluation) Class {
	unseen := func(depth int) bool { return e.Seen == 0 || e.Seen > depth }
	switch {
	case t.Loss >= blunderLoss && unseen(trapDepth):
		return DeepTrap
	case t.Loss >= blunderLoss:
		return Blunder
	case t.Loss >= mistakeLoss, t.Overlooked:
		return Mistake
	case t.Loss >= slipLoss:
		return Slip
	case mayBeFind(e, t.Played) && unseen(findDepth):
		return Find
	}
	return Sound
}

// mayBeFind reports whether the turn played is the only good one, so that it is a find if it is also hard to see.
func mayBeFind(e *Evaluation, played rules.Turn) bool {
	return played == e.Best && e.Second != rules.NoTurn && !played.Expels() && e.Outlook-e.SecondOutlook >= findGap
}
