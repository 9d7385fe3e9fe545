package main

import (
	"errors"
	"fmt"
	"strings"

	"madbot/rules"
	"madbot/rules/engine"
	"madbot/rules/record"
)

func (c *console) greet() {
	place := "at the bottom"
	if c.human == rules.Blue {
		place = "at the top"
	}
	c.printf("You are %v, %s; %v is the engine. A ship is its side's letter and its digits: sails,\n"+
		"cannons, shields. Expel the enemy's 111. Type a turn, turns to list them all, or help for the\n"+
		"rules.\n\n",
		c.human, place, c.human.Other())
}

func (c *console) engineName() string {
	if c.level == 0 {
		return "mad"
	}
	return fmt.Sprintf("mad, level %d", c.level)
}

func (c *console) record() string {
	red, blue := "?", c.engineName()
	if c.human == rules.Blue {
		red, blue = blue, red
	}
	return record.Record{Game: c.game, Tags: []record.Tag{{Name: record.TagDate, Value: c.date},
		{Name: record.TagRed, Value: red}, {Name: record.TagBlue, Value: blue}}}.String()
}

func (c *console) outcomeText() string {
	o := c.game.Outcome()
	switch {
	case o.Reason == rules.Aborted:
		return "left before the second turn: the game doesn't count"
	case o.Reason == rules.CorvetteExile:
		return fmt.Sprintf("%s: %v wins, the other corvette is in exile", o.Result(), o.Winner)
	case o.IsSemi():
		return fmt.Sprintf("%s: %v has a semi-victory by %v", o.Result(), o.Winner, o.Reason)
	}
	return fmt.Sprintf("%s: %v wins by %v", o.Result(), o.Winner, o.Reason)
}

const offered = 3

// refusalText returns why a turn is refused, and what may have been meant.
func refusalText(err error) string {
	var illegal *rules.TurnError
	var misread *rules.TurnSyntaxError
	var closest []rules.Turn
	why := err.Error()
	switch {
	case errors.As(err, &illegal):
		why, closest = illegalText(illegal), illegal.Closest(offered)
	case errors.As(err, &misread):
		why, closest = "that is no turn", misread.Closest(offered)
	}
	if len(closest) == 0 {
		return why + "; type turns to list what is legal, or help"
	}
	return fmt.Sprintf("%s; did you mean %s?", why, strings.Join(texts(closest), " or "))
}

// illegalText returns the reason and the ships in the way.
func illegalText(e *rules.TurnError) string {
	if e.Why == rules.PassOutsidePositioning {
		return "pass outside the positioning turn"
	}
	var inWay []string
	for _, s := range e.InWay {
		inWay = append(inWay, fmt.Sprintf("%v %v on %v", s.Color, s.Ship, s.Square))
	}
	if len(inWay) == 0 {
		return e.Why.String()
	}
	return fmt.Sprintf("%v: %s", e.Why, strings.Join(inWay, ", "))
}

// worth returns a score in words, or in frigates.
func worth(l *engine.Line) string {
	if n, ok := l.Score.Victory(); ok && n > 0 {
		return fmt.Sprintf("wins in %d", n)
	} else if ok {
		return fmt.Sprintf("loses in %d", -n)
	}
	switch side := l.Score.Semi(); {
	case side > 0 && l.Proven:
		return fmt.Sprintf("semi-victory in %d", l.Turns)
	case side < 0 && l.Proven:
		return fmt.Sprintf("semi-defeat in %d", l.Turns)
	}
	return fmt.Sprintf("%+.2f", float64(l.Score)/100)
}

func words(turns []rules.Turn) string { return strings.Join(texts(turns), " ") }

func texts(turns []rules.Turn) []string {
	all := make([]string, len(turns))
	for i, t := range turns {
		all[i] = t.String()
	}
	return all
}
