// Package storage opens the store that a configuration names, and moves what it holds.
package storage

import (
	"context"
	"strings"

	"madbot/bot/play"
	"madbot/storage/postgres"
	"madbot/storage/query"
	"madbot/storage/sqlite"
)

// Store is what the program needs of a store beside the use cases.
type Store interface {
	play.Store
	// Fill calls f with a Conn whose changes are kept whole when f returns nil, else not at all. It is for a store
	// that nobody uses meanwhile.
	Fill(ctx context.Context, f func(query.Conn) error) error
	// Ping returns nil when the store can be read and written: for health checks.
	Ping(context.Context) error
	// Close ends the use of the store. No method may be called after it.
	Close() error
}

// IsServer reports whether an address is one of a PostgreSQL database, not the path of a SQLite file.
func IsServer(address string) bool {
	return strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://")
}

// Open opens the store at an address, which is created when there is none.
func Open(ctx context.Context, address string) (Store, error) {
	if IsServer(address) {
		return orNone(postgres.Open(ctx, address, postgres.Options{}))
	}
	return orNone(sqlite.Open(ctx, address, sqlite.Options{}))
}

// orNone returns no Store beside an error, not even one that holds nothing.
func orNone[S Store](s S, err error) (Store, error) {
	if err != nil {
		return nil, err
	}
	return s, nil
}
