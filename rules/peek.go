package rules

// The methods in this file expose the internals of a Position to programs that handle millions of them.

// Fleet returns the squares of c's ships: byte s-1 is the square of ship s, 0 in exile.
func (p *Position) Fleet(c Color) uint64 { return uint64(p.fleets[c.index()]) }

// Occupied returns the squares with a ship of c, as bits numbered by Square.
func (p *Position) Occupied(c Color) uint32 { return uint32(p.occupied[c.index()]) }

// Shielded returns the squares with a ship of c that has two shields, as bits numbered by Square.
func (p *Position) Shielded(c Color) uint32 { return uint32(p.shielded[c.index()]) }

// Present returns the ships of c on the board; ship s is bit s-1.
func (p *Position) Present(c Color) uint8 { return uint8(p.present[c.index()]) }

// Neighbours returns the squares of b one step from s, as bits numbered by Square. NoSquare has none.
func (b Board) Neighbours(s Square) uint32 { return uint32(geometries[b&3].step[s&31]) }

// Reach returns the squares where a ship of c could arrive with one movement, as bits numbered by Square: all counts
// every enemy as having one shield, and heavy holds the squares that a ship with two cannons reaches. It ignores
// positioning turns still to come.
func (p *Position) Reach(c Color) (all, heavy uint32) {
	us := c.index()
	f := uint64(p.fleets[us])
	strong := square(f>>16) | square(f>>24)
	swift := square(f>>48) | square(f>>56)
	ships := uint64(p.occupied[us]) | uint64(strong|swift)<<32
	fast := uint64(p.fleets[us].fast()) | uint64(swift)<<32
	open := geometries[p.board&3].board &^ p.occupied[us]
	free := uint64(open&^p.occupied[us^1]) * pair
	reach := (spread(ships) | spread(spread(fast)&free)) & (uint64(open) * pair)
	return uint32(reach), uint32(reach >> 32)
}

// Covers reports whether a ship of c could reach the square s of another ship of c with one movement, if s were empty.
// With enough cannons, it could then expel a ship that arrives there. It ignores positioning turns still to come.
func (p *Position) Covers(c Color, s Square) bool {
	us := c.index()
	near := geometries[p.board&3].step[s&31]
	if near&p.occupied[us] != 0 {
		return true
	}
	free := near &^ (p.occupied[0] | p.occupied[1])
	return free.around()&p.fleets[us].fast()&^s.bit() != 0
}

// square returns the square in the lowest byte of a fleet as a set, empty for exile.
func square(f uint64) bitboard { return Square(f&31).bit() &^ exileBit }

// Skip returns p after a pass, which the rules allow only in the positioning turn (rules 2.1). A search uses it for
// null moves.
func (p *Position) Skip() Position { return p.Play(Pass) }

// Setup describes a position for Compose. Red and Blue have the format of Fleet.
type Setup struct {
	Board     Board
	Side      Color
	Red, Blue uint64
}

// Compose returns the position of s, with no positioning turns to come and all counters zero. Ships must be on
// different squares of the board; Compose does not check this.
func Compose(s Setup) Position {
	p := Position{board: s.Board, side: s.Side}
	for _, ship := range Ships() {
		if sq := fleet(s.Red).square(ship); sq != NoSquare {
			p.put(Red, ship, sq)
		}
		if sq := fleet(s.Blue).square(ship); sq != NoSquare {
			p.put(Blue, ship, sq)
		}
	}
	return p
}

// AppendExpulsions is like AppendTurns, but appends only the turns that expel.
func (p *Position) AppendExpulsions(dst []Turn) []Turn {
	if p.over() || p.board == NoBoard || p.positioning>>p.side.index()&1 != 0 {
		return dst
	}
	l := p.masks()
	l.target[0] &= l.enemy
	l.target[1] &= l.enemy
	for s := Ship111; s <= Ship222; s++ {
		dst = p.appendMoves(dst, s, &l)
	}
	return dst
}
