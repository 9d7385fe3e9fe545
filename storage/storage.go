// Package storage opens the store that a configuration names.
package storage

import (
	"context"
	"io/fs"
	"time"

	"madbot/bot/play"
	"madbot/storage/postgres"
	"madbot/storage/sqlite"
	"madbot/storage/sqlstore"
)

// Store is what the program needs of a store beside the use cases.
type Store interface {
	play.Store

	// Others returns how many other processes use the store by Watch.
	Others(context.Context) (int, error)
	// Alone waits until no other process is in Alone and calls f, whose context ends when another one is all the
	// same: then it waits again. It returns an error of f, or that of ctx when ctx ends.
	Alone(ctx context.Context, f func(context.Context) error) error

	// Watch calls wake when another process may have made jobs due, until ctx ends.
	Watch(ctx context.Context, wake func())
	// Poll returns how often to look at the jobs without being woken, in case nobody could tell; 0: never.
	Poll() time.Duration

	// Snapshot calls f with a Conn that sees one state of the store, only reads, and ends with f. Play goes on
	// meanwhile.
	Snapshot(ctx context.Context, f func(sqlstore.Conn) error) error
	// Fill calls f with a Conn whose changes are kept whole when f returns nil, else not at all. It is for a
	// store that nobody uses meanwhile.
	Fill(ctx context.Context, f func(sqlstore.Conn) error) error

	// About returns how the store was found when it was opened.
	About() sqlstore.About
	// Skew returns by how much at least the clock of what all processes share is ahead of now, negative when it is
	// behind; 0 when the two may agree, or nothing is shared.
	Skew(ctx context.Context, now func() time.Time) (time.Duration, error)
	// Ping returns nil when the store can be read and written: for health checks.
	Ping(context.Context) error
	// Close ends the use of the store. No method may be called after it.
	Close() error
}

// Open opens the store at the address of a PostgreSQL database, which begins with postgres:// or postgresql://, or at
// the path of a SQLite file, which is created when there is none. It returns ErrAddress for what is neither. A file of
// an older version is backed up and migrated, a database is refused. The clock tells the time of units of work.
func Open(ctx context.Context, address string, clock func() time.Time) (Store, error) {
	return program{clock: clock}.open(ctx, address, false)
}

// OpenMigrating is Open, and migrates a database too.
func OpenMigrating(ctx context.Context, address string, clock func() time.Time) (Store, error) {
	return program{clock: clock}.open(ctx, address, true)
}

// program has the migrations of each kind of store, nil being those of this program, and the clock of units of work.
type program struct {
	sqlite, postgres fs.FS
	clock            func() time.Time
}

// open is OpenMigrating or Open.
func (p program) open(ctx context.Context, address string, migrate bool) (Store, error) {
	if err := CheckAddress(address); err != nil {
		return nil, err
	}
	if isServer(address) {
		o := postgres.Options{Migrations: p.postgres, Migrate: migrate, Clock: p.clock}
		return opened(postgres.Open(ctx, lowered(address), o))
	}
	return opened(sqlite.Open(ctx, address, sqlite.Options{Migrations: p.sqlite, Clock: p.clock}))
}

// opened returns db as a Store; beside an error there is none, not even one that holds nothing.
func opened[T Store](db T, err error) (Store, error) {
	if err != nil {
		return nil, err
	}
	return db, nil
}
