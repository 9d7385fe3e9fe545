package rules

// What follows shows the insides of a Position to programs that look at millions of them.

// Fleet returns the squares of the ships of c, that of ship s in byte s-1, 0 for exile. Two
// positions have the same ships in the same places exactly when their fleets are equal.
func (p *Position) Fleet(c Color) uint64 { return uint64(p.fleets[c.index()]) }

// Occupied returns the squares that hold a ship of c, bit Square.
func (p *Position) Occupied(c Color) uint32 { return uint32(p.occupied[c.index()]) }

// Shielded returns the squares that hold a ship of c with two shields, bit Square.
func (p *Position) Shielded(c Color) uint32 { return uint32(p.shielded[c.index()]) }

// Crew returns which ships of c are in the arena, bit Ship-1.
func (p *Position) Crew(c Color) uint8 { return uint8(p.crews[c.index()]) }

// Skip returns p with the other side to move, as if the turn were passed; the rules know no such
// turn (rules 2.1), searches do.
func (p *Position) Skip() Position { return p.Play(Pass) }

// Setup describes a position composed from two fleets, in the form Fleet returns them.
type Setup struct {
	Board     Board
	Side      Color
	Red, Blue uint64
}

// Compose returns the position of s without positioning turns and with fresh counters. The
// squares must be different and of the board; nothing is checked.
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

// AppendExpulsions appends those of the legal turns that expel, as AppendTurns does with all.
func (p *Position) AppendExpulsions(dst []Turn) []Turn {
	if p.over() || p.board == NoBoard || p.positioning>>p.side.index()&1 != 0 {
		return dst
	}
	l := p.lanes()
	l.target[0] &= l.enemy
	l.target[1] &= l.enemy
	for s := Ship111; s <= Ship222; s++ {
		dst = p.appendMoves(dst, s, &l)
	}
	return dst
}
