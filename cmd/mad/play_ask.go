package main

import (
	"context"
	"strings"

	"madbot/rules"
	"madbot/rules/engine"
)

// ask reads a line and executes it.
func (c *console) ask() error {
	line, err := c.prompt(c.human.String() + "> ")
	if err != nil {
		return err
	}
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "":
	case "help", "?":
		c.printf("%s", helpText(&c.game))
	case "board":
		c.show()
	case "turns":
		p := c.game.Position()
		c.printf("%s\n", words(p.AppendTurns(nil)))
	case "hint":
		return c.hint()
	case "undo":
		c.undo()
	case "record":
		c.printf("%s", c.record())
	case "resign":
		c.game.Leave(rules.Resignation, c.human)
	case "quit", "exit":
		return errLeft
	default:
		return c.turn(line)
	}
	return nil
}

// turn plays the typed turn, or explains why it cannot. It asks before a turn that loses at once (rules 2.5).
func (c *console) turn(text string) error {
	p := c.game.Position()
	turn, err := p.ParseTurn(text)
	if err != nil {
		c.printf("%s\n", refusalText(err))
		return nil
	}
	if p.LosesAtOnce(turn) {
		answer, err := c.prompt("this exiles your corvette and loses at once; type yes to play it: ")
		if err != nil {
			return err
		}
		if !strings.EqualFold(strings.TrimSpace(answer), "yes") {
			return nil
		}
	}
	if err := c.game.Play(turn); err != nil {
		return err
	}
	c.show()
	return nil
}

const hintLine = 6

func (c *console) hint() error {
	r, err := c.engine.Search(context.Background(), &c.game,
		engine.Limits{Nodes: thinkNodes, MultiPV: 3})
	if err != nil {
		return err
	}
	for _, l := range r.Lines {
		c.printf("%-18v %-18s %s\n", l.Turn, worth(&l), words(l.PV[:min(hintLine, len(l.PV))]))
	}
	return nil
}

func (c *console) undo() {
	turns := c.game.Turns()
	g := rules.GameFrom(c.game.Start(), c.game.Limit())
	keep := len(turns) - 1
	if p := c.game.Position(); p.Side() == c.human {
		keep--
	}
	if keep < 0 {
		c.printf("nothing to take back\n")
		return
	}
	for _, turn := range turns[:keep] {
		_ = g.Play(turn) // the turns were legal before
	}
	c.game = g
	c.show()
}
