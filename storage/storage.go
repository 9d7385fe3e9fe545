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

// Store is what the program needs of a store in addition to the use cases.
type Store interface {
	play.Store

	// Others returns how many other processes are in Watch.
	Others(context.Context) (int, error)
	// Alone waits until no other process is in Alone, and calls f. If another process takes over, f's context is
	// cancelled, and Alone waits again. It returns the error of f, or of ctx if that ends.
	Alone(ctx context.Context, f func(context.Context) error) error
	// Leads reports whether this process is in the function of Alone, and has not hung for so long that another one
	// may have taken over.
	Leads() bool

	// ClaimInteraction reports whether the interaction with this id has not been claimed recently, and claims it. It does
	// not wait for the disk: a power failure may undo it.
	ClaimInteraction(ctx context.Context, id string) (bool, error)

	// Watch calls wake whenever another process may have scheduled jobs, until ctx ends.
	Watch(ctx context.Context, wake func())
	// Poll returns how often to look for due jobs without a wake, because a notification may be lost; 0: never.
	Poll() time.Duration

	// Snapshot calls f with a read-only Conn that sees one state of the store and is valid until f returns. The bot may
	// keep running.
	Snapshot(ctx context.Context, f func(sqlstore.Conn) error) error
	// Fill calls f with a Conn whose changes are kept if f returns nil, and otherwise rolled back. It is for a store
	// that nobody else uses.
	Fill(ctx context.Context, f func(sqlstore.Conn) error) error

	// About returns the store as it was when it was opened.
	About() sqlstore.About
	// Skew returns by how much the clock of a shared store is at least ahead of now; negative if it is behind. It returns
	// 0 if the two may agree, or the store is not shared.
	Skew(ctx context.Context, now func() time.Time) (time.Duration, error)
	// Ping returns nil if the store can be read and written, for health checks.
	Ping(context.Context) error
	// Close closes the store. No method may be called afterwards.
	Close() error
}

// Open opens the store at address: a PostgreSQL database if it begins with postgres:// or postgresql://, otherwise the
// path of a SQLite file, which is created if it does not exist. It returns ErrAddress if the address is neither. It
// backs up and migrates a file of an older version, but refuses an older database. Units of work take their time from
// clock.
func Open(ctx context.Context, address string, clock func() time.Time) (Store, error) {
	return program{clock: clock}.open(ctx, address, false)
}

// OpenMigrating is Open, except that it migrates an older database, too.
func OpenMigrating(ctx context.Context, address string, clock func() time.Time) (Store, error) {
	return program{clock: clock}.open(ctx, address, true)
}

// program holds the migrations for each kind of store, nil for the built-in ones, and the clock of units of work.
type program struct {
	sqlite, postgres fs.FS
	clock            func() time.Time
}

func (p program) open(ctx context.Context, address string, migrate bool) (Store, error) {
	if err := CheckAddress(address); err != nil {
		return nil, err
	}
	if isServer(address) {
		o := postgres.Options{Migrations: p.postgres, Migrate: migrate, Clock: p.clock}
		return orNoStore(postgres.Open(ctx, lowered(address), o))
	}
	return orNoStore(sqlite.Open(ctx, address, sqlite.Options{Migrations: p.sqlite, Clock: p.clock}))
}

func orNoStore[T Store](db T, err error) (Store, error) {
	if err != nil {
		return nil, err
	}
	return db, nil
}
