package rules

import "fmt"

// TurnSyntaxError is returned by ParseTurn when a text is no turn in any position; it wraps
// ErrSyntax. Ships and squares that were recognised anywhere in the text are in the fields.
type TurnSyntaxError struct {
	Text   string
	Offset int     // in bytes, where understanding ended
	Ship   Ship    // who seems to sail; NoShip when none or a square was named for it
	From   Square  // the square named for it
	To     Square  // where it seems to arrive
	Ships  [3]Ship // who seems to swap or rotate

	position Position
	reading  reading
}

// Error returns one line for logs and tools.
func (e *TurnSyntaxError) Error() string {
	return fmt.Sprintf("parse turn %q at byte %d: %v", e.Text, e.Offset, ErrSyntax)
}

// Unwrap returns ErrSyntax.
func (e *TurnSyntaxError) Unwrap() error { return ErrSyntax }
