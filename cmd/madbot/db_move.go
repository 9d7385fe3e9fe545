package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"madbot/bot/play"
	"madbot/bot/settings"
	"madbot/rules/match"
	"madbot/storage"
	"madbot/storage/sqlstore"
	"madbot/storage/transfer"
)

// standard stands for standard input or output instead of a file.
const standard = "-"

func runExport(ctx context.Context, args []string, std stdio) error {
	fs := flag.NewFlagSet("db export", flag.ContinueOnError)
	person := fs.String("person", "", "export only the data of the person with this Discord `ID`, as a ZIP")
	force := forceFlag(fs)
	address, names, err := configuredBy(fs, args, std, "FILE")
	if err == nil {
		err = checkNew(names[0], *force)
	}
	switch {
	case err != nil:
		return err
	case isSet(fs, "person") && !isID(*person):
		return usagef("db export: -person %q is not an id of Discord, such as 80351110224678912", *person)
	case *person != "":
		return exportPerson(ctx, match.PlayerID(*person), address, names[0], std)
	}
	report := newProgress(std.err)
	var counts transfer.Counts
	if names[0] == standard {
		w := bufio.NewWriter(std.out)
		counts, err = storage.Export(ctx, address, w, report.rows)
		err = errors.Join(err, w.Flush())
	} else {
		counts, err = storage.ExportFile(ctx, address, names[0], report.rows)
	}
	if err != nil {
		return err
	}
	report.done(std.err, "exported", counts)
	return nil
}

func forceFlag(fs *flag.FlagSet) *bool {
	return fs.Bool("force", false, "replace FILE if it is there")
}

// checkNew returns an error if a file would be replaced without -force.
func checkNew(path string, force bool) error {
	if _, err := os.Lstat(path); path == standard || force || err != nil {
		return nil // writing says what is wrong
	}
	return fmt.Errorf("%s is there already: name a new file, or replace it with -force", path)
}

// exportPerson writes everything stored about a person to a file.
func exportPerson(ctx context.Context, p match.PlayerID, address, to string, std stdio) error {
	kept, err := storage.KeptOf(ctx, address, p)
	if err != nil {
		return err
	}
	data, _, err := settings.Pack(kept, 0)
	if err != nil {
		return err
	}
	write := func(w io.Writer) error { _, err := w.Write(data); return err }
	if to == standard {
		return write(std.out)
	}
	return storage.ToFile(address, to, write)
}

func runForget(ctx context.Context, args []string, std stdio) (err error) {
	fs := flag.NewFlagSet("db forget", flag.ContinueOnError)
	person := fs.String("person", "", "the Discord `ID` of the person")
	address, _, err := configuredBy(fs, args, std)
	switch {
	case err != nil:
		return err
	case !isID(*person):
		return usagef("db forget: -person %q is not an id of Discord, such as 80351110224678912", *person)
	}
	s, err := storage.OpenThere(ctx, address, time.Now)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	id := match.PlayerID(*person)
	former := match.Former + match.PlayerID(strings.ToLower(rand.Text()))
	p := play.Player{ID: id, Progress: play.Progress{Former: former}}
	if err := play.BeginForgetting(ctx, s, p); err != nil {
		return err
	}
	if err := play.ContinueForgetting(ctx, s, id); err != nil {
		return err
	}
	o, err := s.Orders(ctx)
	fmt.Fprintln(std.out, "forgotten; whoever restores an older backup has to do this again")
	if _, blocked := o.People[id]; blocked {
		fmt.Fprintln(std.out, "their block stays: madbot admin unblock person", id)
	}
	return err
}

func runImport(ctx context.Context, args []string, std stdio) error {
	address, names, err := configured("db import", args, std, "FILE")
	if err != nil {
		return err
	}
	if err := storage.CheckFile(names[0]); err != nil {
		return fmt.Errorf("db import: %w", err)
	}
	from := std.in
	if names[0] != standard {
		f, err := os.Open(names[0])
		if err != nil {
			return err
		}
		defer f.Close()
		from = f
	}
	report := newProgress(std.err)
	counts, err := storage.Import(ctx, address, from, report.rows)
	if err != nil {
		return err
	}
	report.done(std.out, "imported", counts)
	return nil
}

func runCopy(ctx context.Context, args []string, std stdio) error {
	fs := flag.NewFlagSet("db copy", flag.ContinueOnError)
	if err := parse(fs, args, std, "FROM", "TO"); err != nil {
		return err
	}
	report := newProgress(std.err)
	counts, err := storage.Copy(ctx, fs.Arg(0), fs.Arg(1), report.rows)
	if err != nil {
		return err
	}
	report.done(std.out, "copied and compared", counts)
	return nil
}

const progressPeriod = 2 * time.Second

// progress prints how far along a command is.
type progress struct {
	to          io.Writer
	begun, last time.Time
}

func newProgress(to io.Writer) *progress {
	now := time.Now()
	return &progress{to, now, now}
}

// rows reports how many rows of a table were moved, at most once per progressPeriod.
func (p *progress) rows(table string, rows int) {
	if now := time.Now(); now.Sub(p.last) >= progressPeriod {
		p.last = now
		fmt.Fprintf(p.to, "%s: %d rows\n", table, rows)
	}
}

func (p *progress) taken() time.Duration { return time.Since(p.begun).Round(time.Millisecond) }

// done reports what was done, how much it was, and how long it took.
func (p *progress) done(to io.Writer, what string, counts transfer.Counts) {
	var parts []string
	for _, t := range sqlstore.Tables() {
		parts = append(parts, fmt.Sprintf("%d %s", counts[t.Name], t.Name))
	}
	fmt.Fprintf(to, "%s in %v: %s\n", what, p.taken(), strings.Join(parts, ", "))
}
