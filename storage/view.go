package storage

import (
	"context"

	"madbot/storage/postgres"
	"madbot/storage/query"
	"madbot/storage/sqlite"
	"madbot/storage/verify"
)

// View is a store that is only read, also while a bot plays in it.
type View interface {
	// Snapshot calls f with a Conn that sees one state of the store, and ends with f. It returns row.ErrOlder.
	Snapshot(ctx context.Context, f func(query.Conn) error) error
	// Inspect returns what the database itself finds wrong in a state, one line each, at most limit.
	Inspect(ctx context.Context, c query.Conn, limit int) ([]string, error)
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

// snapshot calls f with one state of the store at an address.
func snapshot(ctx context.Context, address string, f func(View, query.Conn) error) (err error) {
	v, err := OpenView(ctx, address)
	if err != nil {
		return err
	}
	defer v.Close()
	return v.Snapshot(ctx, func(c query.Conn) error { return f(v, c) })
}

// Check returns what is wrong in the store at an address, one line each, at most limit. An error says that it could
// not be read.
func Check(ctx context.Context, address string, limit int) (found []string, err error) {
	err = snapshot(ctx, address, func(v View, c query.Conn) error {
		if found, err = v.Inspect(ctx, c, limit); err != nil {
			return err
		}
		more, err := verify.Check(ctx, c, limit-len(found))
		found = append(found, more...)
		return err
	})
	return found, err
}

// Migrate brings the schema of the store at an address up to a version, and returns the one that it had. It returns
// row.ErrUnknownVersion, row.ErrBackwards, or an error of Open or OpenView.
func Migrate(ctx context.Context, address string, to int) (from int, err error) {
	if err := CheckAddress(address); err != nil {
		return 0, err
	}
	if isServer(address) {
		return postgres.Migrate(ctx, lowered(address), to)
	}
	return sqlite.Migrate(ctx, address, to)
}
