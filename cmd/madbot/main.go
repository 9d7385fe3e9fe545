// Command madbot plays MAD in Discord, or in its own sandbox.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"
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
	now      func() time.Time // the clock of the machine; nil: time.Now
}

func main() { program(time.Now) }

// program does what the process is called to do, by a clock.
func program(now func() time.Time) {
	signal.Ignore(syscall.SIGPIPE) // a reader that has gone is an error of the write
	ctx, stop := signal.NotifyContext(context.Background(), endSignals()...)
	defer stop()
	context.AfterFunc(ctx, func() { // from here on another signal ends the program at once
		signal.Ignore(syscall.SIGHUP) // but for one that a terminal sends twice
		stop()
	})
	ctx, end := context.WithCancelCause(ctx)
	std := stdio{in: os.Stdin, out: os.Stdout, err: readBy{os.Stderr, end}, getenv: os.Getenv, now: now}
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
	switch {
	case err == nil && errors.Is(context.Cause(ctx), errNoReader):
		return exitFailed
	case err == nil:
		return exitOK
	case errors.Is(err, errNoCommand):
		return exitUsage
	}
	_, told := errors.AsType[*toldError](err)
	usage, wrong := errors.AsType[*usageError](err)
	switch {
	case told:
	case wrong:
		fmt.Fprintln(std.err, "madbot:", usage)
	default:
		fmt.Fprintln(std.err, "madbot:", oneLine(err))
	}
	if wrong {
		return exitUsage
	}
	return exitFailed
}

// toldError is an error that the log has told.
type toldError struct{ error }

// Unwrap returns the error.
func (e *toldError) Unwrap() error { return e.error }

// oneLine returns what err says without its line breaks, and how to mend it.
func oneLine(err error) string {
	text := strings.NewReplacer(":\n\t", ": ", "\n\t", "; ", "\n", "; ").Replace(err.Error())
	if advice := advise(err); advice != "" {
		text += ": " + advice
	}
	return text
}

// advise returns how to mend what the system refuses; "": the error says so itself.
func advise(err error) string {
	_, network := errors.AsType[*net.OpError](err)
	is := func(errno syscall.Errno) bool { return errors.Is(err, errno) }
	switch {
	case is(syscall.EADDRINUSE):
		return "end what listens there, or set another address"
	case is(syscall.ENOSPC):
		return "make room there"
	case !network && (errors.Is(err, fs.ErrPermission) || is(syscall.EROFS) || is(syscall.ENOTDIR)):
		return "let this user write there, or name another place"
	}
	return ""
}
