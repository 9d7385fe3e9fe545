package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/mattn/go-sqlite3"

	"madbot/storage/sqlstore"
)

// View is a database that is only read, also while another process has it open. It is safe for concurrent use.
type View struct {
	path            string
	settings        string // of its connections
	db              *sql.DB
	version, newest int
}

// OpenView opens the database at path to read it as it is. It returns ErrForeign, ErrMixed, sqlstore.ErrNewer,
// sqlstore.ErrFormer, or an error that is os.ErrNotExist.
func OpenView(ctx context.Context, path string, o Options) (*View, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("read database: %w", err)
	}
	if _, err := os.Stat(path); err != nil { // SQLite says less
		return nil, fmt.Errorf("read database: %w", err)
	}
	if err := checkLog(ctx, path); err != nil {
		return nil, fmt.Errorf("read database %s: %w", path, err)
	}
	steps, err := o.steps()
	if err != nil {
		return nil, fmt.Errorf("read database %s: %w", path, err)
	}
	v := &View{path: path, settings: viewSettings, newest: len(steps)}
	err = v.connect(ctx)
	if failed, ok := errors.AsType[sqlite3.Error](err); ok && failed.Code == sqlite3.ErrCantOpen && hasNoLog(path) {
		v.settings = bareSettings // SQLite cannot have its files beside one on a read-only file system
		err = v.connect(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("read database %s: %w", path, err)
	}
	return v, nil
}

// hasNoLog reports whether all that a database has is in its file.
func hasNoLog(path string) bool {
	info, err := os.Stat(path + "-wal")
	return errors.Is(err, os.ErrNotExist) || err == nil && info.Size() == 0
}

// connect opens the connection and reads what the database is.
func (v *View) connect(ctx context.Context) (err error) {
	if v.db, err = connect(dsn(v.path, v.settings), 1); err != nil {
		return err
	}
	if v.version, err = identity(ctx, v.db, v.newest); err != nil {
		return errors.Join(err, v.db.Close())
	}
	return nil
}

// Version returns the version of the schema; 0: the database is empty.
func (v *View) Version() int { return v.version }

// IsOlder reports whether the version of the schema is before the newest.
func (v *View) IsOlder() bool { return v.version < v.newest }

// Close ends the use of v.
func (v *View) Close() error { return v.db.Close() }

// Snapshot calls f with a Conn that sees one state of the database, and ends with f.
func (v *View) Snapshot(ctx context.Context, f func(sqlstore.Conn) error) error {
	return snapshot(ctx, v.db, f)
}

// Inspect returns what SQLite itself finds wrong in a state of the database, one line each, at most limit.
func (v *View) Inspect(ctx context.Context, c sqlstore.Conn, limit int) ([]string, error) {
	return inspect(ctx, c, limit)
}

// Size returns how many bytes a state of the database takes beyond an empty one, which has a page for each table and
// index.
func (v *View) Size(ctx context.Context, c sqlstore.Conn) (n int64, err error) {
	err = c.QueryRowContext(ctx, `SELECT page_size * (page_count - freelist_count -
			(SELECT count(*) FROM sqlite_schema WHERE rootpage > 0))
		FROM pragma_page_size, pragma_page_count, pragma_freelist_count`).Scan(&n)
	return n, err
}

// Backup writes the database as it is now to a new file at path, which replaces one that was
// there only when it is whole, checked and on the disk. Play goes on meanwhile. It returns ErrDamaged when what it
// wrote is not sound.
func (v *View) Backup(ctx context.Context, path string) error {
	err := Replace(path, func(part string) error { return v.write(ctx, part) })
	if err != nil {
		return fmt.Errorf("back up to %s: %w", path, err)
	}
	return nil
}

// Restore puts what v has, checked, at path in place of what was there, and returns where that is kept; "": there was
// nothing. It returns ErrDamaged, and ErrLocked while a bot has the file at path open.
func (v *View) Restore(ctx context.Context, path string) (kept string, err error) {
	kept, err = Exchange(path, func(part string) error { return v.write(ctx, part) })
	if err != nil {
		err = fmt.Errorf("restore: %w", err)
	}
	return kept, err
}

// write writes the database as it is now to a new file, and checks that.
func (v *View) write(ctx context.Context, part string) error {
	if _, err := touch(part); err != nil { // SQLite would let everybody read it
		return err
	}
	if err := v.vacuum(ctx, part); err != nil {
		return err
	}
	return sound(ctx, part)
}

// vacuum writes one state of the database into an empty file.
func (v *View) vacuum(ctx context.Context, to string) error {
	settings := v.settings
	if settings == viewSettings {
		settings = readerSettings // VACUUM writes, though not here
	}
	db, err := connect(dsn(v.path, settings), 1)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "VACUUM INTO ?", to)
	return errors.Join(err, db.Close())
}

// sound returns ErrDamaged when SQLite finds something wrong in a file that nobody writes.
func sound(ctx context.Context, path string) error {
	db, err := connect(dsn(path, bareSettings), 1)
	if err != nil {
		return err
	}
	found, err := inspect(ctx, db, 1)
	if len(found) > 0 {
		err = fmt.Errorf("%w: %s", ErrDamaged, found[0])
	}
	return errors.Join(err, db.Close())
}

// inspect returns what SQLite finds wrong, one line each, at most limit: damage, and values that their columns do not
// allow. Of those that are no JSON SQLite finds the first one alone.
func inspect(ctx context.Context, c sqlstore.Conn, limit int) (found []string, err error) {
	const statement = "SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'"
	for text, err := range sqlstore.Rows(ctx, c, statement, sqlstore.ScanOne[string]) {
		if failed, ok := errors.AsType[sqlite3.Error](err); ok && failed.Code == sqlite3.ErrError {
			// It takes a value that is no JSON for a fault of its own.
			text, err = "SQLite cannot check all: "+failed.Error(), nil
		}
		if err != nil {
			return nil, err
		}
		if found = append(found, text); len(found) == limit {
			break
		}
	}
	return found, nil
}
