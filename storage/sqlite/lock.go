package sqlite

import (
	"errors"
	"os"

	"github.com/gofrs/flock"
)

// lockEnd is what the name of a lock has after that of its file.
const lockEnd = ".lock"

// acquire takes the lock of the file at path, which need not be there, or returns ErrLocked. Whoever removes the file
// of the lock does so before unlocking it.
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

// isCurrent reports whether a lock is on the file that now has its name: who had it before may have removed that.
func isCurrent(lock *flock.Flock) bool {
	own, err := lock.Stat()
	if err != nil {
		return false
	}
	named, err := os.Stat(lock.Path())
	return err == nil && os.SameFile(own, named)
}
