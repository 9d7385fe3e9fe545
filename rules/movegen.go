package rules

import "math/bits"

// MaxTurns is an upper bound for the number of legal turns of a position. Four ships reach at most 4 squares each and
// four at most 12: 64 movements. Each ship can earn a bonus with at most two of them, onto the last row, and has three
// bonuses: 48 more turns. There are 8 swaps and rotations.
const MaxTurns = 128

// AppendTurns appends the legal turns of the side to move to dst and returns it; there are none if a corvette is in
// exile. It ignores the stall (rules 5.2), which Outcome judges. It does not allocate if dst has room for MaxTurns
// more. The order is always the same, but has no meaning.
func (p *Position) AppendTurns(dst []Turn) []Turn {
	if p.over() || p.board == NoBoard {
		return dst
	}
	us := p.side.index()
	legal := legalShifts[p.present[us]]
	if p.positioning>>us&1 != 0 {
		return appendShifts(append(dst, Pass), NoTurn, legal)
	}
	l := p.masks()
	for s := Ship111; s <= Ship222; s++ {
		dst = p.appendMoves(dst, s, &l)
	}
	return appendShifts(dst, NoTurn, legal)
}

// masks are the sets of squares that decide which movements a side has.
type masks struct {
	free   bitboard    // squares that a ship may pass
	target [2]bitboard // destinations of a ship with one cannon, and with two
	enemy  bitboard
	bonus  bitboard // squares where a movement of one square earns a bonus (rules 3)
}

func (p *Position) masks() masks {
	us := p.side.index()
	them := us ^ 1
	g := &geometries[p.board&3]
	l := masks{enemy: p.occupied[them]}
	l.target[1] = g.board &^ p.occupied[us]
	l.target[0] = l.target[1] &^ p.shielded[them]
	l.free = l.target[1] &^ l.enemy
	l.bonus = g.last[us] &^ p.fleets[them].square(Ship111).bit()
	return l
}

// appendMoves appends the movements of s, each without a bonus and then with each of its bonuses.
func (p *Position) appendMoves(dst []Turn, s Ship, l *masks) []Turn {
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
			dst = appendShifts(dst, t, legalShifts[p.present[us]]&shiftsOf[s&15])
		}
	}
	return dst
}

// appendShifts appends the swaps and rotations of set; if t is a movement, it appends t with each of them as its bonus.
func appendShifts(dst []Turn, t Turn, set shiftSet) []Turn {
	for ; set != 0; set &= set - 1 {
		dst = append(dst, t|Turn(bits.TrailingZeros8(uint8(set))+1))
	}
	return dst
}
