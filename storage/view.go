package storage

import (
	"context"
	"fmt"

	"madbot/storage/postgres"
	"madbot/storage/sqlite"
	"madbot/storage/sqlstore"
	"madbot/storage/verify"
)

// View is a store that is only read, also while a bot plays in it.
type View interface {
	// Version returns the version of the schema; 0: the store is empty.
	Version() int
	// Snapshot calls f with a Conn that sees one state of the store, and ends with f.
	Snapshot(ctx context.Context, f func(sqlstore.Conn) error) error
	// Inspect returns what the database itself finds wrong in a state, one line each, at most limit.
	Inspect(ctx context.Context, c sqlstore.Conn, limit int) ([]string, error)
	// Close ends the use of the view.
	Close() error
}

// OpenView opens the store at an address to read it as it is; errors as sqlite.OpenView and postgres.OpenView,
// and ErrAddress.
func OpenView(ctx context.Context, address string) (View, error) {
	if err := CheckAddress(address); err != nil {
		return nil, err
	}
	if isServer(address) {
		return orNoView(postgres.OpenView(ctx, lowered(address)))
	}
	return orNoView(sqlite.OpenView(ctx, address))
}

// orNoView returns no View beside an error, not even one that holds nothing.
func orNoView[V View](v V, err error) (View, error) {
	if err != nil {
		return nil, err
	}
	return v, nil
}

// snapshot calls f with one state of the store at an address. It returns sqlstore.ErrOlder.
func snapshot(ctx context.Context, address string, f func(View, sqlstore.Conn) error) (err error) {
	v, err := OpenView(ctx, address)
	if err != nil {
		return err
	}
	defer v.Close()
	if v.Version() < sqlstore.Version {
		return fmt.Errorf("read database: %w", sqlstore.ErrOlder)
	}
	return v.Snapshot(ctx, func(c sqlstore.Conn) error { return f(v, c) })
}

// Check returns what is wrong in the store at an address, one line each, at most limit. An error says that it could
// not be read.
func Check(ctx context.Context, address string, limit int) (found []string, err error) {
	err = snapshot(ctx, address, func(v View, c sqlstore.Conn) error {
		if found, err = v.Inspect(ctx, c, limit); err != nil {
			return err
		}
		more, err := verify.Check(ctx, c, limit-len(found))
		found = append(found, more...)
		return err
	})
	return found, err
}

// Migrate brings the schema of the store at an address, which is there, up to date, as Open does, and returns the
// version that it had.
func Migrate(ctx context.Context, address string) (from int, err error) {
	v, err := OpenView(ctx, address)
	if err != nil {
		return 0, err
	}
	from = v.Version()
	if err := v.Close(); err != nil {
		return from, err
	}
	s, err := Open(ctx, address)
	if err != nil {
		return from, err
	}
	return from, s.Close()
}
