package rules

import "math/bits"

// MaxTurns bounds the number of legal turns of any position: a buffer of this capacity is never
// grown by AppendTurns. Four ships have at most 4 arrivals and four at most 12, each ship at most
// two of them by a step onto the last row, with three bonuses; eight are the swaps and rotations.
// That is at most 64 + 48 + 8.
const MaxTurns = 128

// AppendTurns appends all legal turns of the side to move to dst and returns it: none when a
// corvette is in exile. The stall is not looked at (rules 5.2 is a matter of Outcome). It does
// not allocate when dst has room for MaxTurns more. The order is of no meaning, but stable.
func (p *Position) AppendTurns(dst []Turn) []Turn {
	if p.over() || p.board == NoBoard {
		return dst
	}
	us := p.side.index()
	legal := legalShifts[p.crews[us]]
	if p.positioning>>us&1 != 0 {
		return appendShifts(append(dst, Pass), NoTurn, legal)
	}
	l := p.lanes()
	for s := Ship111; s <= Ship222; s++ {
		dst = p.appendMoves(dst, s, &l)
	}
	return appendShifts(dst, NoTurn, legal)
}

// lanes are the squares the movements of one side have to do with.
type lanes struct {
	free   bitboard    // where a ship may pass
	target [2]bitboard // where a ship with one, with two cannons may arrive
	enemy  bitboard
	bonus  bitboard // where an arrival after one step earns a bonus (rules 3)
}

func (p *Position) lanes() lanes {
	us := p.side.index()
	them := us ^ 1
	g := &geometries[p.board&3]
	l := lanes{enemy: p.occupied[them]}
	l.target[1] = g.board &^ p.occupied[us]
	l.target[0] = l.target[1] &^ p.shielded[them]
	l.free = l.target[1] &^ l.enemy
	l.bonus = g.last[us] &^ p.fleets[them].square(Ship111).bit()
	return l
}

// appendMoves appends the movements of s, each followed by itself with each of its bonuses.
func (p *Position) appendMoves(dst []Turn, s Ship, l *lanes) []Turn {
	us := p.side.index()
	step := geometries[p.board&3].step[p.fleets[us].square(s)]
	reach := step
	if s >= Ship211 {
		reach |= bitboard(spread(uint64(step & l.free)))
	}
	target := l.target[(s-1)>>1&1]
	bonus := step & l.bonus
	for reach &= target; reach != 0; reach &= reach - 1 {
		to := reach.first()
		t := MoveTurn(s, to, l.enemy&to.bit() != 0)
		dst = append(dst, t)
		if bonus&to.bit() != 0 {
			dst = appendShifts(dst, t, legalShifts[p.crews[us]]&shiftsOf[s&15])
		}
	}
	return dst
}

// appendShifts appends the swaps and rotations of set, as bonus of the movement t if it is one.
func appendShifts(dst []Turn, t Turn, set shiftSet) []Turn {
	for ; set != 0; set &= set - 1 {
		dst = append(dst, t|Turn(bits.TrailingZeros8(uint8(set))+1))
	}
	return dst
}
