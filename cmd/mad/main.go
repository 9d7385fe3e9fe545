// Command mad is the game of MAD at a terminal: for players, for work on the engine, for checks.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// The exit codes: success, failure, wrong call.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

// stdio is the standard streams.
type stdio struct {
	in       io.Reader
	out, err io.Writer
}

func main() {
	os.Exit(execute(stdio{in: os.Stdin, out: os.Stdout, err: os.Stderr}, os.Args[1:]))
}

// execute runs the sub-command named by args and returns the exit code.
func execute(std stdio, args []string) int {
	err := dispatch(std, args)
	var usage *usageError
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errNoCommand):
		return exitUsage
	case errors.As(err, &usage):
		fmt.Fprintln(std.err, "mad:", err)
		return exitUsage
	case !errors.Is(err, errReported):
		fmt.Fprintln(std.err, "mad:", err)
	}
	return exitFailed
}
