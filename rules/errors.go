package rules

import (
	"errors"
	"fmt"
)

// ErrSyntax is returned by the parsers when a text is not of their notation.
var ErrSyntax = errors.New("not in the notation")

// What ParsePosition finds that no position can be; a *PositionError wraps one of them or
// ErrSyntax.
var (
	ErrOffBoard      = errors.New("square off the board")
	ErrSquareTaken   = errors.New("two ships on a square")
	ErrNoCorvette    = errors.New("both corvettes in exile")
	ErrCounterTooBig = errors.New("counter too big")
)

// Field is one of the seven fields of the position notation (rules 6.1). The zero value NoField
// stands for the text as a whole.
type Field uint8

// The fields in their order.
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

// String returns the field's name as in rules 6.1, "position" for NoField.
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

// PositionError is returned by ParsePosition: the field that is wrong, its text, and why, which
// is ErrSyntax or one of the errors above.
type PositionError struct {
	Field Field
	Text  string
	Err   error
}

// Error returns one line for logs and tools.
func (e *PositionError) Error() string {
	return fmt.Sprintf("parse %s %q: %v", e.Field, e.Text, e.Err)
}

// Unwrap returns why.
func (e *PositionError) Unwrap() error { return e.Err }
