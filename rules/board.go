package rules

import "fmt"

// Board is one of the two boards (rules 1.1). The zero value NoBoard means none.
type Board uint8

// The boards.
const (
	NoBoard  Board = iota
	Board6x4       // six rows, four columns
	Board5x5       // five rows, five columns
)

// Boards returns the two boards.
func Boards() []Board { return []Board{Board6x4, Board5x5} }

// ParseBoard reads "6x4" or "5x5". The error wraps ErrSyntax.
func ParseBoard(s string) (Board, error) {
	for _, b := range Boards() {
		if b.String() == s {
			return b, nil
		}
	}
	return NoBoard, fmt.Errorf("parse board %q: %w", s, ErrSyntax)
}

// Rows returns how many rows b has, 0 for NoBoard.
func (b Board) Rows() int {
	switch b {
	case Board6x4:
		return 6
	case Board5x5:
		return 5
	}
	return 0
}

// Columns returns how many columns b has, 0 for NoBoard.
func (b Board) Columns() int {
	switch b {
	case Board6x4:
		return 4
	case Board5x5:
		return 5
	}
	return 0
}

// Has reports whether s is a square of b.
func (b Board) Has(s Square) bool {
	return s != NoSquare && s.Row() <= b.Rows() && s.Column() <= b.Columns()
}

// HomeRow returns the home row of c, counted from 1. It is the last row of the other side (rules
// 1.1, 3.1).
func (b Board) HomeRow(c Color) int {
	if c == Blue {
		return b.Rows()
	}
	return 1
}

// String returns "6x4", "5x5", or "-" for NoBoard.
func (b Board) String() string {
	switch b {
	case Board6x4:
		return "6x4"
	case Board5x5:
		return "5x5"
	}
	return "-"
}
