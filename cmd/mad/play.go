package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"madbot/rules"
	"madbot/rules/engine"
)

const playUsage = `[-level N] [-side red|blue] [-board 6x4|5x5] [-positioning=false] [-limit N]
    [-seed N]

A game against the engine. Type a turn, such as 211-c4, 112=221 or 221-a6+112=221; or help.
`

// runPlay plays a game in the terminal.
func runPlay(std stdio, args []string) error {
	fs := flag.NewFlagSet("play", flag.ContinueOnError)
	level := fs.Int("level", 5, "strength of the engine, 1 to 10, 0 for all it has")
	side := fs.String("side", "red", "your side; red begins")
	board := fs.String("board", "6x4", "the board")
	positioning := fs.Bool("positioning", true, "begin with positioning turns")
	limit := fs.Uint("limit", uint(rules.DefaultStallLimit),
		"the game stops after `N` turns without an expulsion, 0 to 200; 0 is never")
	seed := fs.Uint64("seed", 0, "the same game again for the same turns; 0 is another each time")
	if err := parse(std, fs, args, playUsage); err != nil {
		return err
	}
	b, boardErr := rules.ParseBoard(*board)
	human, known := map[string]rules.Color{"red": rules.Red, "blue": rules.Blue}[*side]
	switch {
	case fs.NArg() > 0:
		return noArguments(fs)
	case boardErr != nil:
		return usagef("play: -board %q is neither 6x4 nor 5x5", *board)
	case !known:
		return usagef("play: -side %q is neither red nor blue", *side)
	case *level < 0 || *level > engine.MaxLevel:
		return usagef("play: -level %d is not from 0 to %d", *level, engine.MaxLevel)
	case *limit > uint(rules.MaxStallLimit):
		return usagef("play: -limit %d is above %d", *limit, rules.MaxStallLimit)
	}
	t := newTable(std, human, *level)
	t.game = rules.NewGame(rules.Options{Board: b, Positioning: *positioning,
		StallLimit: rules.StallLimit(*limit)})
	t.date = time.Now().Format("2006.01.02")
	o := engine.Options{Endings: smallEndings(), Seed: cmp.Or(*seed, rand.Uint64())}
	if err := t.open(o); err != nil {
		return fmt.Errorf("play: %w", err)
	}
	return nil
}

// table is where a person and the engine sit.
type table struct {
	in     *bufio.Scanner
	out    io.Writer
	failed error // to write
	engine *engine.Engine
	game   rules.Game
	human  rules.Color
	level  int
	date   string // of the record
}

func newTable(std stdio, human rules.Color, level int) *table {
	return &table{in: bufio.NewScanner(std.in), out: std.out, human: human, level: level}
}

// open plays against an engine made for it.
func (t *table) open(o engine.Options) error {
	e, err := engine.New(o)
	if err != nil {
		return err
	}
	t.engine = e
	return t.play()
}

// errLeft says that the person left.
var errLeft = errors.New("left")

// thinkNodes bound a turn of the engine at full strength: some seconds.
const thinkNodes = 5_000_000

// play plays to the end of the game, or until the person leaves.
func (t *table) play() error {
	t.greet()
	t.show()
	for !t.game.Outcome().Over() {
		next := t.reply
		if p := t.game.Position(); p.Side() == t.human {
			next = t.ask
		}
		err := next()
		if err = cmp.Or(t.failed, err); errors.Is(err, errLeft) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	t.say("%s\n\n%s", t.outcomeText(), t.record())
	return t.failed
}

// reply lets the engine play its turn.
func (t *table) reply() error {
	r, err := t.engine.Search(context.Background(), &t.game,
		engine.Limits{Nodes: thinkNodes, Level: t.level})
	if err != nil {
		return err
	}
	t.say("\n%v plays %v\n", t.human.Other(), r.Lines[0].Turn)
	if err := t.game.Play(r.Lines[0].Turn); err != nil {
		return err
	}
	t.show()
	return nil
}

// say writes to the person; what fails is kept.
func (t *table) say(format string, args ...any) {
	_, err := fmt.Fprintf(t.out, format, args...)
	t.failed = cmp.Or(t.failed, err)
}

func (t *table) show() {
	p := t.game.Position()
	t.say("%s\n", p.Diagram())
}

// hear returns the next line of the person; errLeft at the end of input.
func (t *table) hear(prompt string) (string, error) {
	t.say("%s", prompt)
	if !t.in.Scan() {
		t.say("\n")
		return "", cmp.Or(t.in.Err(), errLeft)
	}
	return t.in.Text(), nil
}
