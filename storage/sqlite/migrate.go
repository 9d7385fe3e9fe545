package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"madbot/storage/row"
)

// applicationID is in the head of each file of ours: "MAD!".
const applicationID = 0x4D414421

//go:embed migrations/*.sql
var migrationFiles embed.FS

// migration is one step of the schema, from the version before it.
type migration struct {
	name string
	text string
}

// migrations lists the steps in order; step i leads to version i+1.
func migrations() ([]migration, error) {
	names, err := fs.Glob(migrationFiles, "migrations/*.sql")
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	var all []migration
	for _, name := range names {
		text, err := migrationFiles.ReadFile(name)
		if err != nil {
			return nil, err
		}
		all = append(all, migration{name, string(text)})
	}
	return all, nil
}

// identify refuses a file that is not ours or of a schema after the newest, before anything writes to
// it. One that is not there is created empty.
func identify(ctx context.Context, path string) error {
	size, err := touch(path)
	if err != nil || size == 0 {
		return err
	}
	db, err := connect(dsn(path, "mode=rw"), 1)
	if err != nil {
		return err
	}
	_, err = identity(ctx, db)
	return errors.Join(err, db.Close())
}

// identity returns the version of the schema of a database; ErrForeign or ErrNewer when it is not one of ours,
// or newer than the last migration.
func identity(ctx context.Context, db *sql.DB) (version int, err error) {
	var application, tables int
	err = db.QueryRowContext(ctx, `SELECT
		(SELECT application_id FROM pragma_application_id),
		(SELECT user_version FROM pragma_user_version),
		(SELECT count(*) FROM sqlite_schema)`).Scan(&application, &version, &tables)
	switch {
	case err != nil:
		return 0, err
	case application != applicationID && tables > 0:
		return 0, ErrForeign
	case version > row.Version:
		return 0, ErrNewer
	}
	return version, nil
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

// migrate brings the schema up to date, each step in its own transaction.
func migrate(ctx context.Context, db *sql.DB, steps []migration) error {
	var version int
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	for i := version; i < len(steps); i++ {
		if err := step(ctx, db, steps[i], i+1); err != nil {
			return fmt.Errorf("%s: %w", steps[i].name, err)
		}
	}
	return nil
}

// step runs one migration and records the version it leads to.
func step(ctx context.Context, db *sql.DB, m migration, version int) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // without effect after Commit
	if _, err := tx.ExecContext(ctx, m.text); err != nil {
		return err
	}
	if err := setVersion(ctx, tx, version); err != nil {
		return err
	}
	return tx.Commit()
}

// setVersion records the version of the schema.
func setVersion(ctx context.Context, tx *sql.Tx, version int) error {
	_, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", version))
	return err
}

// Migrate brings the schema of the database at path, which nobody else has open, up to a version, and returns the
// one that it had. It returns row.ErrUnknownVersion, row.ErrBackwards, or an error of Open or OpenView.
func Migrate(ctx context.Context, path string, to int) (from int, err error) {
	v, err := OpenView(ctx, path)
	if err != nil {
		return 0, err
	}
	if err := errors.Join(row.CheckTarget(v.version, to, 1), v.Close()); err != nil {
		return v.version, fmt.Errorf("migrate database %s: %w", v.path, err)
	}
	if err := migrateTo(ctx, v.path, to); err != nil {
		return v.version, fmt.Errorf("migrate database %s: %w", v.path, err)
	}
	return v.version, nil
}

// migrateTo runs the migrations up to a version.
func migrateTo(ctx context.Context, path string, to int) error {
	lock, err := acquire(path)
	if err != nil {
		return err
	}
	d := &DB{lock: lock}
	steps, err := migrations()
	if err == nil {
		d.writer, err = connect(dsn(path, writerSettings), 1)
	}
	if err == nil {
		err = migrate(ctx, d.writer, steps[:to])
	}
	return errors.Join(err, d.release())
}
