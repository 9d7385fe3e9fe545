package main

import (
	"context"
	"strings"

	"madbot/rules"
	"madbot/rules/engine"
)

const playHelp = `Type a turn:
  211-c4          a movement, also c2-c4; 211xc4 when it expels
  112=221         a swap
  112>121>211     a rotation
  221-a6+112=221  a movement and its bonus
  pass            in the positioning turn only
or a word:
  turns           list what is legal
  hint            what the engine would play, with its score in frigates and the line it expects
  undo            take back your last turn
  board           draw the board
  record          print the game so far, to keep it
  resign, quit    give up; leave
`

// ask reads one line of the person and obeys it.
func (t *table) ask() error {
	line, err := t.hear(t.human.String() + "> ")
	if err != nil {
		return err
	}
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "":
	case "help", "?":
		t.say("%s", playHelp)
	case "board":
		t.show()
	case "turns":
		p := t.game.Position()
		t.say("%s\n", words(p.AppendTurns(nil)))
	case "hint":
		return t.hint()
	case "undo":
		t.undo()
	case "record":
		t.say("%s", t.record())
	case "resign":
		t.game.Leave(rules.Resignation, t.human)
	case "quit", "exit":
		return errLeft
	default:
		return t.turn(line)
	}
	return nil
}

// turn plays what was typed, or says why not. A turn that loses at once is asked for twice (rules
// 2.5).
func (t *table) turn(text string) error {
	p := t.game.Position()
	turn, err := p.ParseTurn(text)
	if err != nil {
		t.say("%s\n", refusalText(err))
		return nil
	}
	if p.LosesAtOnce(turn) {
		answer, err := t.hear("this exiles your corvette and loses at once; type yes to play it: ")
		if err != nil {
			return err
		}
		if !strings.EqualFold(strings.TrimSpace(answer), "yes") {
			return nil
		}
	}
	if err := t.game.Play(turn); err != nil {
		return err
	}
	t.show()
	return nil
}

// hintLine is how many turns of a line are told.
const hintLine = 6

func (t *table) hint() error {
	r, err := t.engine.Search(context.Background(), &t.game,
		engine.Limits{Nodes: thinkNodes, MultiPV: 3})
	if err != nil {
		return err
	}
	for _, l := range r.Lines {
		t.say("%-18v %-18s %s\n", l.Turn, worth(&l), words(l.PV[:min(hintLine, len(l.PV))]))
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
