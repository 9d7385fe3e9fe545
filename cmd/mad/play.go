package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"strings"

	"madbot/rules"
	"madbot/rules/engine"
)

const playUsage = `[-level N] [-side red|blue] [-board 6x4|5x5] [-positioning=false] [-limit N]

A game against the engine. Type a turn, such as 211-c4, 112=221 or 221-a6+112=221; or help.

`

const playHelp = `Type a turn:
  211-c4          a movement, also c2-c4; 211xc4 when it expels
  112=221         a swap
  112>121>211     a rotation
  221-a6+112=221  a movement and its bonus
  pass            in the positioning turn only
or turns (list them), hint, undo, board, record, resign, quit.
`

// runPlay plays a game in the terminal.
func runPlay(std stdio, args []string) error {
	fs := flag.NewFlagSet("play", flag.ContinueOnError)
	level := fs.Int("level", 5, "strength of the engine, 1 to 10, 0 for all it has")
	side := fs.String("side", "red", "your side")
	board := fs.String("board", "6x4", "the board")
	positioning := fs.Bool("positioning", true, "begin with positioning turns")
	limit := fs.Uint("limit", uint(rules.DefaultStallLimit), "stall limit")
	if err := parse(std, fs, args, playUsage); err != nil {
		return err
	}
	if err := noArguments(fs); err != nil {
		return err
	}
	b, err := rules.ParseBoard(*board)
	if err != nil {
		return usagef("play: %v", err)
	}
	if *level < 0 || *level > engine.MaxLevel || *limit > uint(rules.MaxStallLimit) ||
		*side != "red" && *side != "blue" {
		return usagef("play: a value is out of range; see mad help play")
	}
	t := &table{std: std, in: bufio.NewScanner(std.in), human: rules.Red, level: *level}
	if *side == "blue" {
		t.human = rules.Blue
	}
	if t.engine, err = engine.New(engine.Options{Endings: smallEndings()}); err != nil {
		return err
	}
	t.game = rules.NewGame(rules.Options{Board: b, Positioning: *positioning,
		StallLimit: rules.StallLimit(*limit)})
	return t.play()
}

// table is where a person and the engine sit.
type table struct {
	std    stdio
	in     *bufio.Scanner
	engine *engine.Engine
	game   rules.Game
	human  rules.Color
	level  int
}

// errLeft says that the person left.
var errLeft = errors.New("left")

// thinkNodes bound a turn of the engine at full strength: some seconds.
const thinkNodes = 5_000_000

func (t *table) play() error {
	t.show()
	for !t.game.Outcome().Over() {
		p := t.game.Position()
		if p.Side() == t.human {
			err := t.ask()
			if errors.Is(err, errLeft) {
				return nil
			}
			if err != nil {
				return err
			}
			continue
		}
		r, err := t.engine.Search(context.Background(), &t.game,
			engine.Limits{Nodes: thinkNodes, Level: t.level})
		if err != nil {
			return fmt.Errorf("play: %w", err)
		}
		if err := t.game.Play(r.Lines[0].Turn); err != nil {
			return fmt.Errorf("play: %w", err)
		}
		t.say("\n%v plays %v\n", p.Side(), r.Lines[0].Turn)
		t.show()
	}
	o := t.game.Outcome()
	t.say("%v: %v wins\n", o.Result(), o.Winner)
	return nil
}

func (t *table) say(format string, args ...any) { fmt.Fprintf(t.std.out, format, args...) }

func (t *table) show() {
	p := t.game.Position()
	t.say("%s\n", p.Diagram())
}

// ask reads one line of the person and obeys it.
func (t *table) ask() error {
	t.say("%v> ", t.human)
	if !t.in.Scan() {
		return errors.Join(t.in.Err(), errLeft)
	}
	switch text := strings.TrimSpace(t.in.Text()); text {
	case "":
	case "help", "?":
		t.say(playHelp)
	case "board":
		t.show()
	case "turns":
		p := t.game.Position()
		t.say("%s\n", strings.Join(texts(p.AppendTurns(nil)), " "))
	case "hint":
		return t.hint()
	case "undo":
		t.undo()
	case "record":
		t.say("%v ; %s\n", t.game.Start(), strings.Join(texts(t.game.Turns()), " "))
	case "resign":
		t.game.End(rules.Resignation, t.human)
	case "quit":
		return errLeft
	default:
		t.turn(text)
	}
	return nil
}

// turn plays what was typed, or says why not.
func (t *table) turn(text string) {
	p := t.game.Position()
	turn, err := p.ParseTurn(text)
	if err != nil {
		t.say("%v; type turns to list what is legal, or help\n", err)
		return
	}
	next := p.Play(turn)
	if next.SquareOf(t.human, rules.Ship111) == rules.NoSquare {
		t.say("this loses at once; type yes to play it: ")
		if !t.in.Scan() || strings.TrimSpace(t.in.Text()) != "yes" {
			return
		}
	}
	if err := t.game.Play(turn); err != nil {
		t.say("%v\n", err)
		return
	}
	t.show()
}

func (t *table) hint() error {
	r, err := t.engine.Search(context.Background(), &t.game,
		engine.Limits{Nodes: thinkNodes, MultiPV: 3})
	if err != nil {
		return fmt.Errorf("play: %w", err)
	}
	for _, l := range r.Lines {
		t.say("%-24v %s  %s\n", l.Turn, scoreText(&l), strings.Join(texts(l.PV), " "))
	}
	return nil
}

// undo takes back the last turn of the person and what followed.
func (t *table) undo() {
	turns := t.game.Turns()
	g := rules.GameFrom(t.game.Start(), t.game.Limit())
	keep := len(turns) - 1
	if p := t.game.Position(); p.Side() == t.human {
		keep--
	}
	if keep < 0 {
		t.say("nothing to take back\n")
		return
	}
	for _, turn := range turns[:keep] {
		_ = g.Play(turn) // they were legal before
	}
	t.game = g
	t.show()
}

func texts(turns []rules.Turn) []string {
	all := make([]string, len(turns))
	for i, t := range turns {
		all[i] = t.String()
	}
	return all
}
