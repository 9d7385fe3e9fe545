package bot

import (
	"fmt"
	"runtime/debug"
)

// panicError is a panic that was caught: a defect.
type panicError struct {
	value any
	stack []byte
}

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v", e.value) }

// safely runs f and returns a panic as a *panicError: a defect that one person meets must not end the
// program for all.
func safely(f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &panicError{v, debug.Stack()}
		}
	}()
	return f()
}
