// Command madbot plays MAD in Discord, or in its own sandbox.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
)

// Exit codes: all well, something failed, the call or the configuration is wrong.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

// stdio is where a command reads its surroundings and writes its words.
type stdio struct {
	in       io.Reader
	out, err io.Writer
	getenv   func(string) string
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // from here on another signal ends the program at once
	std := stdio{in: os.Stdin, out: os.Stdout, err: os.Stderr, getenv: os.Getenv}
	os.Exit(execute(ctx, os.Args[1:], std))
}

// execute runs the sub-command named by args and returns the exit code.
func execute(ctx context.Context, args []string, std stdio) int {
	err := runCommand(ctx, args, std)
	var usage *usageError
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errNoCommand):
		return exitUsage
	case errors.As(err, &usage):
		fmt.Fprintln(std.err, "madbot:", usage)
		return exitUsage
	}
	fmt.Fprintln(std.err, "madbot:", oneLine(err))
	return exitFailed
}

// oneLine returns what err says without its line breaks.
func oneLine(err error) string {
	return strings.NewReplacer(":\n\t", ": ", "\n\t", "; ", "\n", "; ").Replace(err.Error())
}
