package rules

import "math/bits"

// Layout is where the ships of a position are, ignoring whose turn it is and the counters. The four images of a
// position, mirrored left to right, with the colors exchanged, and both, have equal Layouts: a good turn
// in one of them is a good turn in all, mirrored. The zero value is the Layout of the zero Position.
type Layout struct {
	board  Board
	fleets [2]fleet // the lowest of the four images
}

// Layout returns where the ships of p are.
func (p *Position) Layout() Layout {
	l := Layout{p.board, p.fleets}
	for _, image := range l.images() {
		if image[0] < l.fleets[0] || image[0] == l.fleets[0] && image[1] < l.fleets[1] {
			l.fleets = image
		}
	}
	return l
}

// LikeDistance is the largest Distance of Layouts that are alike. It was chosen from a table, in percent: how often
// IsLike misses a position two turns away, after the fourth turn of a game, and how often it is true for two games that
// have nothing to do with each other, in their middle and in their opening. The games are between levels of the engine,
// and random ones in brackets:
//
//	at most          8           9          10          11          12          13
//	misses  0.32 (1.72) 0.21 (1.25) 0.04 (0.27) 0.04 (0.22) 0.04 (0.18) 0.04 (0.17)
//	middle  0.03 (0.00) 0.07 (0.00) 0.17 (0.00) 0.38 (0.01) 0.78 (0.04) 1.53 (0.09)
//	opening 1.42 (0.54) 2.31 (0.91) 3.51 (1.39) 4.94 (2.01) 6.54 (2.70) 8.16 (3.42)
//
// Package engine has the test that prints it: go test ./rules/engine -run TestIsLike_Table -like 12000 -v
const LikeDistance = 11

// unlikeDistance is more than any Distance on one board.
const unlikeDistance = 100

// IsLike reports whether l and m are so similar that good turns in one are likely to be good turns in the other. That
// is so for positions at most two turns apart. Positions of two games that have nothing to do with each other are not
// alike in their middle, with few exceptions.
//
// Every game begins at the start, so a small distance says little there. Therefore l and m must also be nearer to each
// other than, on average, to the start; the start is like nothing. This is an exception for the first four turns of a
// game, in which a position is like only about half of those two turns apart. Help is worth little there: players
// can study an opening before the game begins, and nothing forbids that. Without the
// exception, half of all games would be alike in their first turns, and nobody who plays a rated game could get help in
// the opening of another one.
func (l Layout) IsLike(m Layout) bool {
	d := l.Distance(m)
	if d > LikeDistance {
		return false
	}
	p := Start(l.board, false)
	start := p.Layout()
	return 2*d < l.Distance(start)+m.Distance(start)
}

// Distance returns how much l and m differ: the number of ships that are on different squares, or in exile in one of
// them, plus the number of squares that a side occupies in only one of them. The nearest images count. Layouts on
// different boards are further apart than any on one board.
//
// A movement makes a difference of 3, an expulsion 2 more. A swap makes 2 and a rotation 3, or 1 and 2 more as a bonus.
// So two turns are at most 14 apart, and more than LikeDistance only if one of them expels and has a bonus, and the
// other one does either.
func (l Layout) Distance(m Layout) int {
	if l.board != m.board {
		return unlikeDistance
	}
	nearest := unlikeDistance
	for _, image := range m.images() {
		nearest = min(nearest, l.fleets[0].distance(image[0])+l.fleets[1].distance(image[1]))
	}
	return nearest
}

// distance returns how many ships are elsewhere in g, plus how many squares only one of f and g has a ship on.
func (f fleet) distance(g fleet) int {
	elsewhere := uint64(f ^ g)
	elsewhere |= elsewhere >> 4
	elsewhere |= elsewhere >> 2
	elsewhere |= elsewhere >> 1
	return bits.OnesCount64(elsewhere&everyByte) + (f.squares() ^ g.squares()).count()
}

// squares returns the squares that f occupies.
func (f fleet) squares() (b bitboard) {
	for ; f != 0; f >>= 8 {
		b |= Square(f & 31).bit()
	}
	return b &^ exileBit
}

// HasShipsOf reports whether the ships of p are where those of q are. It ignores whose turn it is and the counters.
func (p *Position) HasShipsOf(q *Position) bool { return p.board == q.board && p.fleets == q.fleets }

// images returns the fleets of l's four images.
func (l Layout) images() (all [4][2]fleet) {
	for i := range all {
		reflection := &reflections[l.board&3][i]
		red, blue := l.fleets[0].reflected(reflection), l.fleets[1].reflected(reflection)
		if i&exchanged != 0 {
			red, blue = blue, red
		}
		all[i] = [2]fleet{red, blue}
	}
	return all
}

// reflected returns f with each ship on the reflection of its square.
func (f fleet) reflected(to *[32]Square) (g fleet) {
	for shift := 0; shift < 64; shift += 8 {
		g |= fleet(to[f>>shift&31]) << shift
	}
	return g
}

// The bits of an image's index.
const (
	mirrored  = 1 << iota // the columns are reversed
	exchanged             // the rows are reversed, and the colors exchanged
)

// reflections holds, for each Board and image, the square that each square becomes. Exile stays exile.
var reflections = [4][4][32]Square{Board6x4: newReflections(Board6x4), Board5x5: newReflections(Board5x5)}

func newReflections(b Board) (all [4][32]Square) {
	for i := range all {
		for s := Square(1); s < 32; s++ {
			column, row := s.Column(), s.Row()
			if i&mirrored != 0 {
				column = b.Columns() + 1 - column
			}
			if i&exchanged != 0 {
				row = b.Rows() + 1 - row
			}
			all[i][s] = MakeSquare(column, row)
		}
	}
	return all
}
