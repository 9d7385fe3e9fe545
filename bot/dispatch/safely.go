package dispatch

import (
	"fmt"
	"runtime/debug"
)

// PanicError is a panic that was caught: a defect. It is returned by Safely.
type PanicError struct {
	value any
	stack []byte
}

// Error says what was panicked with, without the stack.
func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v", e.value) }

// Safely runs f and returns a panic as a *PanicError: a defect that one person meets must not end the
// program for all.
func Safely(f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &PanicError{v, debug.Stack()}
		}
	}()
	return f()
}
