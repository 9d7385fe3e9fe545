package network

import "madbot/rules"

// The network sees a position twice, once from each side. Each view has one input for every ship but
// the viewer's corvette: where it is, given where that corvette is. Rows are counted from the viewer's
// home row, and columns so that its corvette is on the left half, because the rules know neither up
// from down nor left from right.
const (
	placesN   = 26                         // exile and squares, folded
	othersN   = 2*shipsN - 1               // the viewer's ships but its corvette, and the enemy's
	kingsN    = 15                         // folded squares of the viewer's corvette
	inputLead = kingsN * othersN * placesN // who would win a stall, and how near it is
	eighths   = 8                          // eighths of the stall limit
	inputOpen = inputLead + 2*eighths + 1  // whose positioning turn is still to come
	inputsN   = inputOpen + 4              //
	shipsN    = 8
	viewSize  = othersN + 2 // inputs of a view
)

// view is the inputs that are on, seen from one side.
type view [viewSize]uint16

// viewer is how a side sees the squares of a board: their places, by whether left and right change places.
type viewer struct {
	place [2][32]uint8
	king  [32]uint8 // the place of the viewer's corvette
	right uint32    // the half in which it makes left and right change places
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
				back := b.Columns() - s.Column()
				f.place[0][s] = uint8(1 + row*b.Columns() + s.Column() - 1)
				f.place[1][s] = uint8(1 + row*b.Columns() + back)
				f.king[s] = uint8(3*row + min(s.Column()-1, back))
				if s.Column()-1 > back {
					f.right |= 1 << s
				}
			}
		}
		if b == rules.Board6x4 {
			narrow(&viewers[b])
		}
	}
	return viewers
}

// narrow closes the gaps that the corvette's places have when the half of a board has two columns.
func narrow(viewers *[2]viewer) {
	for side := range viewers {
		for s, k := range viewers[side].king {
			viewers[side].king[s] = k/3*2 + k%3
		}
	}
}

// see writes the view of side c.
func (v *view) see(p *rules.Position, limit rules.StallLimit, c rules.Color) {
	f := &viewers[p.Board()&3][(c-1)&1]
	ours, theirs := p.Fleet(c), p.Fleet(c.Other())
	corvette := ours & 31
	place := &f.place[f.right>>corvette&1]
	at := uint16(f.king[corvette]) * othersN * placesN
	for i := range shipsN - 1 {
		ours >>= 8
		v[i] = at + uint16(place[ours&31])
		at += placesN
	}
	for i := shipsN - 1; i < othersN; i++ {
		v[i] = at + uint16(place[theirs&31])
		theirs >>= 8
		at += placesN
	}
	v[othersN] = inputLead + leadOf(p, limit, c)
	v[othersN+1] = inputOpen
	if p.Positioning(c) {
		v[othersN+1]++
	}
	if p.Positioning(c.Other()) {
		v[othersN+1] += 2
	}
}

// leadOf returns the number of the input that says who would win a stall and how near it is.
func leadOf(p *rules.Position, limit rules.StallLimit, c rules.Color) uint16 {
	if limit == 0 {
		return 2 * eighths
	}
	near := uint16(min(eighths-1, eighths*p.Quiet()/int(limit)))
	if p.SemiWinner() != c {
		near += eighths
	}
	return near
}
