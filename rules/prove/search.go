package prove

import "madbot/rules"

// numbers are the proof numbers of a node, seen from the side to move: about how many positions must still be decided
// so that it reaches its goal, and so that the other side does. The goal of one side is a victory, of the other to
// prevent it. 0 means that the goal is reached, infinite that it cannot be.
type numbers struct{ own, others uint32 }

const infinite = 1 << 30

func (n numbers) flipped() numbers { return numbers{n.others, n.own} }

func (n numbers) decided() bool { return n.own == 0 || n.others == 0 }

// decidedFor returns the numbers of a node that is decided for the side to move, or for the other one.
func decidedFor(mover bool) numbers {
	if mover {
		return numbers{0, infinite}
	}
	return numbers{infinite, 0}
}

// child is a turn and the node after it.
type child struct {
	turn     rules.Turn
	position rules.Position
	key      uint64
	numbers  numbers
}

// The first estimates. A side whose corvette is attacked has few replies; otherwise it has many.
const (
	fewReplies  = 3
	manyReplies = 18
)

// search searches position until one of its numbers reaches its bound or no nodes are left, and returns the numbers.
func (p *Prover) search(at *rules.Position, key uint64, depth int, bounds numbers) numbers {
	p.left--
	children, decided := p.expand(at, depth, rules.NoTurn)
	if decided {
		return p.store(at, key, decidedFor(true))
	}
	for {
		sum, best, next := combine(children, bounds)
		if sum.own >= bounds.own || sum.others >= bounds.others || p.left <= 0 {
			return p.store(at, key, sum)
		}
		c := &children[best]
		c.numbers = p.search(&c.position, c.key, depth+1, next)
	}
}

// expand returns the children of a position that are not lost for the side to move, leaving out a turn. If one is won,
// it returns only that and true.
func (p *Prover) expand(at *rules.Position, depth int, but rules.Turn) (children []child, decided bool) {
	if depth == len(p.stacks) {
		p.stacks = append(p.stacks, make([]child, 0, rules.MaxTurns))
	}
	children = p.stacks[depth][:0]
	var buffer [rules.MaxTurns]rules.Turn
	for _, t := range at.AppendTurns(buffer[:0]) {
		if t == but {
			continue
		}
		c := p.child(at, t)
		switch {
		case c.numbers.others == 0:
			return append(children[:0], c), true
		case c.numbers.own > 0:
			children = append(children, c)
		}
	}
	return children, false
}

// child returns the node after t and its numbers.
func (p *Prover) child(at *rules.Position, t rules.Turn) child {
	c := child{turn: t, position: at.Play(t)}
	us, next := at.Side(), &c.position
	switch o := next.Outcome(p.limit); {
	case o.Reason == rules.CorvetteExile:
		c.numbers = decidedFor(o.Winner != us)
		return c
	case o.Over():
		c.numbers = decidedFor(us == p.side)
		return c
	case next.CorvetteAttacked(us):
		c.numbers = decidedFor(true)
		return c
	}
	if winner, known := p.endings.Winner(next, p.limit); known {
		c.numbers = decidedFor((winner == p.side) != (us == p.side))
		return c
	}
	c.key = p.key(next)
	c.numbers = p.lookUp(next, c.key)
	return c
}

// combine returns the numbers of a node with undecided children, the child to search next, and the bounds of that
// search.
func combine(children []child, bounds numbers) (sum numbers, best int, next numbers) {
	sum.own = infinite
	second := uint32(infinite)
	for i := range children {
		n := children[i].numbers
		sum.others = min(sum.others+n.own, infinite-1)
		switch {
		case n.others < sum.own:
			second, sum.own, best = sum.own, n.others, i
		case n.others < second:
			second = n.others
		}
	}
	if sum.own == 0 {
		sum.others = infinite
	}
	if len(children) == 0 {
		return sum, 0, next
	}
	next.own = min(bounds.others-sum.others+children[best].numbers.own, infinite)
	next.others = min(bounds.own, second+second/4+1)
	return sum, best, next
}

// estimate returns the numbers of a position that was not searched yet.
func (p *Prover) estimate(at *rules.Position) numbers {
	switch {
	case at.Side() == p.side:
		return numbers{fewReplies, 1}
	case at.CorvetteAttacked(at.Side()):
		return numbers{1, fewReplies}
	}
	return numbers{1, manyReplies}
}
