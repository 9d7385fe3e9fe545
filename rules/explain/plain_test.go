package explain_test

import (
	"slices"
	"sort"

	"madbot/rules"
)

// worths are what the ships count in the reasons, in hundredths of a frigate.
var worths = map[rules.Ship]int{rules.Ship112: 90, rules.Ship121: 100, rules.Ship211: 120, rules.Ship122: 150,
	rules.Ship212: 170, rules.Ship221: 190, rules.Ship222: 400, rules.Ship111: 5000}

// aShip is the worth of a ship that is won, at least.
const aShip = 80

// plain checks reasons by trying everything, with no more than the rules.
type plain struct{ limit rules.StallLimit }

// gains reports whether the side to move gains at least v, when any turns may follow for depth, and then
// expulsions or none.
func (c plain) gains(p rules.Position, depth, v int) bool {
	if p.Outcome(c.limit).Over() || depth == 0 && v <= 0 {
		return v <= 0
	}
	return slices.ContainsFunc(p.AppendTurns(nil), func(turn rules.Turn) bool {
		return (depth > 0 || turn.Expels()) && c.gainsBy(p, turn, max(0, depth-1), v)
	})
}

// gainsBy reports whether turn gains at least v in p, when so many turns follow it.
func (c plain) gainsBy(p rules.Position, turn rules.Turn, depth, v int) bool {
	side, next := p.Side(), p.Play(turn)
	switch {
	case next.SquareOf(side, rules.Ship111) == rules.NoSquare:
		return v <= -worths[rules.Ship111]
	case next.SquareOf(side.Other(), rules.Ship111) == rules.NoSquare:
		return v <= worths[rules.Ship111]
	}
	return !c.gains(next, depth, expelledWorth(p, turn)-v+1)
}

// worth returns what turn gains in p, when so many turns follow it.
func (c plain) worth(p rules.Position, turn rules.Turn, depth int) int {
	return sort.Search(2*worths[rules.Ship111], func(n int) bool {
		return !c.gainsBy(p, turn, depth, n-worths[rules.Ship111]+1)
	}) - worths[rules.Ship111]
}

func expelledWorth(p rules.Position, turn rules.Turn) int {
	if !turn.Expels() {
		return 0
	}
	return worths[p.At(turn.To()).Ship]
}

// prize reports whether an expulsion on the square gains at least v.
func (c plain) prize(p rules.Position, at rules.Square, v int) bool {
	return !p.Outcome(c.limit).Over() && slices.ContainsFunc(p.AppendTurns(nil), func(turn rules.Turn) bool {
		return turn.Expels() && turn.To() == at && c.gainsBy(p, turn, 2, v)
	})
}

// forces reports whether the side to move expels the corvette in at most n of its turns whatever is
// played, and, unless first is NoTurn, begins with that.
func (c plain) forces(p rules.Position, n int, first rules.Turn) bool {
	if n == 0 || p.Outcome(c.limit).Over() {
		return false
	}
	return slices.ContainsFunc(p.AppendTurns(nil), func(turn rules.Turn) bool {
		return (first == rules.NoTurn || turn == first) && c.forcesWith(p, n, turn)
	})
}

func (c plain) forcesWith(p rules.Position, n int, turn rules.Turn) bool {
	next := p.Play(turn)
	if o := next.Outcome(c.limit); o.Over() {
		return o.Reason == rules.CorvetteExile && o.Winner == p.Side()
	}
	if n == 1 {
		return false
	}
	for _, reply := range next.AppendTurns(nil) {
		then := next.Play(reply)
		if o := then.Outcome(c.limit); o.Over() && (o.Winner != p.Side() || o.IsSemi()) ||
			!o.Over() && !c.forces(then, n-1, rules.NoTurn) {
			return false
		}
	}
	return true
}

// expels reports whether a legal turn of the side to move expels on the square; NoSquare: anywhere.
func expels(p rules.Position, at rules.Square) bool {
	return slices.ContainsFunc(p.AppendTurns(nil), func(turn rules.Turn) bool {
		return turn.Expels() && (at == rules.NoSquare || turn.To() == at)
	})
}

// goals returns the squares to which a ship of the side to move can go.
func goals(p rules.Position, ship rules.Ship) []rules.Square {
	var squares []rules.Square
	for _, turn := range p.AppendTurns(nil) {
		if turn.Ship() == ship && !turn.HasBonus() {
			squares = append(squares, turn.To())
		}
	}
	return squares
}

// flights returns the squares on which the corvette of the side to move can arrive, moved or exchanged, and
// cannot be expelled.
func flights(p rules.Position) []rules.Square {
	var squares []rules.Square
	from := p.SquareOf(p.Side(), rules.Ship111)
	for _, turn := range p.AppendTurns(nil) {
		next := p.Play(turn)
		at := next.SquareOf(p.Side(), rules.Ship111)
		if at != from && at != rules.NoSquare && !slices.Contains(squares, at) && !expels(next, at) {
			squares = append(squares, at)
		}
	}
	return squares
}
