package sqlstore

import (
	"sync/atomic"
	"time"
)

// faultMemory is for how long the fault of a unit of work tells of the store: longer than it takes until another one
// is tried.
const faultMemory = 75 * time.Second

// Faults remembers that a unit of work failed because of the store, such as a disk without room: what is written to
// see whether the store is well may have room where that had none. The zero value remembers nothing.
type Faults struct{ last atomic.Pointer[error] }

// Note remembers err for a while.
func (f *Faults) Note(err error) {
	f.last.Store(&err)
	time.AfterFunc(faultMemory, func() { f.last.CompareAndSwap(&err, nil) })
}

// Recent returns what was noted last, nil when that is long ago.
func (f *Faults) Recent() error {
	if last := f.last.Load(); last != nil {
		return *last
	}
	return nil
}
