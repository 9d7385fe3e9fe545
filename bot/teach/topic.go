package teach

import (
	"slices"

	"madbot/rules"
)

// Topic is something that a side can do, or must notice, on its turn, and that a first game explains.
type Topic uint8

// The topics, most urgent first. The zero value is NoTopic.
const (
	NoTopic     Topic = iota
	Victory           // expels the enemy's corvette (rules 5.1)
	Danger            // the enemy could expel the corvette on its next turn
	Stall             // the game stops soon (rules 5.2)
	Positioning       // the positioning turn (rules 4.1)
	Expulsion         // expels another ship (rules 2.3)
	Bonus             // a movement with a bonus (rules 3.1)
	Return            // brings a ship home from exile by a swap or rotation (rules 1.5)
	Movement          // goes to a free square (rules 2.2)
	Swap              // (rules 2.4)
	Rotation          // (rules 2.6)

	afterTopics
)

// warnedOfStall is how many turns before a stall the learner is warned; with a short limit it is a quarter of that.
const warnedOfStall = 10

// NewTopics returns the topics that apply to side on this turn of g and on none of its earlier turns. There are none
// while the other side is to move or after the game. Turns that lose at once (rules 2.5) belong to no topic.
func NewTopics(g *rules.Game, side rules.Color) []Topic {
	p := g.Position()
	if p.Side() != side || g.Outcome().Over() {
		return nil
	}
	var before topicSet
	earlier := g.Start()
	for _, turn := range g.Turns() {
		if earlier.Side() == side {
			before |= topicsOf(earlier, g.Limit())
		}
		earlier = earlier.Play(turn)
	}
	return (topicsOf(p, g.Limit()) &^ before).list()
}

type topicSet uint16

func (s topicSet) list() (list []Topic) {
	for k := NoTopic + 1; k < afterTopics; k++ {
		if s&(1<<k) != 0 {
			list = append(list, k)
		}
	}
	return list
}

// topicsOf returns the topics that apply to the side to move in p.
func topicsOf(p rules.Position, limit rules.StallLimit) (set topicSet) {
	for _, turn := range sensible(p) {
		for k := NoTopic + 1; k < afterTopics; k++ {
			if k.is(p, turn) {
				set |= 1 << k
			}
		}
	}
	if p.CorvetteAttacked(p.Side()) {
		set |= 1 << Danger
	}
	if isStallNear(p, limit) {
		set |= 1 << Stall
	}
	return set
}

// is reports whether turn is an example of k in p. Danger and Stall have no examples.
func (k Topic) is(p rules.Position, turn rules.Turn) bool {
	switch k {
	case Victory:
		return wins(p, turn)
	case Positioning:
		return turn == rules.Pass
	case Expulsion:
		return turn.Expels() && !turn.HasBonus() && !wins(p, turn)
	case Bonus:
		return turn.HasBonus()
	case Return:
		return !turn.IsMove() && exiled(p, turn) != rules.NoShip
	case Movement:
		return turn.IsMove() && !turn.Expels() && !turn.HasBonus()
	case Swap:
		return turn.Shift().IsSwap() && !turn.IsMove()
	case Rotation:
		return turn.Shift().IsRotation() && !turn.IsMove()
	}
	return false
}

// sensible returns the legal turns in p, except the one that loses at once.
func sensible(p rules.Position) []rules.Turn {
	return slices.DeleteFunc(p.AppendTurns(nil), p.LosesAtOnce)
}

// isStallNear reports whether the game stops soon unless a ship is expelled (rules 5.2).
func isStallNear(p rules.Position, limit rules.StallLimit) bool {
	return limit > 0 && turnsLeft(p, limit) <= min(warnedOfStall, max(1, int(limit)/4))
}

func turnsLeft(p rules.Position, limit rules.StallLimit) int { return int(limit) - p.Quiet() }
