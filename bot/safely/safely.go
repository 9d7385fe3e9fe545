// Package safely runs what may panic. A panic is a defect that one person meets; it must not end the program for all.
package safely

import (
	"fmt"
	"runtime/debug"
)

// Do runs f. A panic of f is returned as an error with its stack.
func Do(f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	return f()
}

// Get is Do for what returns a value.
func Get[T any](f func() (T, error)) (value T, err error) {
	err = Do(func() (err error) { value, err = f(); return err })
	return value, err
}
