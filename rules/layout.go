package rules

import "math/bits"

// Layout is where the ships of a position are. It ignores whose turn it is and the counters. A position and its mirror
// images (left to right, colors exchanged, or both) have equal Layouts, because a good turn in one is a good turn,
// mirrored, in all. The zero value is the Layout of the zero Position.
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

// LikeDistance is the largest Distance between similar Layouts. This table was the basis for it. In percent, it shows
// how often IsLike misses a position two turns away (after the fourth turn of a game), and how often it is true for
// unrelated games, in their middle and in their opening. The games are between levels of the engine; in brackets,
// random games.
//
//	at most          8           9          10          11          12          13
//	misses  0.32 (1.72) 0.21 (1.25) 0.04 (0.27) 0.04 (0.22) 0.04 (0.18) 0.04 (0.17)
//	middle  0.03 (0.00) 0.07 (0.00) 0.17 (0.00) 0.38 (0.01) 0.78 (0.04) 1.53 (0.09)
//	opening 1.42 (0.54) 2.31 (0.91) 3.51 (1.39) 4.94 (2.01) 6.54 (2.70) 8.16 (3.42)
//
// A test in package engine prints it: go test ./rules/engine -run TestIsLike_Table -like 12000 -v
const LikeDistance = 11

// unlikeDistance is larger than any Distance on one board.
const unlikeDistance = 100

// IsLike reports whether good turns in l are probably good turns in m: the positions are at most two turns apart. In
// the middle of the game, positions of unrelated games are almost never alike.
//
// All games begin at the start, so in the opening a small distance says little. There, l and m must also be nearer to
// each other than, on average, to the start; nothing is like the start itself. So in the first four turns IsLike finds
// only about half of the positions two turns apart. That does little harm: players may study an opening before the
// game. Otherwise half of all games would be alike in their first turns, and nobody who plays a rated game could get
// help in the opening of another one.
func (l Layout) IsLike(m Layout) bool {
	d := l.Distance(m)
	if d > LikeDistance {
		return false
	}
	p := Start(l.board, false)
	start := p.Layout()
	return 2*d < l.Distance(start)+m.Distance(start)
}

// Distance returns how much l and m differ, using their nearest images: the number of ships on different squares (or in
// exile in only one of them), plus the number of squares that a side occupies in only one of them. Layouts on different
// boards are further apart than any two on one board.
//
// A movement counts 3, and 2 more if it expels. A swap counts 2 and a rotation 3; as a bonus, 1 and 2. So two turns
// differ by at most 14. They differ by more than LikeDistance only if one expels and has a bonus, and the other expels
// or has one.
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

// distance returns how many ships are elsewhere in g, plus how many squares are occupied in only one of f and g.
func (f fleet) distance(g fleet) int {
	elsewhere := uint64(f ^ g)
	elsewhere |= elsewhere >> 4
	elsewhere |= elsewhere >> 2
	elsewhere |= elsewhere >> 1
	return bits.OnesCount64(elsewhere&everyByte) + (f.squares() ^ g.squares()).count()
}

func (f fleet) squares() (b bitboard) {
	for ; f != 0; f >>= 8 {
		b |= Square(f & 31).bit()
	}
	return b &^ exileBit
}

// HasShipsOf reports whether the ships of p are on the same squares as in q. It ignores whose turn it is and the
// counters.
func (p *Position) HasShipsOf(q *Position) bool { return p.board == q.board && p.fleets == q.fleets }

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
