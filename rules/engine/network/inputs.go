package network

import (
	"math/bits"

	"madbot/rules"
)

// The network sees a position twice, once from each side. Each view has one input for the place of every ship. Rows are
// counted from the viewer's home row, and columns so that its corvette is on the left half, because the rules are
// symmetric. Other inputs encode who would win a stall, whose positioning turn is to come, how many free squares next
// to each corvette no enemy ship reaches, and which ships could be expelled.
const (
	shipsN      = 8
	placesN     = 26                           // exile and the squares, mirrored onto the left half
	inputLead   = 2 * shipsN * placesN         // who would win a stall, and how near it is
	eighths     = 8                            // eighths of the stall limit
	inputOpen   = inputLead + 2*eighths + 1    // whose positioning turn is still to come
	inputEscape = inputOpen + 4                // free squares next to each corvette that no enemy ship reaches
	escapesN    = 4                            // the most such squares
	inputThreat = inputEscape + 2*(escapesN+1) // ships that could be expelled: not covered, and covered
	inputsN     = inputThreat + 2*2*shipsN
	othersMost  = 2 + 2 + 2*shipsN // the most inputs of a view besides ships
)

// view holds the inputs of a view as changes since the last one.
type view struct {
	changes  uint16
	off, on  [2 * shipsN]uint16 // the first changes: places that ships have left, and places where they are now
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

// viewer says how a side numbers the squares of a board; place is indexed by whether left and right are exchanged.
type viewer struct {
	place [2][32]uint8
	right uint32 // if the corvette is on one of these squares, left and right are exchanged
}

// viewers is indexed by board and side, Red first. It is never changed.
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

// features are the inputs that both views share. Those that differ between the sides are listed for Red first.
type features struct {
	near    int               // quiet turns in eighths of the stall limit; -1 without a limit
	escapes [2]int            // free squares next to the corvette that no enemy ship reaches while it stays where it is
	threats [2][shipsN]uint16 // the ships that could be expelled: twice the ship, from 0, plus one if it is covered
	amount  [2]int            // of threats
}

func newFeatures(p *rules.Position, limit rules.StallLimit) (f features) {
	f.near = -1
	if limit > 0 {
		f.near = int(eighths * uint32(p.Quiet()) / uint32(limit))
	}
	var reach, heavy [2]uint32
	for i, c := range [2]rules.Color{rules.Red, rules.Blue} {
		reach[i], heavy[i] = p.Reach(c)
	}
	occupied := p.Occupied(rules.Red) | p.Occupied(rules.Blue)
	for i, c := range [2]rules.Color{rules.Red, rules.Blue} {
		shielded, near := p.Shielded(c), p.Board().Neighbours(rules.Square(p.Fleet(c)&31))
		f.escapes[i] = bits.OnesCount32(near &^ (occupied | reach[1-i]))
		f.threaten(p, c, p.Occupied(c)&(reach[1-i]&^shielded|heavy[1-i]&shielded))
	}
	return f
}

// threaten adds the threats to the ships of c on the given squares.
func (f *features) threaten(p *rules.Position, c rules.Color, on uint32) {
	i := (c - 1) & 1
	for ; on != 0; on &= on - 1 {
		at := rules.Square(bits.TrailingZeros32(on))
		threat := 2 * uint16(p.At(at).Ship-rules.Ship111)
		if p.Covers(c, at) {
			threat++
		}
		f.threats[i][f.amount[i]&(shipsN-1)] = threat
		f.amount[i]++
	}
}

// compare adds the ships of a fleet that have moved to a side's view; fleet is 0 for its own, 1 for the enemy's.
func (v *view) compare(place *[32]uint8, fleet int, from, to uint64) {
	for left := from ^ to; left != 0; {
		at := bits.TrailingZeros64(left) &^ 7
		left &^= 0xff << at
		ship := (fleet*shipsN + at/8) * placesN
		v.change(ship+int(place[from>>at&31]), ship+int(place[to>>at&31]))
	}
}

// see adds all inputs except the places of ships to the view of side c.
func (v *view) see(p *rules.Position, f *features, c rules.Color) {
	v.add(inputLead + f.lead(p, c))
	v.add(inputOpen + openOf(p, c))
	for i, side := range [2]rules.Color{c, c.Other()} {
		j := (side - 1) & 1
		v.add(inputEscape + i*(escapesN+1) + f.escapes[j])
		for _, threat := range f.threats[j][:f.amount[j]] {
			v.add(inputThreat + i*2*shipsN + int(threat))
		}
	}
}

// openOf returns the input that says whose positioning turns are still to come.
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

// lead returns the input that says who would win a stall and how near it is.
func (f *features) lead(p *rules.Position, c rules.Color) int {
	switch {
	case f.near < 0:
		return 2 * eighths
	case p.SemiWinner() == c:
		return f.near
	}
	return f.near + eighths
}
