package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"time"

	"madbot/rules"
	"madbot/rules/engine"
)

const endingsUsage = `build|check|keep [-o FILE] [-ships N]

build computes all endings of up to four ships, which takes about a minute and 600 MB of memory,
and writes them to a file of 130 MB, which the engine uses with -endings. check reads such a file
and verifies its checksum. keep searches won endings without using the file, and prints how often
the turn found still wins according to the file (or to computed endings, without a file). It takes
random endings that need more than -turns turns, or the positions at the start of each line of
-from. An idle core searches 100,000 nodes, and solves two ships a side, in 50 ms.
`

const endingsFile = "mad.endings"

func runEndings(std stdio, args []string) error {
	fs := flag.NewFlagSet("endings", flag.ContinueOnError)
	file := fs.String("o", endingsFile, "the `file`")
	ships := fs.Int("ships", engine.FileShips, "build endings of up to this many ships, 2 to 4")
	k := &keeping{std: std}
	fs.IntVar(&k.count, "n", 1000, "how many random endings to take")
	fs.IntVar(&k.turns, "turns", 15, "take endings that need more turns of both sides than this")
	fs.Uint64Var(&k.seed, "seed", 1, "the seed of the random endings")
	fs.Uint64Var(&k.nodes, "nodes", 100_000, "how many `positions` to search for each ending")
	fs.StringVar(&k.from, "from", "", "a `file` of positions to take instead of random endings")
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
	case "keep":
		return k.run(*file)
	}
	return usagef("endings: build, check or keep is needed; see mad help endings")
}

// checkEndings reads the file and prints its contents.
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

// buildEndings writes a new file and renames it over the old one when it is complete. It creates the file first, so
// that it fails before the minutes of building rather than after.
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

// keeping searches won endings without a file, and counts how often the win is kept.
type keeping struct {
	std   stdio
	exact *engine.Endings
	count int
	turns int
	seed  uint64
	nodes uint64
	from  string
}

func (k *keeping) run(file string) (err error) {
	if k.exact, err = openEndings(file); errors.Is(err, fs.ErrNotExist) {
		k.exact, err = engine.BuildEndings(engine.FileShips, rules.Boards()...), nil
	}
	if err != nil {
		return err
	}
	won, err := k.endings()
	if err != nil {
		return err
	}
	kept := 0
	for _, p := range won {
		t, err := k.best(p)
		if err != nil {
			return err
		}
		if k.exact.Keeps(p, t) {
			kept++
		} else {
			fmt.Fprintf(k.std.out, "lost: %v by %v\n", p, t)
		}
	}
	if _, err := fmt.Fprintf(k.std.out, "kept: %d of %d\n", kept, len(won)); err != nil || kept == len(won) {
		return err
	}
	return errReported
}

func (k *keeping) endings() (won []rules.Position, err error) {
	if k.from != "" {
		return k.read()
	}
	rnd := rand.New(rand.NewPCG(k.seed, 27))
	for n := range k.count {
		b := rules.Boards()[n%len(rules.Boards())]
		p, ok := k.exact.Draw(rnd, b, k.turns)
		if !ok {
			return nil, usagef("endings: no win on %v of more than %d turns", b, k.turns)
		}
		won = append(won, p)
	}
	return won, nil
}

// read returns the positions at the start of the file's lines, up to a semicolon.
func (k *keeping) read() (won []rules.Position, err error) {
	text, err := os.ReadFile(k.from)
	if err != nil {
		return nil, fmt.Errorf("endings: %w", err)
	}
	for line := range strings.Lines(string(text)) {
		position, _, _ := strings.Cut(line, ";")
		p, err := rules.ParsePosition(strings.TrimSpace(position))
		if err != nil {
			return nil, fmt.Errorf("endings: %q: %w", line, err)
		}
		won = append(won, p)
	}
	return won, nil
}

func (k *keeping) best(p rules.Position) (rules.Turn, error) {
	e, err := engine.New(engine.Options{Hash: 4, Endings: smallEndings()})
	if err != nil {
		return rules.NoTurn, err
	}
	g := rules.GameFrom(p, rules.DefaultStallLimit)
	r, err := e.Search(context.Background(), &g, engine.Limits{Nodes: k.nodes})
	if err != nil {
		return rules.NoTurn, fmt.Errorf("endings: %v: %w", p, err)
	}
	return r.Lines[0].Turn, nil
}
