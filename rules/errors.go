package rules

import (
	"errors"
	"fmt"
)

// ErrSyntax is wrapped by every parser error of this package for a text that is not in the notation.
var ErrSyntax = errors.New("not in the notation")

// Errors that ParsePosition returns besides ErrSyntax. A *PositionError wraps one of them.
var (
	ErrOffBoard      = errors.New("square off the board")
	ErrSquareTaken   = errors.New("two ships on a square")
	ErrNoCorvette    = errors.New("both corvettes in exile")
	ErrCounterTooBig = errors.New("counter too big")
)

// Field is a field of a position's notation (rules 6.1). The zero value NoField means the whole text.
type Field uint8

// The fields, in the order of the notation.
const (
	NoField Field = iota
	FieldBoard
	FieldRed
	FieldBlue
	FieldSide
	FieldPositioning
	FieldQuiet
	FieldLast
)

// String returns the name of the field in rules 6.1 in lower case, "position" for NoField.
func (f Field) String() string {
	switch f {
	case FieldBoard:
		return "size"
	case FieldRed:
		return "red"
	case FieldBlue:
		return "blue"
	case FieldSide:
		return "side"
	case FieldPositioning:
		return "positioning"
	case FieldQuiet:
		return "quiet"
	case FieldLast:
		return "last"
	}
	return "position"
}

// PositionError is the error of ParsePosition: which field is wrong, its text, and why.
type PositionError struct {
	Field Field
	Text  string
	Err   error
}

func (e *PositionError) Error() string {
	return fmt.Sprintf("parse %s %q: %v", e.Field, e.Text, e.Err)
}

func (e *PositionError) Unwrap() error { return e.Err }
