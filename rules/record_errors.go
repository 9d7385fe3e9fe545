package rules

import (
	"errors"
	"fmt"
)

// What is wrong with a record besides ErrSyntax and the errors of Game.PlayText and
// ParsePosition; a *RecordError wraps one of them.
var (
	ErrTagTwice    = errors.New("tag given twice")
	ErrTagLate     = errors.New("tag behind the first turn")
	ErrTagValue    = errors.New("tag with a value it cannot have")
	ErrTagConflict = errors.New("tags contradict each other")
	ErrTurnNumber  = errors.New("wrong turn number")
	ErrWrongResult = errors.New("not the result of this game")
	ErrTrailing    = errors.New("text after the result")
)

// RecordError is returned by ParseRecord: where the record is wrong and why.
type RecordError struct {
	Line   int    // from 1
	Column int    // from 1, in characters
	Turn   int    // which turn breaks the rules, from 1; 0 when it is something else
	Text   string // the word or tag that is wrong
	Err    error
}

// Error returns one line for logs and tools.
func (e *RecordError) Error() string {
	if e.Turn > 0 {
		why := e.Err
		if errors.Is(why, ErrSyntax) {
			why = ErrSyntax // the text stands before it
		}
		return fmt.Sprintf("line %d, column %d: turn %d, %q: %v",
			e.Line, e.Column, e.Turn, e.Text, why)
	}
	return fmt.Sprintf("line %d, column %d: %q: %v", e.Line, e.Column, e.Text, e.Err)
}

// Unwrap returns why.
func (e *RecordError) Unwrap() error { return e.Err }
