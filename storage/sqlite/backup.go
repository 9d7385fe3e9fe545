package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Backup writes the database as it is now to a new file at path, which replaces one that was
// there only when it is whole, checked and on the disk. Play goes on meanwhile.
func (d *DB) Backup(ctx context.Context, path string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return fmt.Errorf("back up to %s: %w", path, err)
	}
	part := path + ".part"
	if err := d.copyTo(ctx, part); err != nil {
		return errors.Join(fmt.Errorf("back up to %s: %w", path, err), remove(part))
	}
	if err := os.Rename(part, path); err != nil {
		return errors.Join(fmt.Errorf("back up: %w", err), remove(part))
	}
	if err := flush(filepath.Dir(path)); err != nil {
		return fmt.Errorf("back up to %s: %w", path, err)
	}
	return nil
}

// copyTo writes a checked copy, which is on the disk when it returns nil.
func (d *DB) copyTo(ctx context.Context, path string) error {
	if err := remove(path); err != nil { // of a backup that was cut off
		return err
	}
	if _, err := touch(path); err != nil { // SQLite would let everybody read it
		return err
	}
	if _, err := d.readers.ExecContext(ctx, "VACUUM INTO ?", path); err != nil {
		return err
	}
	if err := flush(path); err != nil {
		return err
	}
	db, err := connect(dsn(path, bareSettings), 1)
	if err != nil {
		return err
	}
	return errors.Join(inspect(ctx, db), db.Close())
}

// flush makes a file, or the names in a folder, survive a loss of power.
func flush(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// remove removes a file if it is there.
func remove(path string) error {
	if err := os.Remove(path); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}
