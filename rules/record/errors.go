package record

import (
	"errors"
	"fmt"

	"madbot/rules"
)

// Errors in a record, in addition to rules.ErrSyntax and the errors of Game.PlayText and
// rules.ParsePosition. A *ParseError wraps one of them.
var (
	ErrTagTwice    = errors.New("tag given twice")
	ErrTagLate     = errors.New("tag behind the first turn")
	ErrTagValue    = errors.New("tag with a value it cannot have")
	ErrTagConflict = errors.New("tags contradict each other")
	ErrTurnNumber  = errors.New("wrong turn number")
	ErrWrongResult = errors.New("not the result of this game")
	ErrTrailing    = errors.New("text after the result")
)

// ParseError is returned by Parse. It says where the record is wrong, and why.
type ParseError struct {
	Line   int    // from 1
	Column int    // from 1, in characters
	Round  int    // of the turn that breaks the rules; 0 for other errors
	Text   string // the wrong word or tag
	Err    error
}

// Error describes the error in one line, for logs and tools.
func (e *ParseError) Error() string {
	if e.Round > 0 {
		why := e.Err
		if errors.Is(why, rules.ErrSyntax) {
			why = rules.ErrSyntax // without the text, which e already has
		}
		return fmt.Sprintf("line %d, column %d: round %d, %q: %v",
			e.Line, e.Column, e.Round, e.Text, why)
	}
	return fmt.Sprintf("line %d, column %d: %q: %v", e.Line, e.Column, e.Text, e.Err)
}

func (e *ParseError) Unwrap() error { return e.Err }
