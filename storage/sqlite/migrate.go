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

// The application ids in the head of a file, which identify its program.
const (
	applicationID = 0x4D414442 // "MADB": ours
	formerID      = 0x4D414421 // "MAD!": ours, before version 1
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// steps returns the migrations up to o.Version.
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

// identify returns the version of the schema of a file, and creates an empty file if there is none. It refuses a
// foreign or newer file before anything is written to it.
func identify(ctx context.Context, path string, steps []sqlstore.Migration) (version int, err error) {
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
	version, err = identity(ctx, db, steps)
	return version, errors.Join(err, db.Close())
}

// identity returns the version of the schema of a database, 0 for an empty one. It returns ErrForeign, ErrFormer,
// ErrNewer or ErrOther.
func identity(ctx context.Context, db *sql.DB, steps []sqlstore.Migration) (version int, err error) {
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
	case h.version() > len(steps):
		return 0, sqlstore.ErrNewer
	}
	return h.version(), checkSchema(ctx, db, steps[:h.version()])
}

// touch creates the file, readable only by its owner, if it does not exist, and returns its size. If the file cannot be
// written, its error explains that better than SQLite's. No connection to the file may be open, because closing the
// file here would drop SQLite's locks on it.
func touch(path string) (size int64, err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		return 0, failed.Err // the caller adds the path
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

// migrate runs the missing steps, each in its own transaction; the n-th leads to version n.
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
