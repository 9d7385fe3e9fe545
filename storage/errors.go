package storage

import (
	"errors"
	"fmt"

	"madbot/rules/match"
)

var (
	// ErrLocked is returned by Open when another process, or another DB, has the file open.
	ErrLocked = errors.New("database is in use by another process")
	// ErrNewer is returned by Open when the file was last written by a newer program.
	ErrNewer = errors.New("database was written by a newer version of the program")
	// ErrForeign is returned by Open when the file is a database of another program.
	ErrForeign = errors.New("file is the database of another program")
	// ErrDamaged is returned by Check and Backup when SQLite finds the file inconsistent.
	ErrDamaged = errors.New("database is damaged")
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
