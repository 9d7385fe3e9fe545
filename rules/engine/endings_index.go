package engine

import (
	"math/bits"

	"madbot/rules"
)

// ending is the table of a board. The number of a position follows from the ships of the side to move, the ships of the
// other side, and their squares. If Blue is to move the rows are reversed, so that positions of Red and Blue share
// their numbers.
type ending struct {
	board        rules.Board
	ships        int
	longestQuiet [FileShips + 1]int // the largest verdict.quiet with so many ships
	area         int                // squares of the board
	number       [2][32]uint8
	square       [32]rules.Square
	base         [128][128]int32 // first number for two sets of ships, -1 if they are not in the table
	groups       []group
	size         int
	turns, quiet []result
}

type group struct {
	present [2]uint8 // of the side to move and the other, bit Ship-1
	base    int
	size    int
}

// result is the number of turns to a victory, 1 to 127, negative for a defeat, 0 if neither side wins by force.
type result int8

func newEnding(b rules.Board, ships int) *ending {
	t := &ending{board: b, ships: ships, area: b.Rows() * b.Columns()}
	n := uint8(0)
	for s := rules.Square(1); s < 31; s++ {
		if b.Has(s) {
			t.number[0][s] = n
			t.square[n] = s
			n++
		}
	}
	for s := rules.Square(1); s < 31; s++ {
		if b.Has(s) {
			turned := rules.MakeSquare(s.Column(), b.Rows()+1-s.Row())
			t.number[1][s] = t.number[0][turned]
		}
	}
	t.enumerate()
	t.turns = make([]result, t.size)
	t.quiet = make([]result, t.size)
	return t
}

// enumerate lists the groups, those with fewer ships first, because expulsions lead to them.
func (t *ending) enumerate() {
	for i := range t.base {
		for j := range t.base[i] {
			t.base[i][j] = -1
		}
	}
	for n := 2; n <= t.ships; n++ {
		for mover := range 128 {
			for other := range 128 {
				if bits.OnesCount(uint(mover))+bits.OnesCount(uint(other))+2 != n {
					continue
				}
				size := 1
				for range n {
					size *= t.area
				}
				t.base[mover][other] = int32(t.size)
				t.groups = append(t.groups, group{base: t.size, size: size,
					present: [2]uint8{uint8(mover<<1 | 1), uint8(other<<1 | 1)}})
				t.size += size
			}
		}
	}
}

// index returns the number of p with mover to move, -1 if p is not in the table.
func (t *ending) index(p *rules.Position, mover rules.Color) int {
	number := &t.number[(mover-1)&1]
	i := 0
	present := [2]uint8{}
	for side, c := range [2]rules.Color{mover, mover.Other()} {
		fleet := p.Fleet(c)
		for ; fleet != 0; fleet &^= 31 << (bits.TrailingZeros64(fleet) &^ 7) {
			low := bits.TrailingZeros64(fleet) &^ 7
			present[side] |= 1 << (low / 8)
			i = i*t.area + int(number[fleet>>low&31])
		}
	}
	if present[0]&present[1]&1 == 0 {
		return -1
	}
	base := t.base[present[0]>>1][present[1]>>1]
	if base < 0 {
		return -1
	}
	return int(base) + i
}

// position returns position number i of a group, with Red to move, and false if two ships share a square.
func (t *ending) position(g *group, i int) (rules.Position, bool) {
	i -= g.base
	fleets := [2]uint64{}
	used := squares(0)
	for side := 1; side >= 0; side-- {
		for ship := bits.Len8(g.present[side]) - 1; ship >= 0; ship-- {
			if g.present[side]>>ship&1 == 0 {
				continue
			}
			s := t.square[i%t.area]
			i /= t.area
			if used.has(s) {
				return rules.Position{}, false
			}
			used |= 1 << s
			fleets[side] |= uint64(s) << (8 * ship)
		}
	}
	return rules.Compose(rules.Setup{Board: t.board, Side: rules.Red,
		Red: fleets[0], Blue: fleets[1]}), true
}

func (t *ending) groupOf(i int) *group {
	low, high := 0, len(t.groups)
	for high-low > 1 {
		if middle := (low + high) / 2; t.groups[middle].base <= i {
			low = middle
		} else {
			high = middle
		}
	}
	return &t.groups[low]
}

func (t *ending) verdict(i int) verdict { return verdictOf(t.turns[i], t.quiet[i]) }

func verdictOf(turns, quiet result) verdict {
	return verdict{won: turns > 0, lost: turns < 0, turns: int(max(turns, -turns)), quiet: int(max(quiet, -quiet))}
}
