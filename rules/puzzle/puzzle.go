// Package puzzle holds positions in which one turn is far better than all others: their text form, their identity, and
// the puzzles built into the program.
package puzzle

import (
	"crypto/sha256"
	"encoding/base32"
	"slices"
	"strings"

	"madbot/rules"
	"madbot/rules/explain"
)

// Kind is what the solution of a puzzle achieves. The zero value is none.
type Kind uint8

// The kinds.
const (
	NoKind    Kind = iota
	Victory        // the solution forces a win, and no other first turn does
	UpperHand      // the solution is far better than everything else
)

var kindNames = [...]string{"none", "victory", "upper hand"}

// String returns the kind as written in the file.
func (k Kind) String() string { return kindNames[k] }

// Levels is the number of levels; 1 is the easiest.
const Levels = 7

// The levels of robots that solve puzzles. A position that the weakest robot solves is not a puzzle.
const (
	easiestRobot = 2
	hardestRobot = 10
)

// robotRatings are the ratings of the robots by level, from their scores against the next level. On this scale, level 6
// is an average player (see package engine).
var robotRatings = [...]int{0, 805, 934, 1030, 1178, 1324, 1500, 1638, 1811, 1959, 2084}

// Puzzle is a position and its solution.
type Puzzle struct {
	Position rules.Position
	Limit    rules.StallLimit
	Solution []rules.Turn // turns of both sides; the solver plays the first and the last
	Rest     []rules.Turn // the turns from there to the victory, those of the other side first; none if not known
	Kind     Kind
	Robot    int            // the lowest robot level, 2 to 10, such that robots of it and all higher levels solve it
	Reasons  []explain.Kind // reasons for the first turn, most important first
}

// Level returns the level of p, from 1 to Levels.
func (p *Puzzle) Level() int { return min(p.Robot-easiestRobot+1, Levels) }

// Rating returns the rating p starts with.
func (p *Puzzle) Rating() int { return robotRatings[p.Robot] }

// Line returns the solution with the rest.
func (p *Puzzle) Line() []rules.Turn { return slices.Concat(p.Solution, p.Rest) }

// Game returns the game to solve p in.
func (p *Puzzle) Game() rules.Game { return rules.GameFrom(p.Position, p.Limit) }

// ID returns eight letters and digits that identify the placement of the ships up to symmetry. Mirror images have the
// same ID, and it stays the same if the file is generated again.
func (p *Puzzle) ID() string {
	sum := sha256.Sum256([]byte(Canonical(p.Position)))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:5]))
}

// Canonical returns a text that is the same for p and its mirror images: with the columns reversed, or with the sides
// exchanged and the rows reversed. It leaves out the counters and the remaining positioning turns.
func Canonical(p rules.Position) string {
	return min(seenBySide(&p, false), seenBySide(&p, true))
}

// seenBySide returns the text of p with the side to move as Red, optionally with the columns reversed.
func seenBySide(p *rules.Position, reversed bool) string {
	s := rules.Setup{Board: p.Board(), Side: rules.Red}
	for i, ship := range rules.Ships() {
		s.Red |= uint64(image(p, p.SquareOf(p.Side(), ship), reversed)) << (8 * i)
		s.Blue |= uint64(image(p, p.SquareOf(p.Side().Other(), ship), reversed)) << (8 * i)
	}
	return rules.Compose(s).String()
}

// image returns the square's place if the side to move plays from the bottom.
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
