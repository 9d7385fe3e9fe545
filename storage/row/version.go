package row

import (
	"errors"
	"fmt"
)

// Version is the version of the schema: that of the newest migration of each store.
const Version = 10

var (
	// ErrUnknownVersion is returned when a store is to have a version of the schema that this program does not
	// know.
	ErrUnknownVersion = errors.New("there is no such version of the database")
	// ErrBackwards is returned when a store is to have a version of the schema before the one that it has.
	ErrBackwards = errors.New("a database is not migrated backwards")
	// ErrOlder is returned when a store that is only read has a version of the schema before Version.
	ErrOlder = errors.New("database is of an older version of the program and must be migrated first")
)

// CheckTarget returns ErrUnknownVersion or ErrBackwards when a store with a version of the schema cannot be migrated
// to another, of which first is the oldest.
func CheckTarget(have, to, first int) error {
	switch {
	case to < first || to > Version:
		return fmt.Errorf("version %d: %w: they are %d to %d", to, ErrUnknownVersion, first, Version)
	case to < have:
		return fmt.Errorf("version %d, and it has %d: %w", to, have, ErrBackwards)
	}
	return nil
}
