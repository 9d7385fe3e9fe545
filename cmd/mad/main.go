// Command mad plays, analyses and checks the game MAD at a terminal.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// The exit codes: success, failure, wrong usage.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

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

type command struct {
	name, summary string
	run           func(std stdio, args []string) error
}

// commands returns the sub-commands in the order of the help.
func commands() []command {
	return []command{
		{"show", "draw a position as text", runShow},
		{"render", "draw a position as a picture", runRender},
		{"turns", "list the legal turns of each position on standard input", runTurns},
		{"replay", "play the turns of each line on standard input", runReplay},
		{"perft", "count the positions after a number of turns", runPerft},
		{"play", "play against the engine", runPlay},
		{"analyse", "print the best turns of a position, and why they are good", runAnalyse},
		{"review", "judge a finished game turn by turn", runReview},
		{"puzzles", "find puzzles in games, and prove them", runPuzzles},
		{"engine", "speak the engine protocol, for other programs", runEngine},
		{"bench", "print the node count and the speed of the search", runBench},
		{"match", "play engine against engine and print the score", runMatch},
		{"endings", "build the file of solved endings", runEndings},
		{"version", "print the version", runVersion},
	}
}

// usageError is the error for a wrong command line: one line that says what to change.
type usageError struct{ text string }

func (e *usageError) Error() string { return e.text }

func usagef(format string, args ...any) error {
	return &usageError{fmt.Sprintf(format, args...)}
}

// errNoCommand is returned if mad is run without a command, after printing the help.
var errNoCommand = errors.New("a command is missing")

// errReported is the error of a command that has already printed why it failed.
var errReported = errors.New("reported")

func dispatch(std stdio, args []string) error {
	if len(args) == 0 {
		return cmp.Or(help(std.err), errNoCommand)
	}
	if isHelp(args[0]) {
		return helpOn(std, args[1:])
	}
	for _, c := range commands() {
		if c.name == args[0] {
			return ignoreHelp(c.run(std, args[1:]))
		}
	}
	return usagef("unknown command %q; see mad help", args[0])
}

func isHelp(word string) bool {
	return slices.Contains([]string{"-h", "-help", "--help", "help"}, word)
}

func helpOn(std stdio, args []string) error {
	if len(args) == 0 || isHelp(args[0]) {
		return help(std.out)
	}
	for _, c := range commands() {
		if c.name == args[0] {
			return ignoreHelp(c.run(std, []string{"-h"}))
		}
	}
	return usagef("unknown command %q; see mad help", args[0])
}

// The help before and after the list of commands.
const (
	helpBefore = `mad plays and analyses the game MAD at a terminal.

usage: mad COMMAND [flags] [arguments]

`
	helpAfter = `
A position is seven fields, as in "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r rb 0 -":
size, squares of Red's and of Blue's 111 112 121 122 211 212 221 222 (-- in exile), side
to move, positioning turns still to play, turns since the last expulsion, and the side
that made it.

mad help COMMAND explains a command.
`
)

func help(w io.Writer) error {
	text := helpBefore
	for _, c := range commands() {
		text += fmt.Sprintf("  %-10s %s\n", c.name, c.summary)
	}
	_, err := io.WriteString(w, text+helpAfter)
	return err
}

// errHelp is returned by parse after printing the help of a sub-command.
var errHelp = errors.New("help was asked for")

// parse parses the flags of a sub-command without arguments, or prints its help.
func parse(std stdio, fs *flag.FlagSet, args []string, usage string) error {
	if err := parseFlags(std, fs, args, usage); err != nil {
		return err
	}
	return noArguments(fs)
}

// parseFlags is parse for any number of arguments after the flags. usage begins with the arguments, if any, on its
// first line, followed by what the command does.
func parseFlags(std stdio, fs *flag.FlagSet, args []string, usage string) error {
	var flags strings.Builder
	fs.SetOutput(io.Discard)
	err := fs.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fs.SetOutput(&flags)
		fs.PrintDefaults()
		text := "usage: mad " + fs.Name()
		if !strings.HasPrefix(usage, "\n") { // arguments follow
			text += " "
		}
		text += usage
		if flags.Len() > 0 {
			text += "\n" + flags.String()
		}
		_, err := io.WriteString(std.out, text)
		return cmp.Or(err, errHelp)
	case err != nil:
		return usagef("%s: %v; see mad help %s", fs.Name(), err, fs.Name())
	}
	return nil
}

func ignoreHelp(err error) error {
	if errors.Is(err, errHelp) {
		return nil
	}
	return err
}

func noArguments(fs *flag.FlagSet) error {
	if fs.NArg() > 0 {
		return usagef("%s: unexpected %q; see mad help %s", fs.Name(), fs.Arg(0), fs.Name())
	}
	return nil
}
