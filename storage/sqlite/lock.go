package sqlite

import (
	"errors"
	"os"

	"github.com/gofrs/flock"
)

const lockEnd = ".lock"

// acquire takes the lock of the file at path, which need not exist, or returns ErrLocked. A process that deletes the
// lock file does so before it unlocks it.
func acquire(path string) (*flock.Flock, error) {
	lock := flock.New(path+lockEnd, flock.SetPermissions(0o600))
	ok, err := lock.TryLock()
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, ErrLocked
	case !isCurrent(lock):
		return nil, errors.Join(ErrLocked, lock.Unlock())
	}
	return lock, nil
}

// isCurrent reports whether lock is on the file that is at its path now: the last holder may have deleted the old one.
func isCurrent(lock *flock.Flock) bool {
	own, err := lock.Stat()
	if err != nil {
		return false
	}
	named, err := os.Stat(lock.Path())
	return err == nil && os.SameFile(own, named)
}
