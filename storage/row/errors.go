package row

import (
	"errors"
	"fmt"

	"madbot/rules/match"
)

var (
	// errOutcome is inside a CorruptError when the turns do not lead to the end that is stored.
	errOutcome = errors.New("the turns lead to another outcome")
	// errSpelling is inside a CorruptError when a turn is not in the canonical notation.
	errSpelling = errors.New("the turn is not canonical")
)

// CorruptError is returned when a match cannot be rebuilt from what is stored.
type CorruptError struct {
	Match match.ID
	Ply   int // the turn that does not replay, from 1; 0 when the match itself is at fault
	Err   error
}

// Error names match and ply, for logs.
func (e *CorruptError) Error() string {
	return fmt.Sprintf("match %s is corrupt at ply %d: %v", e.Match, e.Ply, e.Err)
}

// Unwrap returns what is wrong.
func (e *CorruptError) Unwrap() error { return e.Err }
