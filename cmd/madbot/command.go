package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
)

// usageError is a wrong call or a wrong configuration. Its one line says what to change.
type usageError struct {
	text string
	code int // exitUsage or exitConfig
}

func (e *usageError) Error() string { return e.text }

// usagef returns a usageError for a wrong call, with the formatted line.
func usagef(format string, args ...any) error {
	return &usageError{fmt.Sprintf(format, args...), exitUsage}
}

// configf returns a usageError for a wrong configuration, with the formatted line.
func configf(format string, args ...any) error {
	return &usageError{fmt.Sprintf(format, args...), exitConfig}
}

// command is one sub-command of madbot.
type command struct {
	name, summary string
	run           func(ctx context.Context, args []string, std stdio) error
}

// commands lists the sub-commands in the order of the help.
func commands() []command {
	return []command{
		{"run", "play on Discord", runBot},
		{"sandbox", "play here, in a local stand-in for Discord with a web page", runSandbox},
		{"load", "measure a bot under load, in a sandbox", runLoad},
		{"db", "back up, check, move or migrate the database", runDB},
		{"admin", "tell the running bot to block someone, announce something or list matches", runAdmin},
		{"healthcheck", "ask the running bot whether it is alive, or ready (exit 1: no)", runHealthcheck},
		{"locale", "write or update the translation FILE of a language, such as fr.json, for translators", runLocale},
		{"version", "print the version", runVersion},
	}
}

// runCommand finds the sub-command and runs it.
func runCommand(ctx context.Context, args []string, std stdio) error {
	if len(args) == 0 {
		help(std.err)
		return errNoCommand
	}
	switch args[0] {
	case "-h", "-help", "--help", "help":
		help(std.out)
		return nil
	}
	return choose(ctx, group{"madbot", commands()}, args, std)
}

type group struct {
	call string // the prefix
	list []command
}

// choose runs the command that args name.
func choose(ctx context.Context, g group, args []string, std stdio) error {
	for _, c := range g.list {
		if c.name == args[0] {
			return c.run(ctx, args[1:], std)
		}
	}
	return usagef("unknown command %q; see %s -h", args[0], g.call)
}

func help(w io.Writer) {
	fmt.Fprint(w, "madbot plays MAD, a two-player strategy game, by correspondence in Discord.\n\n")
	fmt.Fprint(w, "usage: madbot COMMAND [flags]\n\n")
	list(w, commands())
	fmt.Fprint(w, "\nmadbot COMMAND -h lists the flags of a command.\n")
}

func list(w io.Writer, commands []command) {
	for _, c := range commands {
		fmt.Fprintf(w, "  %-12s %s\n", c.name, c.summary)
	}
}

// errNoCommand means that no command was given and the help was printed.
var errNoCommand = errors.New("a command is missing")

// errHelp means that the help of a sub-command was printed.
var errHelp = errors.New("help was asked for")

// parse parses the flags of a sub-command and its arguments, one for each of words.
func parse(fs *flag.FlagSet, args []string, std stdio, words ...string) error {
	fs.SetOutput(io.Discard)
	err := fs.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fs.SetOutput(std.out)
		fmt.Fprintf(std.out, "usage: madbot %s\n\n", strings.Join(append([]string{fs.Name(), "[flags]"}, words...), " "))
		fs.PrintDefaults()
		return errHelp
	case err != nil:
		return usagef("%s: %v; see madbot %s -h", fs.Name(), err, fs.Name())
	case fs.NArg() > len(words):
		return usagef("%s: unexpected %q; see madbot %s -h", fs.Name(), fs.Arg(len(words)), fs.Name())
	case fs.NArg() < len(words):
		return usagef("%s: %s is missing; see madbot %s -h", fs.Name(), words[fs.NArg()], fs.Name())
	}
	return nil
}

// ignoreHelp returns nil for errHelp, because printing the help is not a failure.
func ignoreHelp(err error) error {
	if errors.Is(err, errHelp) {
		return nil
	}
	return err
}

// defaultConfigFile is read if it exists and no other file is named.
const defaultConfigFile = "config.yaml"

// configFile is the value of the flag -config; empty: defaultConfigFile if it exists.
type configFile struct{ path string }

func configFlag(fs *flag.FlagSet) *configFile {
	var f configFile
	fs.StringVar(&f.path, "config", "", "the configuration `file` (default "+defaultConfigFile+
		" if it is there)")
	return &f
}

func (f *configFile) load() (Config, error) {
	if f.path == "" {
		return loadConfig(defaultConfigFile, false)
	}
	return loadConfig(f.path, true)
}
