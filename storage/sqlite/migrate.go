package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"madbot/storage/sqlstore"
)

// What is in the head of a file says whose it is.
const (
	applicationID = 0x4D414442 // "MADB": ours
	formerID      = 0x4D414421 // "MAD!": ours, from before there was a version 1
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// steps returns the migrations that lead to the version of the schema that a file gets.
func (o Options) steps() ([]sqlstore.Migration, error) {
	files := o.Migrations
	if files == nil {
		files = migrationFiles
	}
	all, err := sqlstore.Migrations(files)
	if o.Version > 0 && err == nil {
		all = all[:o.Version]
	}
	return all, err
}

// identify returns the version of the schema of a file, and refuses one that is not ours or of a schema after the
// newest, before anything writes to it. One that is not there is created empty.
func identify(ctx context.Context, path string, newest int) (version int, err error) {
	size, err := touch(path)
	if err != nil || size == 0 {
		return 0, err
	}
	if err := checkLog(ctx, path); err != nil {
		return 0, err
	}
	db, err := connect(dsn(path, "mode=rw"), 1)
	if err != nil {
		return 0, err
	}
	version, err = identity(ctx, db, newest)
	return version, errors.Join(err, db.Close())
}

// identity returns the version of the schema of a database, 0 for an empty one; ErrForeign, ErrFormer or ErrNewer.
func identity(ctx context.Context, db *sql.DB, newest int) (version int, err error) {
	var application, tables int
	var h head
	err = db.QueryRowContext(ctx, `SELECT
		(SELECT application_id FROM pragma_application_id),
		(SELECT user_version FROM pragma_user_version),
		(SELECT count(*) FROM sqlite_schema)`).Scan(&application, &h, &tables)
	switch {
	case err != nil:
		return 0, err
	case application == formerID:
		return 0, sqlstore.ErrFormer
	case application != applicationID && tables > 0:
		return 0, ErrForeign
	case h.version() > newest:
		return 0, sqlstore.ErrNewer
	}
	return h.version(), nil
}

// touch creates the file for its owner alone when there is none, and returns its size, or why it
// cannot be written, which SQLite says less plainly. No connection to the file may be open: closing
// it here would take away their locks.
func touch(path string) (size int64, err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		return 0, failed.Err // whoever opens the database names it
	}
	if err != nil {
		return 0, err
	}
	info, err := f.Stat()
	if err := errors.Join(err, f.Close()); err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// migrate brings the schema up to date by steps, of which the n-th leads to version n, each in its own transaction.
func migrate(ctx context.Context, w *writer, steps []sqlstore.Migration) error {
	for version := w.head.version(); version < len(steps); version++ {
		err := w.change(ctx, w.head.at(version+1), func(ctx context.Context) error {
			_, err := w.ExecContext(ctx, steps[version].SQL)
			return err
		})
		if err != nil {
			return fmt.Errorf("%s: %w", steps[version].Name, err)
		}
	}
	return nil
}
