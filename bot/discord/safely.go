package discord

import "fmt"

// safely runs f and returns a panic as an error: a defect must not end the program.
func safely(f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v", v)
		}
	}()
	return f()
}
