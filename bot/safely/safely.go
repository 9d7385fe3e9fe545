// Package safely recovers from panics, so that a defect affects one person and not the whole program.
package safely

import (
	"fmt"
	"runtime/debug"
)

// Do calls f. If f panics, it returns the panic and the stack as an error.
func Do(f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	return f()
}

// Get is Do for functions that return a value.
func Get[T any](f func() (T, error)) (value T, err error) {
	err = Do(func() (err error) { value, err = f(); return err })
	return value, err
}
