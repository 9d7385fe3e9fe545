package sqlstore

import "errors"

// Version is the version of the schema: that of the newest migration of each store.
const Version = 1

var (
	// ErrNewer is returned when a store was last migrated by a newer program.
	ErrNewer = errors.New("database was written by a newer version of the program: run that one, or " +
		"restore a backup from before it")
	// ErrOlder is returned when a store that others may use has a version of the schema before the newest.
	ErrOlder = errors.New("database is of an older version of the program: back it up with madbot db backup FILE, " +
		"end all processes, and then run madbot db migrate, or madbot run -migrate")
	// ErrInUse is returned when a store is to be migrated that other processes use.
	ErrInUse = errors.New("database is in use by other processes, which would not understand it any more: end them first")
	// ErrEmpty is returned when a store that is only read has no tables.
	ErrEmpty = errors.New("database is empty: nothing was ever kept in it")
	// ErrFormer is returned when a store was made before the first release, and is not read any more.
	ErrFormer = errors.New("database is from before version 1 and cannot be read: give the bot an empty one, " +
		"or move the file away")
)

// About is how a store was found when it was opened.
type About struct {
	Kind    string // SQLite or PostgreSQL
	Where   string // its path, or its name and host
	Version int    // of the schema, before it was brought up to date; 0: the store is new
	Backup  string // the file to which it was backed up before that; "": it was not
}
