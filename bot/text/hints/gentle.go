package hints

import (
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text/turns"
	"madbot/rules"
)

// The first step of a gentle hint: where to look.
var (
	msgLookAt = i18n.Message{ID: "gentle.ship",
		Other: "Look at your **{{.Ship}}** on {{.Square}}."}
	msgLookSwap = i18n.Message{ID: "gentle.swap",
		Other: "Think of a swap."}
	msgLookRotation = i18n.Message{ID: "gentle.rotation",
		Other: "Think of a rotation, and look at your **{{.Ship}}**."}
	msgLookPass = i18n.Message{ID: "gentle.pass",
		Other: "How good is your fleet as it stands?"}
	msgIdea   = i18n.Message{ID: "gentle.idea", Other: "**The idea**: {{.Reasons}}"}
	msgNoIdea = i18n.Message{ID: "gentle.noidea",
		Other: "**The idea**: hard to explain briefly. {{.Standing}}"}
)

// Nudge returns the first step of a gentle hint for the side to move of g: the ship to look at.
func Nudge(t i18n.Printer, g *rules.Game, hint play.Hint) string {
	p, turn, form := g.Position(), hint.Candidates[0].Turn, msgLookAt
	switch {
	case turn == rules.Pass:
		form = msgLookPass
	case turn.IsMove():
	case turn.Shift().IsSwap():
		form = msgLookSwap
	default:
		form = msgLookRotation
	}
	ship := Ship(hint)
	return t.Text(form, i18n.Args{"Ship": ship, "Square": p.SquareOf(p.Side(), ship)})
}

// Ship returns the ship that moves first in the proposed turn, or the first ship of a rotation. It returns NoShip for a
// pass, and for a swap, because each ship has only one to swap with.
func Ship(hint play.Hint) rules.Ship {
	turn := hint.Candidates[0].Turn
	switch {
	case turn.IsMove():
		return turn.Ship()
	case turn.Shift().IsSwap():
		return rules.NoShip
	}
	return turn.Shift().Ships()[0]
}

// Idea returns the second step: the ship to look at and what the turn is for, but not the turn.
func Idea(t i18n.Printer, g *rules.Game, hint play.Hint) string {
	p, best := g.Position(), shown(hint)[0]
	idea := t.Text(msgNoIdea, i18n.Args{"Standing": prospect(t, g, best)})
	if why := ideas(t, p.Side(), best); why != "" {
		idea = t.Text(msgIdea, i18n.Args{"Reasons": why})
	}
	return Nudge(t, g, hint) + "\n" + idea
}

var msgLine = i18n.Message{ID: "hint.strip", Other: "What I expect: {{.Turns}}."}

// Line lists the turns that are sure, starting with the proposed one, as many as the pictures show.
func Line(t i18n.Printer, g *rules.Game, line []rules.Turn) string {
	p := g.Position()
	words := append([]string{t.Text(msgLineYou, i18n.Args{"Turn": line[0]})}, lineWords(t, p.Side(), line[1:])...)
	return t.Text(msgLine, i18n.Args{"Turns": turns.Commas(t, words)})
}
