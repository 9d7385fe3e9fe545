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
	signal.Ignore(syscall.SIGPIPE) // a reader that has gone is an error of the write
	ctx, stop := signal.NotifyContext(context.Background(), endSignals()...)
	defer stop()
	context.AfterFunc(ctx, func() { // from here on another signal ends the program at once
		signal.Ignore(syscall.SIGHUP) // but for one that a terminal sends twice
		stop()
	})
	ctx, end := context.WithCancelCause(ctx)
	std := stdio{in: os.Stdin, out: os.Stdout, err: readBy{os.Stderr, end}, getenv: os.Getenv}
	os.Exit(execute(ctx, os.Args[1:], std))
}

// endSignals are those that tell the program to end. What nohup has started outlives its terminal.
func endSignals() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}

// errNoReader ends the program when nobody can read its log any more.
var errNoReader = errors.New("the reader of the log has gone")

// readBy is a Writer to a program that may end before this one.
type readBy struct {
	io.Writer
	end context.CancelCauseFunc // is called with errNoReader then
}

func (r readBy) Write(p []byte) (int, error) {
	n, err := r.Writer.Write(p)
	if errors.Is(err, syscall.EPIPE) {
		r.end(errNoReader)
	}
	return n, err
}

// execute runs the sub-command named by args and returns the exit code.
func execute(ctx context.Context, args []string, std stdio) int {
	err := runCommand(ctx, args, std)
	var usage *usageError
	switch {
	case err == nil && errors.Is(context.Cause(ctx), errNoReader):
		return exitFailed
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
