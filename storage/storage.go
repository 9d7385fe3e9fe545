// Package storage opens the store that a configuration names.
package storage

import (
	"context"

	"madbot/bot/play"
	"madbot/storage/sqlite"
)

// Store is what the program needs of a store beside the use cases.
type Store interface {
	play.Store
	// Ping returns nil when the store can be read and written: for health checks.
	Ping(context.Context) error
	// Close ends the use of the store. No method may be called after it.
	Close() error
}

// Open opens the store at the path of a SQLite file, which is created when there is none.
func Open(ctx context.Context, path string) (Store, error) {
	db, err := sqlite.Open(ctx, path, sqlite.Options{})
	if err != nil {
		return nil, err // and not a Store that holds a nil *sqlite.DB
	}
	return db, nil
}
