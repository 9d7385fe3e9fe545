package sqlite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// ErrIrregular is returned for what is there and no file that can be replaced, such as a folder, a device or a link.
var ErrIrregular = errors.New("this is not a regular file")

// Replace has write make a new file at the path that it is given, and puts it at path, in place of one that
// was there, when write has returned nil and the file is on the disk. What was at path is still there beside an
// error of write. It returns ErrIrregular, and ErrLocked when a bot has the file at path open, or another call
// writes it.
func Replace(path string, write func(part string) error) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return fmt.Errorf("write file: %w", err)
	}
	if err := checkReplaceable(path); err != nil {
		return fmt.Errorf("write file %s: %w", path, err)
	}
	lock, err := acquire(path)
	if err != nil {
		return fmt.Errorf("write file %s: %w", path, err)
	}
	part := path + ".part"
	return errors.Join(replace(path, part, write), remove(part), os.Remove(lock.Path()), lock.Unlock())
}

// Exchange is Replace of a database, and returns the path at which what was there is kept, with its log; "": there was
// nothing.
func Exchange(path string, write func(part string) error) (kept string, err error) {
	err = Replace(path, func(part string) error {
		if err := write(part); err != nil {
			return err
		}
		kept, err = keep(path)
		return err
	})
	return kept, err
}

// keep gives the database at path, if there is one, and its log another name beside their own.
func keep(path string) (kept string, err error) {
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return "", nil
	}
	if kept, err = beside(path, "before-restore"); err != nil {
		return "", err
	}
	if err := os.Link(path+"-wal", kept+"-wal"); err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	return kept, os.Link(path, kept)
}

// beside returns the path of a file that is not there: path with an end, and a number where that is taken.
func beside(path, end string) (string, error) {
	name := path + "." + end
	for n := 2; ; n++ {
		_, err := os.Lstat(name)
		if errors.Is(err, os.ErrNotExist) {
			return name, nil
		}
		if err != nil {
			return "", err
		}
		name = fmt.Sprintf("%s.%s-%d", path, end, n)
	}
}

// checkReplaceable returns why there can be no new file at path.
func checkReplaceable(path string) error {
	if _, err := os.Stat(filepath.Dir(path)); err != nil {
		return err
	}
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err == nil && !info.Mode().IsRegular():
		return ErrIrregular
	}
	return err
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
	// SQLite would take them for those of the new file, and refuses the two if this is where the program ends.
	return errors.Join(removeJournals(path), flush(filepath.Dir(path)))
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
	return errors.Join(removeAll(path, "", lockEnd), removeJournals(path))
}

// removeJournals removes what SQLite keeps beside a database.
func removeJournals(path string) error { return removeAll(path, "-wal", "-shm", "-journal") }

// removeAll removes the files whose names are path with an end, as far as they are there.
func removeAll(path string, ends ...string) error {
	var errs []error
	for _, end := range ends {
		if err := os.Remove(path + end); !errors.Is(err, os.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
