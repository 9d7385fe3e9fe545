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
	viewMost    = 2*shipsN + 2 + 2 + 2*shipsN // the most inputs of a view
)

// view is the inputs that are on, seen from one side.
type view struct {
	n  uint16
	on [viewMost]uint16 // the first n
}

func (v *view) add(input int) {
	v.on[v.n] = uint16(input)
	v.n++
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
	threatened [2]uint32 // squares of the ships that could be expelled
	escapes    [2]int    // squares that the corvette can flee to
}

func newScene(p *rules.Position) (s scene) {
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

// see writes the view of side c.
func (v *view) see(p *rules.Position, s *scene, limit rules.StallLimit, c rules.Color) {
	f := &viewers[p.Board()&3][(c-1)&1]
	ours, theirs := p.Fleet(c), p.Fleet(c.Other())
	place := &f.place[f.right>>(ours&31)&1]
	for i := range shipsN {
		v.on[i] = uint16(i*placesN) + uint16(place[ours&31])
		v.on[i+shipsN] = uint16((i+shipsN)*placesN) + uint16(place[theirs&31])
		ours >>= 8
		theirs >>= 8
	}
	v.n = 2 * shipsN
	v.add(inputLead + leadOf(p, limit, c))
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

// leadOf returns the number of the input that says who would win a stall and how near it is.
func leadOf(p *rules.Position, limit rules.StallLimit, c rules.Color) int {
	if limit == 0 {
		return 2 * eighths
	}
	near := min(eighths-1, eighths*p.Quiet()/int(limit))
	if p.SemiWinner() != c {
		near += eighths
	}
	return near
}
