package sqlite

import (
	"errors"
	"slices"

	"github.com/mattn/go-sqlite3"
)

var (
	// ErrLocked is returned by Open if another process, or another DB, has the file open.
	ErrLocked = errors.New("database is in use by another process: end that one first")
	// ErrForeign is returned by Open if the file is a database of another program.
	ErrForeign = errors.New("file is the database of another program: name another file")
	// ErrMixed is returned by Open and OpenView if the log next to the file belongs to another file; SQLite would mix
	// the two.
	ErrMixed = errors.New("the -wal file beside the database belongs to another one, as after a crash and a copied " +
		"backup: run madbot db restore BACKUP, or move the -wal file away if the database is that backup")
	// ErrDamaged is returned by Check and Backup if SQLite finds the file inconsistent.
	ErrDamaged = errors.New("database is damaged")
	// ErrRemoved is returned by Ping if the open files are no longer at their paths: what is written to them is lost
	// when they are closed.
	ErrRemoved = errors.New("database file was removed or replaced while the bot plays")
)

// isFull reports whether err says that the database or its disk is full.
func isFull(err error) bool {
	reported, ok := errors.AsType[sqlite3.Error](err)
	return ok && reported.Code == sqlite3.ErrFull
}

// isFault reports whether err is a fault of the file or its disk, rather than of the request.
func isFault(err error) bool {
	reported, ok := errors.AsType[sqlite3.Error](err)
	return ok && slices.Contains([]sqlite3.ErrNo{sqlite3.ErrFull, sqlite3.ErrIoErr, sqlite3.ErrReadonly,
		sqlite3.ErrCorrupt, sqlite3.ErrNotADB, sqlite3.ErrCantOpen}, reported.Code)
}
