package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"madbot/storage/query"
	"madbot/storage/row"
)

// firstVersion is the version of the schema of the first migration.
const firstVersion = 10

// View is a database that is only read, while others play in it. It is safe for concurrent use.
type View struct {
	db      *DB
	version int
}

// OpenView connects to the database at an address, as Open does, to read it as it is. It returns ErrAddress,
// ErrUnreachable, ErrRefused or ErrNewer.
func OpenView(ctx context.Context, address string) (*View, error) {
	config, err := parse(address)
	if err != nil {
		return nil, err
	}
	v := &View{db: connect(config, Options{Conns: 1})}
	if v.version, err = identity(ctx, config); err != nil {
		return nil, errors.Join(fmt.Errorf("read database %s of %s: %w", config.Database, config.Host, explain(err)),
			v.Close())
	}
	return v, nil
}

// identity returns the version of the schema, 0 for an empty database; ErrNewer when it is past the newest.
func identity(ctx context.Context, config *pgx.ConnConfig) (int, error) {
	db := stdlib.OpenDB(*config)
	defer db.Close()
	version, err := schemaVersion(ctx, db)
	if err == nil && version > row.Version {
		err = ErrNewer
	}
	return int(version), err
}

// Close ends the use of v.
func (v *View) Close() error { return v.db.Close() }

// Snapshot calls f with a Conn that sees one state of the database, and ends with f. It returns row.ErrOlder.
func (v *View) Snapshot(ctx context.Context, f func(query.Conn) error) error {
	if v.version < row.Version {
		return fmt.Errorf("read database: %w", row.ErrOlder)
	}
	return v.db.Snapshot(ctx, f)
}

// Inspect returns which of its own checks the server does not make in a state of the database, one line each, at
// most limit: those of the others it has made.
func (v *View) Inspect(ctx context.Context, c query.Conn, limit int) (found []string, err error) {
	const statement = `SELECT conrelid::regclass || ': the server does not check ' || conname
			FROM pg_constraint WHERE NOT convalidated
		UNION ALL SELECT tgrelid::regclass || ': the server does not run the trigger ' || tgname
			FROM pg_trigger WHERE tgenabled <> 'O' ORDER BY 1`
	for text, err := range query.Rows(ctx, c, statement, func(from row.Scanner) (text string, err error) {
		err = from.Scan(&text)
		return text, err
	}) {
		if err != nil {
			return nil, err
		}
		if found = append(found, text); len(found) == limit {
			break
		}
	}
	return found, nil
}

// Migrate brings the schema of the database at an address up to a version, and returns the one that it had. It
// returns row.ErrUnknownVersion, row.ErrBackwards, or an error of Open.
func Migrate(ctx context.Context, address string, to int) (from int, err error) {
	config, err := parse(address)
	if err != nil {
		return 0, err
	}
	if from, err = identity(ctx, config); err == nil {
		err = row.CheckTarget(from, to, firstVersion)
	}
	if err == nil {
		err = migrate(ctx, *config, int64(to))
	}
	if err != nil {
		return from, fmt.Errorf("migrate database %s of %s: %w", config.Database, config.Host, explain(err))
	}
	return from, nil
}
