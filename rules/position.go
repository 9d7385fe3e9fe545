// Package rules implements the game of MAD: boards, ships, positions, turns, and how a game ends.
//
// It is pure: no clock, no randomness, no input or output. A Position is a comparable value; Play returns the next one.
// "rules 5.4" in a comment is a section of RULES.md in this folder.
package rules

// Position is where the ships stand, whose turn it is, and the counters: everything that decides which turns are legal
// and how the game ends. It is a comparable value without pointers; Play returns the next one. The zero value is not a
// position of the game.
type Position struct {
	fleets      [2]fleet    // of Red and Blue
	occupied    [2]bitboard // their squares
	shielded    [2]bitboard // the squares of their ships with two shields
	present     [2]shipSet  // the ships that are not in exile
	quiet       uint16
	board       Board
	side        Color
	last        Color
	positioning uint8 // the positioning turns still to come: bit 0 Red's, bit 1 Blue's
}

// startRows are the rows of rules 1.4, the home row first; NoShip is a free square.
var startRows = [3][2][]Ship{
	Board6x4: {
		{Ship221, Ship111, Ship222, Ship212},
		{Ship121, Ship122, Ship211, Ship112},
	},
	Board5x5: {
		{Ship221, Ship111, Ship211, Ship222, Ship212},
		{Ship121, NoShip, Ship122, NoShip, Ship112},
	},
}

// Start returns the start position of b (rules 1.4), with or without positioning turns (rules 4). It returns the zero
// value for NoBoard.
func Start(b Board, positioning bool) Position {
	if b != Board6x4 && b != Board5x5 {
		return Position{}
	}
	p := Position{board: b, side: Red}
	if positioning {
		p.positioning = 3
	}
	for i, row := range startRows[b] {
		for j, ship := range row {
			if ship != NoShip {
				p.put(Red, ship, MakeSquare(j+1, 1+i))
				p.put(Blue, ship, MakeSquare(j+1, b.Rows()-i))
			}
		}
	}
	return p
}

func (p *Position) put(c Color, s Ship, sq Square) {
	i := c.index()
	p.fleets[i] = p.fleets[i].with(s, sq)
	p.occupied[i] |= sq.bit()
	p.present[i] |= s.bit()
	if s.Shields() == 2 {
		p.shielded[i] |= sq.bit()
	}
}

// index returns c's index in the arrays of a Position: 0 for Red, 1 for Blue.
func (c Color) index() int { return int(c-1) & 1 }

// Board returns the board of p, NoBoard for the zero value.
func (p *Position) Board() Board { return p.board }

// Side returns the side to move.
func (p *Position) Side() Color { return p.side }

// Quiet returns the number of turns since the last expulsion (rules 5.2).
func (p *Position) Quiet() int { return int(p.quiet) }

// Last returns the side that made the last expulsion, or NoColor if there was none.
func (p *Position) Last() Color { return p.last }

// Positioning reports whether the positioning turn of c is still to come (rules 4.1).
func (p *Position) Positioning(c Color) bool {
	return c != NoColor && p.positioning>>(c-1)&1 != 0
}

// SquareOf returns the square of a ship of c, or NoSquare if it is in exile or c or s is zero.
func (p *Position) SquareOf(c Color, s Ship) Square {
	if c == NoColor || s == NoShip {
		return NoSquare
	}
	return p.fleets[c.index()].square(s)
}

// At returns the ship on s, the zero Piece if there is none.
func (p *Position) At(s Square) Piece {
	if s == NoSquare {
		return Piece{}
	}
	for _, c := range [2]Color{Red, Blue} {
		if p.occupied[c.index()]&s.bit() != 0 {
			return Piece{Color: c, Ship: p.fleets[c.index()].at(s)}
		}
	}
	return Piece{}
}

// over reports whether a corvette is in exile, which ends the game (rules 5.1).
func (p *Position) over() bool {
	return p.present[0]&p.present[1]&shipSet(1) == 0
}
