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

// View is a database opened for reading, even while another process has it open. It is safe for concurrent use.
type View struct {
	path     string
	settings string // of its connections
	db       *sql.DB
	steps    []sqlstore.Migration
	version  int
}

// OpenView opens the database at path for reading, in any version. It returns ErrForeign, ErrMixed, sqlstore.ErrNewer,
// sqlstore.ErrFormer, or an error that is os.ErrNotExist.
func OpenView(ctx context.Context, path string, o Options) (*View, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("read database: %w", err)
	}
	if _, err := os.Stat(path); err != nil { // SQLite's error is vaguer
		return nil, fmt.Errorf("read database: %w", err)
	}
	if err := checkLog(ctx, path); err != nil {
		return nil, fmt.Errorf("read database %s: %w", path, err)
	}
	steps, err := o.steps()
	if err != nil {
		return nil, fmt.Errorf("read database %s: %w", path, err)
	}
	v := &View{path: path, settings: viewSettings, steps: steps}
	err = v.connect(ctx)
	if failed, ok := errors.AsType[sqlite3.Error](err); ok && failed.Code == sqlite3.ErrCantOpen && hasNoLog(path) {
		v.settings = bareSettings // SQLite cannot create its -shm file on a read-only file system
		err = v.connect(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("read database %s: %w", path, err)
	}
	return v, nil
}

// hasNoLog reports whether the file contains the whole database.
func hasNoLog(path string) bool {
	info, err := os.Stat(path + "-wal")
	return errors.Is(err, os.ErrNotExist) || err == nil && info.Size() == 0
}

func (v *View) connect(ctx context.Context) (err error) {
	if v.db, err = connect(dsn(v.path, v.settings), 1); err != nil {
		return err
	}
	if v.version, err = identity(ctx, v.db, v.steps); err != nil {
		return errors.Join(err, v.db.Close())
	}
	return nil
}

// Version returns the version of the schema; 0 if the database is empty.
func (v *View) Version() int { return v.version }

// IsOlder reports whether the schema is older than the newest version.
func (v *View) IsOlder() bool { return v.version < len(v.steps) }

// Close closes v.
func (v *View) Close() error { return v.db.Close() }

// Snapshot calls f with a Conn that sees one state of the database and is valid until f returns.
func (v *View) Snapshot(ctx context.Context, f func(sqlstore.Conn) error) error {
	return snapshot(ctx, v.db, f)
}

// Inspect returns what SQLite's own checks find wrong with the database, one line each, at most limit.
func (v *View) Inspect(ctx context.Context, c sqlstore.Conn, limit int) ([]string, error) {
	return inspect(ctx, c, limit)
}

// Size returns how many bytes the database takes beyond an empty one, which has a page for each table and index.
func (v *View) Size(ctx context.Context, c sqlstore.Conn) (n int64, err error) {
	err = c.QueryRowContext(ctx, `SELECT page_size * (page_count - freelist_count -
			(SELECT count(*) FROM sqlite_schema WHERE rootpage > 0))
		FROM pragma_page_size, pragma_page_count, pragma_freelist_count`).Scan(&n)
	return n, err
}

// Backup writes the current state of the database to a new file at path, while the bot may be running. It replaces an
// existing file once the new one is complete, checked and on the disk. It returns ErrDamaged if the copy is not sound.
func (v *View) Backup(ctx context.Context, path string) error {
	err := Replace(path, func(part string) error { return v.write(ctx, part) })
	if err != nil {
		return fmt.Errorf("back up to %s: %w", path, err)
	}
	return nil
}

// Restore checks the database and puts a copy at path. It returns the path to which it moved the old file; "" if there
// was none. It returns ErrDamaged, or ErrLocked if a bot has the file at path open.
func (v *View) Restore(ctx context.Context, path string) (kept string, err error) {
	kept, err = Exchange(path, func(part string) error { return v.write(ctx, part) })
	if err != nil {
		err = fmt.Errorf("restore: %w", err)
	}
	return kept, err
}

// write writes the current state of the database to a new file, and checks it.
func (v *View) write(ctx context.Context, part string) error {
	if _, err := touch(part); err != nil { // SQLite would make it readable for everybody
		return err
	}
	if err := v.vacuum(ctx, part); err != nil {
		return err
	}
	return checkSound(ctx, part)
}

func (v *View) vacuum(ctx context.Context, to string) error {
	settings := v.settings
	if settings == viewSettings {
		settings = readerSettings // query_only forbids VACUUM INTO, which writes only the other file
	}
	db, err := connect(dsn(v.path, settings), 1)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "VACUUM INTO ?", to)
	return errors.Join(err, db.Close())
}

// checkSound returns ErrDamaged if SQLite finds something wrong in a file that nobody writes.
func checkSound(ctx context.Context, path string) error {
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
// allow. Of invalid JSON values, SQLite reports only the first.
func inspect(ctx context.Context, c sqlstore.Conn, limit int) (found []string, err error) {
	const statement = "SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'"
	for text, err := range sqlstore.Rows(ctx, c, statement, sqlstore.ScanOne[string]) {
		if failed, ok := errors.AsType[sqlite3.Error](err); ok && failed.Code == sqlite3.ErrError {
			// SQLite reports an invalid JSON value as an error of the statement.
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
