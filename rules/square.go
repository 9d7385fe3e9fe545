package rules

import "fmt"

// Square is a square of a board: 1 + 5*(row-1) + (column-1), so that c4 is the same number on both
// boards. The zero value NoSquare is exile (rules 1.5).
type Square uint8

// NoSquare is the place of ships in exile.
const NoSquare Square = 0

// stride is the difference between the numbers of a square and of the square above it.
const stride = 5

// maxRows and maxColumns are the largest of both boards.
const (
	maxRows    = 6
	maxColumns = 5
)

const squareNames = "a1b1c1d1e1a2b2c2d2e2a3b3c3d3e3a4b4c4d4e4a5b5c5d5e5a6b6c6d6e6"

// MakeSquare returns the square in a column (1 is a) and a row. It returns NoSquare if no board has that square.
func MakeSquare(column, row int) Square {
	if column < 1 || column > maxColumns || row < 1 || row > maxRows {
		return NoSquare
	}
	return Square(1 + stride*(row-1) + column - 1)
}

// ParseSquare parses "c4" or "C4", a square of either board. The error wraps ErrSyntax.
func ParseSquare(s string) (Square, error) {
	if len(s) == 2 {
		if sq := MakeSquare(int(s[0]|0x20)-'a'+1, int(s[1])-'0'); sq != NoSquare {
			return sq, nil
		}
	}
	return NoSquare, fmt.Errorf("parse square %q: %w", s, ErrSyntax)
}

// Row returns the row, counted from 1, 0 for NoSquare.
func (s Square) Row() int {
	if s == NoSquare {
		return 0
	}
	return (int(s)-1)/stride + 1
}

// Column returns the column, 1 for a, 0 for NoSquare.
func (s Square) Column() int {
	if s == NoSquare {
		return 0
	}
	return (int(s)-1)%stride + 1
}

// String returns "c4", and "--" for NoSquare.
func (s Square) String() string {
	if s == NoSquare || s > maxRows*maxColumns {
		return "--"
	}
	return squareNames[2*(s-1) : 2*s]
}
