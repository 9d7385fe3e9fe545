package sqlite

import "errors"

var (
	// ErrLocked is returned by Open when another process, or another DB, has the file open.
	ErrLocked = errors.New("database is in use by another process: end that one first")
	// ErrForeign is returned by Open when the file is a database of another program.
	ErrForeign = errors.New("file is the database of another program: name another file")
	// ErrDamaged is returned by Check and Backup when SQLite finds the file inconsistent.
	ErrDamaged = errors.New("database is damaged")
)
