package sqlite

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
)

type openFile struct {
	path string
	info os.FileInfo
}

// openFiles returns the files of an open database.
func openFiles(path string) (all []openFile, err error) {
	for _, end := range []string{"", "-wal", "-shm"} {
		info, err := os.Stat(path + end)
		if err != nil {
			return nil, err
		}
		all = append(all, openFile{path + end, info})
	}
	return all, nil
}

// check returns ErrRemoved if the file was removed or replaced.
func (f openFile) check() error {
	now, err := os.Stat(f.path)
	if errors.Is(err, os.ErrNotExist) || err == nil && !os.SameFile(now, f.info) {
		return fmt.Errorf("%w: %s", ErrRemoved, f.path)
	}
	return err
}

// Ping returns nil if the database can be read and written, for health checks. It rewrites an existing value, because
// only a write shows that the disk is neither full nor read-only. A recent error of a unit of work counts as well. It
// returns ErrRemoved.
func (d *DB) Ping(ctx context.Context) error {
	for _, f := range d.files {
		if err := f.check(); err != nil {
			return err
		}
	}
	if err := d.faults.Recent(); err != nil {
		if !isFull(err) || !d.hasRoom(ctx) {
			return err
		}
		d.faults.Clear()
	}
	var some bool
	if err := d.readers.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM players)").Scan(&some); err != nil {
		return fmt.Errorf("ping database: %w", err)
	}
	if err := d.writer.do(ctx, func(context.Context) error { return nil }); err != nil {
		return fmt.Errorf("ping database: %w", err)
	}
	return nil
}

// errProbed ends the transaction of hasRoom without a change.
var errProbed = errors.New("there is room")

// hasRoom reports whether the database and its disk have room again, for more than the largest unit of work.
func (d *DB) hasRoom(ctx context.Context) bool {
	const size = 256 << 10
	err := d.writer.do(ctx, func(ctx context.Context) error {
		_, err := d.writer.ExecContext(ctx, fmt.Sprintf("CREATE TABLE probe AS SELECT zeroblob(%d) AS x", size))
		return cmp.Or(err, errProbed)
	})
	if !errors.Is(err, errProbed) {
		return false
	}
	probe := d.about.Where + ".probe"
	f, err := os.OpenFile(probe, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return false
	}
	_, err = f.Write(make([]byte, size))
	return errors.Join(err, f.Sync(), f.Close(), os.Remove(probe)) == nil
}
