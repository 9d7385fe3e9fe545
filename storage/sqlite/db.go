package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
	_ "github.com/mattn/go-sqlite3" // the driver named sqlite3

	_ "madbot/storage/sqlite/needcgo"
	"madbot/storage/sqlstore"
)

const defaultReaders = 4

// Options are the settings of a DB. The zero value is usable.
type Options struct {
	Readers    int   // read-only connections; 0: four
	Migrations fs.FS // migrations/*.sql; the n-th leads to version n; nil: those of this program
	Version    int   // of the schema to migrate to; 0: the newest
	Copy       bool  // the file is a copy and needs no backup before it is migrated

	Clock func() time.Time // the time of units of work; nil: they do not need one
}

// DB is an open database. It is safe for concurrent use.
type DB struct {
	sqlstore.Reader // of readers
	lock            *flock.Flock
	writer          *writer
	readers         *sql.DB
	faults          sqlstore.Faults
	claims          sqlstore.Claims
	clock           func() time.Time
	files           []openFile
	about           sqlstore.About
}

// About returns the database as it was when it was opened.
func (d *DB) About() sqlstore.About { return d.about }

// Open opens the database at path. It creates the file and its folder if they do not exist, and migrates an older file
// after backing it up next to it. It returns ErrLocked, ErrForeign, ErrMixed, sqlstore.ErrNewer or sqlstore.ErrFormer,
// and then has not changed the file.
func Open(ctx context.Context, path string, o Options) (*DB, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	lock, err := acquire(path)
	if err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	d := &DB{lock: lock, clock: o.Clock, about: sqlstore.About{Kind: "SQLite", Where: path}}
	if err := d.open(ctx, path, o); err != nil {
		return nil, errors.Join(fmt.Errorf("open database %s: %w", path, err), d.release())
	}
	return d, nil
}

// open opens the connections of a locked database.
func (d *DB) open(ctx context.Context, path string, o Options) (err error) {
	steps, err := o.steps()
	if err != nil {
		return err
	}
	if d.about.Version, err = identify(ctx, path, steps); err != nil {
		return err
	}
	if d.about.Version > 0 && d.about.Version < len(steps) && !o.Copy {
		if d.about.Backup, err = backUp(ctx, path, d.about.Version, o); err != nil {
			return err
		}
	}
	if d.writer, err = openWriter(ctx, path); err != nil {
		return err
	}
	if err := requireWAL(ctx, d.writer); err != nil {
		return err
	}
	if err := takeOver(ctx, d.writer, steps); err != nil {
		return err
	}
	// From here on, every page in the log has the new mark.
	if _, err := d.writer.ExecContext(ctx, "PRAGMA optimize = 0x10002; PRAGMA wal_checkpoint(PASSIVE)"); err != nil {
		return err
	}
	if d.readers, err = connect(dsn(path, readerSettings), cmp.Or(o.Readers, defaultReaders)); err != nil {
		return err
	}
	d.Reader = sqlstore.NewReader(prepare(d.readers), dialect())
	d.files, err = openFiles(path)
	return err
}

// backUp backs up an older database next to it, and returns the path.
func backUp(ctx context.Context, path string, version int, o Options) (to string, err error) {
	if to, err = unusedPath(path, fmt.Sprintf("v%d", version)); err != nil {
		return "", err
	}
	v, err := OpenView(ctx, path, o)
	if err != nil {
		return "", err
	}
	return to, errors.Join(v.Backup(ctx, to), v.Close())
}

// takeOver marks the file as written by this process, migrates it, and frees all leases.
func takeOver(ctx context.Context, w *writer, steps []sqlstore.Migration) error {
	if err := w.do(ctx, func(context.Context) error { return nil }); err != nil { // write the head as it was, for checkLog
		return err
	}
	if err := migrate(ctx, w, steps); err != nil {
		return err
	}
	// The lock of the file proves that the processes which held leases are gone.
	const free = "UPDATE jobs SET lease = NULL, claim = NULL WHERE lease IS NOT NULL"
	return w.change(ctx, w.head.marked(), func(ctx context.Context) error {
		_, err := w.ExecContext(ctx, free)
		return err
	})
}

// Close writes the log back into the file, closes the file, and lets other processes open it. No method may be called
// afterwards.
func (d *DB) Close() error {
	_, err := d.writer.ExecContext(context.Background(), "PRAGMA optimize; PRAGMA wal_checkpoint(TRUNCATE)")
	return errors.Join(err, d.release())
}

func (d *DB) release() error {
	var errs []error
	if d.readers != nil {
		errs = append(errs, d.readers.Close())
	}
	if d.writer != nil {
		errs = append(errs, d.writer.close())
	}
	return errors.Join(append(errs, d.lock.Unlock())...)
}
