package network

import (
	"math/bits"

	"madbot/rules"
)

// The network sees a position twice, once from each side. Each view has one input for every ship: where it is. Rows are
// counted from the viewer's home row, and columns so that its corvette is on the left half, because the rules know
// neither up from down nor left from right. Other inputs say who would win a stall, whose positioning turn is to come,
// how many squares each corvette can flee to, and which ships could be expelled.
const (
	shipsN      = 8
	placesN     = 26                           // exile and squares, folded
	inputLead   = 2 * shipsN * placesN         // who would win a stall, and how near it is
	eighths     = 8                            // eighths of the stall limit
	inputOpen   = inputLead + 2*eighths + 1    // whose positioning turn is still to come
	inputEscape = inputOpen + 4                // squares that each corvette can flee to
	escapesN    = 4                            // the most of them
	inputThreat = inputEscape + 2*(escapesN+1) // ships that could be expelled, not covered and covered
	inputsN     = inputThreat + 2*2*shipsN
	othersMost  = 2 + 2 + 2*shipsN // the most inputs of a view that are not of ships
)

// view is the inputs of a view by what has changed since the last one.
type view struct {
	changes  uint16
	off, on  [2 * shipsN]uint16 // the first changes: places that ships have left, and where they are
	others   uint16
	othersOn [othersMost]uint16 // the first others: all other inputs that are on
}

func (v *view) change(off, on int) {
	v.off[v.changes], v.on[v.changes] = uint16(off), uint16(on)
	v.changes++
}

func (v *view) add(input int) {
	v.othersOn[v.others] = uint16(input)
	v.others++
}

// viewer is how a side sees the squares of a board: their places, by whether left and right change places.
type viewer struct {
	place [2][32]uint8
	right uint32 // the half in which the corvette makes left and right change places
}

// viewers is by board and side, Red first. It is never changed.
var viewers = newViewers()

func newViewers() (viewers [4][2]viewer) {
	for _, b := range rules.Boards() {
		for s := rules.Square(1); s < 31; s++ {
			if !b.Has(s) {
				continue
			}
			for side, row := range [2]int{s.Row() - 1, b.Rows() - s.Row()} {
				f := &viewers[b][side]
				column, back := s.Column()-1, b.Columns()-s.Column()
				f.place[0][s] = uint8(1 + row*b.Columns() + column)
				f.place[1][s] = uint8(1 + row*b.Columns() + back)
				if column > back {
					f.right |= 1 << s
				}
			}
		}
	}
	return viewers
}

// scene is what both views have in common, each by side, Red first.
type scene struct {
	near       int       // how near the stall is, in eighths of its limit; -1 if there is none
	threatened [2]uint32 // squares of the ships that could be expelled
	escapes    [2]int    // squares that the corvette can flee to
}

func newScene(p *rules.Position, limit rules.StallLimit) (s scene) {
	s.near = -1
	if limit > 0 {
		s.near = int(min(eighths-1, eighths*uint32(p.Quiet())/uint32(limit)))
	}
	var reach, heavy [2]uint32
	for i, c := range [2]rules.Color{rules.Red, rules.Blue} {
		reach[i], heavy[i] = p.Reach(c)
	}
	occupied := p.Occupied(rules.Red) | p.Occupied(rules.Blue)
	for i, c := range [2]rules.Color{rules.Red, rules.Blue} {
		shielded, corvette := p.Shielded(c), p.Fleet(c)&31
		s.threatened[i] = p.Occupied(c) & (reach[1-i]&^shielded | heavy[1-i]&shielded)
		s.escapes[i] = bits.OnesCount32(neighbours[p.Board()&3][corvette] &^ (occupied | reach[1-i]))
	}
	return s
}

// neighbours is by board and square: the sets of the squares one step away.
var neighbours = newNeighbours()

func newNeighbours() (sets [4][32]uint32) {
	for _, b := range rules.Boards() {
		for s := rules.Square(1); s < 31; s++ {
			if b.Has(s) {
				at := rules.Compose(rules.Setup{Board: b, Side: rules.Red, Red: uint64(s)})
				sets[b][s], _ = at.Reach(rules.Red)
			}
		}
	}
	return sets
}

// move adds to the view of a side how its fleet, 0, or that of the enemy, 1, has changed.
func (v *view) move(place *[32]uint8, fleet int, from, to uint64) {
	for left := from ^ to; left != 0; {
		at := bits.TrailingZeros64(left) &^ 7
		left &^= 0xff << at
		ship := (fleet*shipsN + at/8) * placesN
		v.change(ship+int(place[from>>at&31]), ship+int(place[to>>at&31]))
	}
}

// see adds to the view of side c what is not the place of a ship.
func (v *view) see(p *rules.Position, s *scene, c rules.Color) {
	v.add(inputLead + s.lead(p, c))
	v.add(inputOpen + openOf(p, c))
	for i, side := range [2]rules.Color{c, c.Other()} {
		j := (side - 1) & 1
		v.add(inputEscape + i*(escapesN+1) + s.escapes[j])
		for left := s.threatened[j]; left != 0; left &= left - 1 {
			square := bits.TrailingZeros32(left)
			input := inputThreat + 2*(i*shipsN+shipAt(p.Fleet(side), square))
			if p.Covers(side, rules.Square(square)) {
				input++
			}
			v.add(input)
		}
	}
}

// shipAt returns the index of the ship of a fleet on a square. There must be one: it is the first byte that is 0 after
// the square is taken from each by xor.
func shipAt(fleet uint64, square int) int {
	const everyByte = 0x0101010101010101
	x := fleet ^ uint64(square)*everyByte
	return bits.TrailingZeros64((x-everyByte)&^x&(everyByte<<7)) >> 3
}

// openOf returns the number of the input that says whose positioning turn is still to come.
func openOf(p *rules.Position, c rules.Color) int {
	open := 0
	if p.Positioning(c) {
		open++
	}
	if p.Positioning(c.Other()) {
		open += 2
	}
	return open
}

// lead returns the number of the input that says who would win a stall and how near it is.
func (s *scene) lead(p *rules.Position, c rules.Color) int {
	switch {
	case s.near < 0:
		return 2 * eighths
	case p.SemiWinner() == c:
		return s.near
	}
	return s.near + eighths
}
