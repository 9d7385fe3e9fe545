package storage

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"madbot/storage/postgres"
	"madbot/storage/sqlite"
	"madbot/storage/sqlstore"
)

// View is a store opened for reading, even while a bot uses it.
type View interface {
	// Version returns the version of the schema; 0 if the store is empty.
	Version() int
	// IsOlder reports whether the schema is older than the newest version.
	IsOlder() bool
	// Snapshot calls f with a Conn that sees one state of the store and is valid until f returns.
	Snapshot(ctx context.Context, f func(sqlstore.Conn) error) error
	// Inspect returns what the database's own checks find wrong, one line each, at most limit.
	Inspect(ctx context.Context, c sqlstore.Conn, limit int) ([]string, error)
	// Size returns how many bytes the store takes beyond an empty one.
	Size(ctx context.Context, c sqlstore.Conn) (int64, error)
	// Close closes the view.
	Close() error
}

// OpenView opens the store at an address for reading, in any version. Its errors are as for sqlite.OpenView and
// postgres.OpenView, and ErrAddress.
func OpenView(ctx context.Context, address string) (View, error) { return program{}.view(ctx, address) }

func (p program) view(ctx context.Context, address string) (View, error) {
	if err := CheckAddress(address); err != nil {
		return nil, err
	}
	if isServer(address) {
		return orNoView(postgres.OpenView(ctx, lowered(address), postgres.Options{Migrations: p.postgres}))
	}
	return orNoView(sqlite.OpenView(ctx, address, sqlite.Options{Migrations: p.sqlite}))
}

func orNoView[V View](v V, err error) (View, error) {
	if err != nil {
		return nil, err
	}
	return v, nil
}

// snapshot calls f with one state of the store at an address, in the newest schema. It returns sqlstore.ErrEmpty.
func snapshot(ctx context.Context, address string, f func(sqlstore.Conn) error) (err error) {
	return withView(ctx, address, func(v View) error { return program{}.read(ctx, v, f) })
}

func withView(ctx context.Context, address string, f func(View) error) error {
	v, err := OpenView(ctx, address)
	if err != nil {
		return err
	}
	return errors.Join(f(v), v.Close())
}

// read calls f with one state of v. If v is older, f gets a migrated copy.
func (p program) read(ctx context.Context, v View, f func(sqlstore.Conn) error) error {
	switch {
	case v.Version() == 0:
		return fmt.Errorf("read database: %w", sqlstore.ErrEmpty)
	case !v.IsOlder():
		return v.Snapshot(ctx, f)
	}
	dir, err := os.MkdirTemp("", "madbot")
	if err != nil {
		return err
	}
	path := filepath.Join(dir, "copy.db")
	err = p.save(ctx, v, path, nil)
	if err == nil {
		err = readCopy(ctx, path, sqlite.Options{Migrations: p.sqlite, Copy: true}, f)
	}
	return errors.Join(err, os.RemoveAll(dir))
}

// readCopy migrates the file at path and calls f with its contents.
func readCopy(ctx context.Context, path string, o sqlite.Options, f func(sqlstore.Conn) error) error {
	s, err := sqlite.Open(ctx, path, o)
	if err != nil {
		return err
	}
	return errors.Join(s.Snapshot(ctx, f), s.Close())
}

// Check returns the inconsistencies of the store at an address, one line each, at most limit. It returns an error if
// the store cannot be read.
func Check(ctx context.Context, address string, limit int) (found []string, err error) {
	err = withView(ctx, address, func(v View) error {
		found, err = program{}.check(ctx, v, limit)
		return err
	})
	return found, err
}

func (p program) check(ctx context.Context, v View, limit int) (found []string, err error) {
	err = v.Snapshot(ctx, func(c sqlstore.Conn) error {
		found, err = v.Inspect(ctx, c, limit)
		return err
	})
	if err != nil {
		return nil, err
	}
	err = p.read(ctx, v, func(c sqlstore.Conn) error {
		more, err := sqlstore.Check(ctx, c, limit-len(found))
		found = append(found, more...)
		return err
	})
	return found, err
}

// Migrate migrates the store at an address, which must exist, and returns how it was found.
func Migrate(ctx context.Context, address string) (sqlstore.About, error) {
	if err := isThere(ctx, address); err != nil {
		return sqlstore.About{}, err
	}
	s, err := OpenMigrating(ctx, address, nil)
	if err != nil {
		return sqlstore.About{}, err
	}
	return s.About(), s.Close()
}

// OpenThere is like Open, for a store that must exist.
func OpenThere(ctx context.Context, address string, clock func() time.Time) (Store, error) {
	if err := isThere(ctx, address); err != nil {
		return nil, err
	}
	return Open(ctx, address, clock)
}

// isThere returns an error if no store at address can be read.
func isThere(ctx context.Context, address string) error {
	return withView(ctx, address, func(View) error { return nil })
}
