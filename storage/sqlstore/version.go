package sqlstore

import "errors"

// Version is the version of the schema: that of the newest migration of each store.
const Version = 1

var (
	// ErrNewer is returned when a store was last migrated by a newer program.
	ErrNewer = errors.New("database was written by a newer version of the program: run that one, or " +
		"restore a backup from before it")
	// ErrOlder is returned when a store that is only read has a version of the schema before Version.
	ErrOlder = errors.New("database is of an older version of the program: start the bot, or run madbot db migrate")
	// ErrFormer is returned when a store was made before the first release, and is not read any more.
	ErrFormer = errors.New("database is from before version 1 and cannot be read: give the bot an empty one, " +
		"or move the file away")
)
