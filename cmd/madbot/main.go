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

// Exit codes: success, failure, wrong call, wrong configuration. The last one is EX_CONFIG of sysexits.h, because Go
// itself ends with 2 after a panic, and supervisors must restart the bot then.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
	exitConfig = 78
)

// stdio is the environment of a command: its streams, variables and clock.
type stdio struct {
	in       io.Reader
	out, err io.Writer
	getenv   func(string) string
	now      func() time.Time // the clock of the machine; nil: time.Now
}

func main() { program(time.Now) }

// program runs the command that the process was started with.
func program(now func() time.Time) {
	signal.Ignore(syscall.SIGPIPE) // a closed reader then shows as an error of the write
	ctx, stop := signal.NotifyContext(context.Background(), endSignals()...)
	defer stop()
	context.AfterFunc(ctx, func() { // from here on another signal kills the program
		signal.Ignore(syscall.SIGHUP) // except one that a terminal sends twice
		stop()
	})
	ctx, end := context.WithCancelCause(ctx)
	std := stdio{in: os.Stdin, out: os.Stdout, err: readBy{os.Stderr, end}, getenv: os.Getenv, now: now}
	os.Exit(execute(ctx, os.Args[1:], std))
}

// endSignals returns the signals that stop the program. Under nohup, SIGHUP is not one of them.
func endSignals() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}

// errNoReader ends the program when the reader of its log has gone.
var errNoReader = errors.New("the reader of the log has gone")

// readBy is a Writer to a reader that may exit first.
type readBy struct {
	io.Writer
	end context.CancelCauseFunc // called with errNoReader in that case
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
	_, logged := errors.AsType[*loggedError](err)
	usage, wrong := errors.AsType[*usageError](err)
	switch {
	case logged:
	case wrong:
		fmt.Fprintln(std.err, "madbot:", usage)
	default:
		fmt.Fprintln(std.err, "madbot:", oneLine(err))
	}
	if wrong {
		return usage.code
	}
	return exitFailed
}

// loggedError is an error that has been logged.
type loggedError struct{ error }

func (e *loggedError) Unwrap() error { return e.error }

// oneLine returns the message of err in one line, with advice.
func oneLine(err error) string {
	text := strings.NewReplacer(":\n\t", ": ", "\n\t", "; ", "\n", "; ").Replace(err.Error())
	if advice := advise(err); advice != "" {
		text += ": " + advice
	}
	return text
}

// advise returns what to do about an error of the operating system; empty if the error says so itself.
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
