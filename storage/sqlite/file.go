package sqlite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// ErrIrregular is returned for a path that holds something other than a regular file, such as a folder, device or link.
var ErrIrregular = errors.New("this is not a regular file")

// Replace calls write to create a file at a temporary path, syncs it to the disk, and moves it to path, replacing an
// existing file. On an error, the existing file is unchanged. It returns ErrIrregular, or ErrLocked if a bot has the
// file at path open or another call is writing it.
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

// Exchange is Replace for a database. It returns the path to which it moved the old database with its log; "" if there
// was none.
func Exchange(path string, write func(part string) error) (kept string, err error) {
	err = Replace(path, func(part string) error {
		if err := write(part); err != nil {
			return err
		}
		if err := inherit(part, path); err != nil {
			return err
		}
		kept, err = setAside(path)
		return err
	})
	return kept, err
}

// setAside renames the database at path, if there is one, and its log.
func setAside(path string) (kept string, err error) {
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return "", nil
	}
	if kept, err = unusedPath(path, "before-restore"); err != nil {
		return "", err
	}
	if err := os.Link(path+"-wal", kept+"-wal"); err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	return kept, os.Link(path, kept)
}

// unusedPath returns a path that is not in use: path with a suffix, and a number if necessary.
func unusedPath(path, end string) (string, error) {
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

// checkReplaceable returns the reason if no new file can be put at path.
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

// replace is Replace with the temporary path part.
func replace(path, part string, write func(part string) error) error {
	if err := remove(part); err != nil { // left by an interrupted call
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
	// SQLite would use the old journals with the new file, and refuse both if the program ended here.
	return errors.Join(removeJournals(path), flush(filepath.Dir(path)))
}

// inherit gives part the mode and owner of the file at path, if there is one.
func inherit(part, path string) error {
	old, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = os.Chmod(part, old.Mode().Perm())
	}
	if err == nil {
		err = chown(part, old)
	}
	return err
}

// flush syncs a file or folder to the disk, so that it survives a power failure.
func flush(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// remove removes a file, if it exists, with its journals and lock.
func remove(path string) error {
	return errors.Join(removeAll(path, "", lockEnd), removeJournals(path))
}

func removeJournals(path string) error { return removeAll(path, "-wal", "-shm", "-journal") }

func removeAll(path string, ends ...string) error {
	var errs []error
	for _, end := range ends {
		if err := os.Remove(path + end); !errors.Is(err, os.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
