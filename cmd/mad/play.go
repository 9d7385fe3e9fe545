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
	"madbot/rules/record"
)

const playUsage = `[-level N] [-side red|blue] [-board 6x4|5x5] [-positioning=false] [-limit N]
    [-seed N]

Plays a game against the engine. Type a turn, such as 211-c4, 112=221 or 221-a6+112=221. Type help
for the rules and the other commands.
`

func runPlay(std stdio, args []string) error {
	fs := flag.NewFlagSet("play", flag.ContinueOnError)
	level := fs.Int("level", 5, "strength of the engine, 1 to 10; 0 means full strength")
	side := fs.String("side", "red", "your side; red begins")
	board := fs.String("board", "6x4", "the board")
	positioning := fs.Bool("positioning", true, "begin with positioning turns")
	limit := fs.Uint("limit", uint(rules.DefaultStallLimit),
		"the game stops after `N` turns without an expulsion, 0 to 200; 0 means never")
	seed := fs.Uint64("seed", 0, "the same seed and turns give the same game; 0 means a different game each time")
	if err := parse(std, fs, args, playUsage); err != nil {
		return err
	}
	b, boardErr := rules.ParseBoard(*board)
	human, known := map[string]rules.Color{"red": rules.Red, "blue": rules.Blue}[*side]
	switch {
	case boardErr != nil:
		return usagef("play: -board %q is neither 6x4 nor 5x5", *board)
	case !known:
		return usagef("play: -side %q is neither red nor blue", *side)
	case *level < 0 || *level > engine.MaxLevel:
		return usagef("play: -level %d is not from 0 to %d", *level, engine.MaxLevel)
	case *limit > uint(rules.MaxStallLimit):
		return usagef("play: -limit %d is above %d", *limit, rules.MaxStallLimit)
	}
	c := newConsole(std, human, *level)
	c.game = rules.NewGame(rules.Options{Board: b, Positioning: *positioning,
		StallLimit: rules.StallLimit(*limit)})
	c.date = time.Now().Format(record.DateLayout)
	o := engine.Options{Endings: smallEndings(), Seed: cmp.Or(*seed, rand.Uint64())}
	if err := c.open(o); err != nil {
		return fmt.Errorf("play: %w", err)
	}
	return nil
}

type console struct {
	in     *bufio.Scanner
	out    io.Writer
	failed error // the first failed write
	engine *engine.Engine
	game   rules.Game
	human  rules.Color
	level  int
	date   string // for the record
}

func newConsole(std stdio, human rules.Color, level int) *console {
	return &console{in: bufio.NewScanner(std.in), out: std.out, human: human, level: level}
}

func (c *console) open(o engine.Options) error {
	e, err := engine.New(o)
	if err != nil {
		return err
	}
	c.engine = e
	return c.play()
}

// errLeft is returned when the person leaves.
var errLeft = errors.New("left")

// thinkNodes limits a turn of the engine at full strength to a few seconds.
const thinkNodes = 5_000_000

// play plays to the end of the game, or until the person leaves.
func (c *console) play() error {
	c.greet()
	c.show()
	for !c.game.Outcome().Over() {
		next := c.reply
		if p := c.game.Position(); p.Side() == c.human {
			next = c.ask
		}
		err := next()
		if err = cmp.Or(c.failed, err); errors.Is(err, errLeft) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	c.printf("%s\n\n%s", c.outcomeText(), c.record())
	return c.failed
}

func (c *console) reply() error {
	r, err := c.engine.Search(context.Background(), &c.game,
		engine.Limits{Nodes: thinkNodes, Level: c.level})
	if err != nil {
		return err
	}
	c.printf("\n%v plays %v\n", c.human.Other(), r.Lines[0].Turn)
	if err := c.game.Play(r.Lines[0].Turn); err != nil {
		return err
	}
	c.show()
	return nil
}

// printf writes to the terminal, and keeps the first error.
func (c *console) printf(format string, args ...any) {
	_, err := fmt.Fprintf(c.out, format, args...)
	c.failed = cmp.Or(c.failed, err)
}

func (c *console) show() {
	p := c.game.Position()
	c.printf("%s\n", p.Diagram())
}

// prompt prints text and returns the next line, or errLeft at the end of input.
func (c *console) prompt(text string) (string, error) {
	c.printf("%s", text)
	if !c.in.Scan() {
		c.printf("\n")
		return "", cmp.Or(c.in.Err(), errLeft)
	}
	return c.in.Text(), nil
}
