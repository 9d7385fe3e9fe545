package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"time"

	"madbot/storage"
	"madbot/storage/sqlstore"
)

const maxFindings = 100

// errInterrupted means that a command was interrupted.
var errInterrupted = errors.New("interrupted")

func dbCommands() []command {
	return []command{
		{"backup", "write the database to a new SQLite FILE, while the bot runs", runBackup},
		{"restore", "replace the SQLite database with the backup FILE, and keep the old one next to it", runRestore},
		{"check", "look for damage and inconsistencies, while the bot runs", runCheck},
		{"export", "write the database, or the data of one person, to FILE, while the bot runs; - is standard output", runExport},
		{"forget", "delete the data of a person; games stay under \"deleted profile\"", runForget},
		{"import", "fill an empty database from an exported FILE; - is standard input", runImport},
		{"copy", "copy the database FROM into the empty database TO; each is a path or a postgres:// address", runCopy},
		{"migrate", "upgrade the tables of a database to the version of this program", runMigrate},
	}
}

func runDB(ctx context.Context, args []string, std stdio) error {
	if len(args) == 0 {
		dbHelp(std.err)
		return errNoCommand
	}
	switch args[0] {
	case "-h", "-help", "--help", "help":
		dbHelp(std.out)
		return nil
	}
	err := ignoreHelp(choose(ctx, group{"madbot db", dbCommands()}, args, std))
	if err != nil && ctx.Err() != nil {
		return errInterrupted
	}
	return err
}

func dbHelp(w io.Writer) {
	fmt.Fprint(w, "usage: madbot db COMMAND [flags]\n\n")
	list(w, dbCommands())
	fmt.Fprint(w, "\nmadbot db COMMAND -h lists the flags of a command.\n")
}

func runBackup(ctx context.Context, args []string, std stdio) error {
	fs := flag.NewFlagSet("db backup", flag.ContinueOnError)
	force := forceFlag(fs)
	address, names, err := configuredBy(fs, args, std, "FILE")
	if err == nil {
		err = checkNew(names[0], *force)
	}
	if err != nil {
		return err
	}
	report := newProgress(std.err)
	if err := storage.Backup(ctx, address, names[0], report.rows); err != nil {
		return err
	}
	fmt.Fprintf(std.out, "backed up to %s in %v\n", names[0], report.taken())
	return nil
}

func runRestore(ctx context.Context, args []string, std stdio) error {
	address, names, err := configured("db restore", args, std, "FILE")
	if err != nil {
		return err
	}
	kept, err := storage.Restore(ctx, address, names[0])
	if err != nil {
		return err
	}
	fmt.Fprintf(std.out, "restored %s from %s\n", address, names[0])
	if kept != "" {
		fmt.Fprintf(std.out, "what was there is kept as %s\n", kept)
	}
	return nil
}

func runCheck(ctx context.Context, args []string, std stdio) error {
	address, _, err := configured("db check", args, std)
	if err != nil {
		return err
	}
	found, err := storage.Check(ctx, address, maxFindings)
	slices.Sort(found)
	for _, line := range found {
		fmt.Fprintln(std.out, line)
	}
	switch {
	case err != nil:
		return err
	case len(found) == maxFindings:
		return fmt.Errorf("%d findings or more", maxFindings)
	case len(found) == 1:
		return errors.New("1 finding")
	case len(found) > 1:
		return fmt.Errorf("%d findings", len(found))
	}
	fmt.Fprintln(std.out, "nothing is wrong")
	return printGrowth(ctx, address, std.out)
}

// printGrowth prints how fast the store at an address grows.
func printGrowth(ctx context.Context, address string, w io.Writer) error {
	g, err := storage.Measure(ctx, address, time.Now())
	if err != nil {
		return err
	}
	const mega = 1e6
	if per := float64(g.PerThousand()) / mega; per > 0 {
		fmt.Fprintf(w, "%d matches take %.1f MB, a thousand %.1f MB; a year brings %d, and so %.1f MB\n", g.Matches,
			float64(g.Bytes)/mega, per, g.Year, per*float64(g.Year)/1000)
	}
	return nil
}

func runMigrate(ctx context.Context, args []string, std stdio) error {
	address, _, err := configured("db migrate", args, std)
	if err != nil {
		return err
	}
	was, err := storage.Migrate(ctx, address)
	if err != nil {
		return err
	}
	fmt.Fprintf(std.out, "the database had version %d and has version %d\n", was.Version, sqlstore.Version)
	if was.Backup != "" {
		fmt.Fprintf(std.out, "what it was before is kept as %s\n", was.Backup)
	}
	return nil
}

// configured parses the flags and arguments of a command on the configured database, and returns the database's
// address.
func configured(command string, args []string, std stdio, words ...string) (address string, names []string, err error) {
	return configuredBy(flag.NewFlagSet(command, flag.ContinueOnError), args, std, words...)
}

// configuredBy is configured for a command with more flags.
func configuredBy(fs *flag.FlagSet, args []string, std stdio, words ...string) (address string, names []string,
	err error) {
	file := configFlag(fs)
	if err := parse(fs, args, std, words...); err != nil {
		return "", nil, err
	}
	cfg, err := file.load()
	return cfg.Storage.Path, fs.Args(), err
}
