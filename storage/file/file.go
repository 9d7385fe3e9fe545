// Package file writes files that are there whole or not at all.
package file

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Replace has write make a new file at the path that it is given, and puts it at path, in place of one that
// was there, when write has returned nil and the file is on the disk. When it returns an error nothing has
// changed at path.
func Replace(path string, write func(part string) error) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return fmt.Errorf("write file: %w", err)
	}
	part := path + ".part"
	return errors.Join(replace(path, part, write), remove(part))
}

// replace is Replace by way of part.
func replace(path, part string, write func(part string) error) error {
	if err := remove(part); err != nil { // of what was cut off
		return err
	}
	if err := write(part); err != nil {
		return err
	}
	if err := flush(part); err != nil {
		return err
	}
	if err := os.Rename(part, path); err != nil {
		return err
	}
	return flush(filepath.Dir(path))
}

// flush makes a file, or the names in a folder, survive a loss of power.
func flush(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// remove removes a file if it is there, and what SQLite and this program keep beside a database.
func remove(path string) error {
	var errs []error
	for _, end := range []string{"", "-wal", "-shm", "-journal", ".lock"} {
		if err := os.Remove(path + end); !errors.Is(err, os.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
