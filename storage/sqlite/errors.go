package sqlite

import "errors"

var (
	// ErrLocked is returned by Open when another process, or another DB, has the file open.
	ErrLocked = errors.New("database is in use by another process: end that one first")
	// ErrForeign is returned by Open when the file is a database of another program.
	ErrForeign = errors.New("file is the database of another program: name another file")
	// ErrMixed is returned by Open and OpenView when the log beside the file belongs to another one: SQLite would mix
	// the two.
	ErrMixed = errors.New("the -wal file beside the database belongs to another one, as after a crash and a copied " +
		"backup: run madbot db restore BACKUP, or move the -wal file away if the database is that backup")
	// ErrDamaged is returned by Check and Backup when SQLite finds the file inconsistent.
	ErrDamaged = errors.New("database is damaged")
)
