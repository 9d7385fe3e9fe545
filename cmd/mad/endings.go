package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"madbot/rules"
	"madbot/rules/engine"
)

const endingsUsage = `build|check [-o FILE] [-ships N]

build computes all endings of up to four ships, which takes about a minute and 600 MB of memory,
and writes them to a file of 130 MB that the engine uses with -endings. check reads such a file
and verifies its checksum.
`

// endingsFile is the default name of the file.
const endingsFile = "mad.endings"

func runEndings(std stdio, args []string) error {
	fs := flag.NewFlagSet("endings", flag.ContinueOnError)
	file := fs.String("o", endingsFile, "the `file`")
	ships := fs.Int("ships", engine.FileShips, "build up to so many ships, 2 to 4")
	verb := ""
	if len(args) > 0 && args[0] != "" && args[0][0] != '-' {
		verb, args = args[0], args[1:]
	}
	if err := parse(std, fs, args, endingsUsage); err != nil {
		return err
	}
	if *ships < 2 || *ships > engine.FileShips {
		return usagef("endings: %d ships is not from 2 to %d", *ships, engine.FileShips)
	}
	switch verb {
	case "build":
		return buildEndings(std, *file, *ships)
	case "check":
		return checkEndings(std, *file)
	}
	return usagef("endings: build or check is needed; see mad help endings")
}

// checkEndings reads the file and prints what it holds.
func checkEndings(std stdio, name string) error {
	e, err := openEndings(name)
	if err != nil {
		return err
	}
	text := ""
	for _, b := range rules.Boards() {
		text += fmt.Sprintf("%v: up to %d ships\n", b, e.Ships(b))
	}
	_, err = io.WriteString(std.out, text)
	return err
}

// buildEndings writes a new file and renames it over the old one when it is complete. It creates the
// file first, so that it fails before the minutes of building rather than after them.
func buildEndings(std stdio, name string, ships int) error {
	file, err := os.Create(name + ".new")
	if err != nil {
		return fmt.Errorf("endings: %w", err)
	}
	begun := time.Now()
	e := engine.BuildEndings(ships, rules.Boards()...)
	built := time.Since(begun).Round(time.Millisecond)
	err = e.Write(file)
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return errors.Join(fmt.Errorf("endings: %w", err), os.Remove(name+".new"))
	}
	if err := os.Rename(name+".new", name); err != nil {
		return fmt.Errorf("endings: %w", err)
	}
	_, err = fmt.Fprintf(std.out, "built in %v\nwrote %s\n", built, name)
	return err
}

// smallEndings returns the endings that fit in memory, built once.
var smallEndings = sync.OnceValue(engine.NewEndings)

// openEndings reads a file of endings, or returns smallEndings if name is empty.
func openEndings(name string) (*engine.Endings, error) {
	if name == "" {
		return smallEndings(), nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("endings: %w", err)
	}
	defer file.Close()
	e, err := engine.ReadEndings(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return e, nil
}
