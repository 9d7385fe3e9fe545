// Package prove decides by proof-number search (df-pn) whether a side can force the exile of the other side's corvette
// before the game stalls. It knows the rules and nothing else, so its answers do not depend on an evaluation. They rest
// on 64-bit hash keys, like those of any search with a hash table.
package prove

import "madbot/rules"

// Verdict is what a search showed about a turn or a position. The zero value means that its limit was too small.
type Verdict uint8

// The verdicts.
const (
	Open  Verdict = iota // neither is proven
	Wins                 // it forces a victory
	Fails                // the other side can prevent a victory
)

// Endings knows the result of positions with few ships.
type Endings interface {
	// Winner returns the side that forces a victory before the stall, or NoColor if neither does. known is false for
	// positions that it knows nothing about.
	Winner(p *rules.Position, limit rules.StallLimit) (winner rules.Color, known bool)
}

// Prover searches for forced victories. The same calls in the same order give the same answers. Only one goroutine may
// use it at a time.
type Prover struct {
	table   table
	endings Endings
	stacks  [][]child // by depth
	limit   rules.StallLimit
	side    rules.Color // the side that is to win
	left    int         // positions that may still be searched
}

// New returns a Prover with a hash table of at most the given number of MiB, at least 1.
func New(mib int, endings Endings) *Prover {
	return &Prover{table: newTable(mib), endings: endings}
}

// Forget clears the hash table.
func (p *Prover) Forget() { clear(p.table) }

// Turn reports whether turn forces a victory of the side to move at, searching at most l.Nodes positions.
func (p *Prover) Turn(at *rules.Position, turn rules.Turn, l Limits) Verdict {
	p.begin(at, l)
	c := p.child(at, turn)
	if !c.numbers.decided() {
		c.numbers = p.search(&c.position, c.key, 0, numbers{infinite, infinite})
	}
	return verdict(c.numbers.flipped())
}

// Others looks for a turn other than the given one that forces a victory of the side to move at. It returns Wins with
// that turn, Fails if there is none, or Open.
func (p *Prover) Others(at *rules.Position, but rules.Turn, l Limits) (rules.Turn, Verdict) {
	p.begin(at, l)
	children, decided := p.expand(at, 0, but)
	if decided {
		return children[0].turn, Wins
	}
	for {
		sum, best, bounds := combine(children, numbers{infinite, infinite})
		switch v := verdict(sum); {
		case v == Wins:
			return children[best].turn, v
		case v == Fails || p.left <= 0:
			return rules.NoTurn, v
		}
		c := &children[best]
		c.numbers = p.search(&c.position, c.key, 1, bounds)
	}
}

// Limits bound a search.
type Limits struct {
	Stall rules.StallLimit // of the game; one without a limit is searched as with the largest one
	Nodes int              // positions
}

func (p *Prover) begin(at *rules.Position, l Limits) {
	p.limit, p.left, p.side = l.Stall, l.Nodes, at.Side()
	if p.limit == 0 {
		p.limit = rules.MaxStallLimit
	}
}

func verdict(n numbers) Verdict {
	switch {
	case n.own == 0:
		return Wins
	case n.others == 0:
		return Fails
	}
	return Open
}
