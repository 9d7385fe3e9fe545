package teach

import (
	"slices"

	"madbot/rules"
)

// Kind is something that a side can do, or must see, on its turn.
type Kind uint8

// The kinds, the most urgent first. The zero value NoKind means none.
const (
	NoKind      Kind = iota
	Victory          // expels the enemy's corvette (rules 5.1)
	Danger           // the enemy could expel the corvette next
	Stall            // the game stops soon (rules 5.2)
	Positioning      // the positioning turn (rules 4.1)
	Expulsion        // expels another ship (rules 2.3)
	Bonus            // a movement with a bonus (rules 3.1)
	Return           // brings a ship home from exile by a swap or rotation (rules 1.5)
	Movement         // goes to a free square (rules 2.2)
	Swap             // (rules 2.4)
	Rotation         // (rules 2.6)

	afterKinds
)

// warnedOfStall is how many turns before a stall it is near; with a short limit it is a quarter of that.
const warnedOfStall = 10

// FirstTimes returns the kinds that are there for side, which must be on turn, for the first time in g:
// on none of its earlier turns. There are none when the other side is on turn, or the game is over. A
// turn that loses at once (rules 2.5) counts for no kind.
func FirstTimes(g *rules.Game, side rules.Color) []Kind {
	p := g.Position()
	if p.Side() != side || g.Outcome().Over() {
		return nil
	}
	var before kindSet
	earlier := g.Start()
	for _, turn := range g.Turns() {
		if earlier.Side() == side {
			before |= kindsOf(earlier, g.Limit())
		}
		earlier = earlier.Play(turn)
	}
	return (kindsOf(p, g.Limit()) &^ before).list()
}

// kindSet is a set of kinds, bit Kind.
type kindSet uint16

func (s kindSet) list() (list []Kind) {
	for k := NoKind + 1; k < afterKinds; k++ {
		if s&(1<<k) != 0 {
			list = append(list, k)
		}
	}
	return list
}

// kindsOf returns what is there for the side to move in p.
func kindsOf(p rules.Position, limit rules.StallLimit) (set kindSet) {
	for _, turn := range sensible(p) {
		for k := NoKind + 1; k < afterKinds; k++ {
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

// is reports whether turn is one of kind k in p; Danger and Stall are no kinds of turns.
func (k Kind) is(p rules.Position, turn rules.Turn) bool {
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

// sensible returns the legal turns of p without one that loses at once.
func sensible(p rules.Position) []rules.Turn {
	return slices.DeleteFunc(p.AppendTurns(nil), p.LosesAtOnce)
}

// isStallNear reports whether the game stops soon unless a ship is expelled (rules 5.2).
func isStallNear(p rules.Position, limit rules.StallLimit) bool {
	return limit > 0 && turnsLeft(p, limit) <= min(warnedOfStall, max(1, int(limit)/4))
}

// turnsLeft is after how many turns without an expulsion the game stops.
func turnsLeft(p rules.Position, limit rules.StallLimit) int { return int(limit) - p.Quiet() }
