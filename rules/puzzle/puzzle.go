// Package puzzle holds positions in which one turn is far better than all others: their written form, their identity
// and the file of those that the program brings along.
package puzzle

import (
	"crypto/sha256"
	"encoding/base32"
	"strings"

	"madbot/rules"
	"madbot/rules/explain"
)

// Kind is what the solution of a puzzle reaches. The zero value is none.
type Kind uint8

// The kinds.
const (
	NoKind    Kind = iota
	Victory        // the solution wins by force, and at its start no other turn does
	UpperHand      // the solution is far better than all else
)

var kindNames = [...]string{"none", "victory", "upper hand"}

// String returns the kind as the file has it.
func (k Kind) String() string { return kindNames[k] }

// Levels is the number of levels; 1 is the easiest.
const Levels = 7

// The levels of robots that solve puzzles: those that the weakest one solves are none.
const (
	easiestRobot = 2
	hardestRobot = 10
)

// robotRatings are the ratings of the levels of robots, by number: how each scores against the next, on a scale where
// level 6 is an average player (package engine).
var robotRatings = [...]int{0, 805, 934, 1030, 1178, 1324, 1500, 1638, 1811, 1959, 2084}

// Puzzle is a position and how the side to move there goes on. The zero value is not a puzzle.
type Puzzle struct {
	Position rules.Position
	Limit    rules.StallLimit
	Solution []rules.Turn // of both sides in turn, first and last those of the side that solves
	Kind     Kind
	Robot    int            // the level of robots from which on all solve it, 2 to 10
	Reasons  []explain.Kind // what speaks for the first turn, the weightiest first; none if nothing was found
}

// Level returns the level of p, 1 to Levels.
func (p *Puzzle) Level() int { return min(p.Robot-easiestRobot+1, Levels) }

// Rating returns the rating that p has before anybody has tried it.
func (p *Puzzle) Rating() int { return robotRatings[p.Robot] }

// Game returns the game in which p is to be solved.
func (p *Puzzle) Game() rules.Game { return rules.GameFrom(p.Position, p.Limit) }

// ID returns eight letters and digits that belong to where the ships of p stand, up to symmetry: puzzles that are
// mirror images of each other have the same, and so has the puzzle in a file made anew.
func (p *Puzzle) ID() string {
	sum := sha256.Sum256([]byte(Canonical(p.Position)))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:5]))
}

// Canonical returns the text of a position that p and its mirror images share: those with the columns reversed, and
// those with the sides exchanged and the rows reversed, which are symmetries of the rules. It tells neither the
// counters nor whose positioning turns are to come.
func Canonical(p rules.Position) string {
	return min(seenBySide(&p, false), seenBySide(&p, true))
}

// seenBySide returns the text of p with the side to move as Red, with or without the columns reversed.
func seenBySide(p *rules.Position, reversed bool) string {
	s := rules.Setup{Board: p.Board(), Side: rules.Red}
	for i, ship := range rules.Ships() {
		s.Red |= uint64(image(p, p.SquareOf(p.Side(), ship), reversed)) << (8 * i)
		s.Blue |= uint64(image(p, p.SquareOf(p.Side().Other(), ship), reversed)) << (8 * i)
	}
	return rules.Compose(s).String()
}

// image returns where a square of p is when the side to move plays from below.
func image(p *rules.Position, at rules.Square, reversed bool) rules.Square {
	if at == rules.NoSquare {
		return at
	}
	column, row := at.Column(), at.Row()
	if reversed {
		column = p.Board().Columns() + 1 - column
	}
	if p.Side() == rules.Blue {
		row = p.Board().Rows() + 1 - row
	}
	return rules.MakeSquare(column, row)
}
