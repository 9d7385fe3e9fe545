package turns

import (
	"strings"

	"madbot/bot/i18n"
	"madbot/render"
	"madbot/rules"
)

var (
	msgAltBoard = i18n.Message{ID: "alt.board", One: "MAD on the {{.Board}} board after {{.N}} turn.",
		Other: "MAD on the {{.Board}} board after {{.N}} turns."}
	msgAltLast   = i18n.Message{ID: "alt.last", Other: "{{.Side}} played {{.Turn}}."}
	msgAltPassed = i18n.Message{ID: "alt.passed", Other: "{{.Side}} passed."}
	msgAltExiled = i18n.Message{ID: "alt.exiled",
		Other: "{{.Side}} played {{.Turn}} and expelled {{.Ship}}."}
	msgAltMove     = i18n.Message{ID: "alt.move", Other: "{{.Side}} is to move."}
	msgAltWon      = i18n.Message{ID: "alt.won", Other: "{{.Side}} has won."}
	msgAltSemi     = i18n.Message{ID: "alt.semi", Other: "{{.Side}} has a semi-victory."}
	msgAltOver     = i18n.Message{ID: "alt.over", Other: "The game is over; nobody won."}
	msgAltDanger   = i18n.Message{ID: "alt.danger", Other: "{{.Side}}'s corvette is under attack."}
	msgAltHints    = i18n.Message{ID: "alt.hints", Other: "Arrows show {{.Turns}}."}
	msgAltAttacked = i18n.Message{ID: "alt.attacked", Other: "Under attack: {{.Ships}}."}
	msgAltAlso     = i18n.Message{ID: "alt.attackedalso", Other: "Also under attack: {{.Ships}}."}

	msgStrip = i18n.Message{ID: "strip.turns", One: "The board after the last turn.",
		Other: "The board after each of the last {{.N}} turns, side by side."}
	msgStripAhead = i18n.Message{ID: "strip.ahead", One: "The board after the turn that is expected.",
		Other: "The board after each of the {{.N}} turns that are expected, side by side."}
	msgStripStart  = i18n.Message{ID: "strip.start", Other: "The board before the first turn."}
	msgStripPlayed = i18n.Message{ID: "strip.played",
		Other: "Turn {{.Turn}}, {{.Side}}: {{.Notation}} ({{.Words}})."}
	msgStripPassed = i18n.Message{ID: "strip.passed", Other: "Turn {{.Turn}}, {{.Side}}: pass."}
)

// Alt returns in words what a picture shows after ply turns: how the game stands, what is marked,
// and the board row by row as the picture shows it.
func Alt(t i18n.Printer, ply int, d render.Description) string {
	parts := []string{t.Text(msgAltBoard, i18n.Args{"Board": d.Board, "N": ply})}
	if d.Last != nil {
		parts = append(parts, playedWords(t, d.Last))
	}
	parts = append(parts, stateWords(t, d))
	parts = append(parts, dangerWords(t, d)...)
	if len(d.Hints) > 0 {
		parts = append(parts, t.Text(msgAltHints, i18n.Args{"Turns": Notation(d.Hints, "")}))
	}
	for _, row := range d.Rows {
		parts = append(parts, rowWords(t, row))
	}
	parts = append(parts, Exiles(t, d.Exiles)+".")
	if d.Limit > 0 { // else the picture shows no count
		parts = append(parts, quietWords(t, d))
	}
	return strings.Join(parts, " ")
}

func playedWords(t i18n.Printer, d *render.LastTurn) string {
	args := i18n.Args{"Side": Side(t, d.Side), "Turn": d.Turn}
	switch {
	case d.Turn == rules.Pass:
		return t.Text(msgAltPassed, args)
	case d.Expelled == (rules.Piece{}):
		return t.Text(msgAltLast, args)
	}
	args["Ship"] = shipName(t, d.Expelled)
	return t.Text(msgAltExiled, args)
}

func stateWords(t i18n.Printer, d render.Description) string {
	switch {
	case !d.Outcome.Over():
		return t.Text(msgAltMove, i18n.Args{"Side": Side(t, d.Side)})
	case d.Outcome.Winner == rules.NoColor:
		return t.Text(msgAltOver, nil)
	case d.Outcome.IsSemi():
		return t.Text(msgAltSemi, i18n.Args{"Side": Side(t, d.Outcome.Winner)})
	}
	return t.Text(msgAltWon, i18n.Args{"Side": Side(t, d.Outcome.Winner)})
}

// dangerWords says whose corvette is attacked and which other ships are marked as attacked.
func dangerWords(t i18n.Printer, d render.Description) []string {
	var said []string
	for _, side := range d.Threatened {
		said = append(said, t.Text(msgAltDanger, i18n.Args{"Side": Side(t, side)}))
	}
	var ships []string
	for _, a := range d.Attacked {
		if a.On.Ship != rules.Ship111 {
			ships = append(ships, shipOn(t, shipName(t, a.On.Piece), a.On.Square))
		}
	}
	if len(ships) == 0 {
		return said
	}
	form := msgAltAttacked
	if len(said) > 0 {
		form = msgAltAlso
	}
	return append(said, t.Text(form, i18n.Args{"Ships": And(t, ships)}))
}

// StripAlt returns in words what Renderer.Strip draws of g: the last turns, with the numbers that board
// messages give them, and how the game stands then.
func StripAlt(t i18n.Printer, g *rules.Game) string {
	if g.Ply() == 0 {
		return stripAlt(t, g, 0, msgStripStart)
	}
	return stripAlt(t, g, min(g.Ply(), render.StripTurns), msgStrip)
}

// StripAhead is StripAlt for a game whose last turns have not been played yet.
func StripAhead(t i18n.Printer, g *rules.Game, shown int) string {
	return stripAlt(t, g, shown, msgStripAhead)
}

func stripAlt(t i18n.Printer, g *rules.Game, shown int, head i18n.Message) string {
	parts := []string{t.Text(head, i18n.Args{"N": shown})}
	p := g.Start()
	for i, turn := range g.Turns() {
		if i >= g.Ply()-shown {
			parts = append(parts, stripWords(t, p, turn, i+1))
		}
		p = p.Play(turn)
	}
	d := render.Describe(p, render.Options{Outcome: g.Outcome()})
	return strings.Join(append(parts, stateWords(t, d)), " ")
}

// stripWords tells turn number n, played in p.
func stripWords(t i18n.Printer, p rules.Position, turn rules.Turn, n int) string {
	args := i18n.Args{"Turn": n, "Side": Side(t, p.Side())}
	if turn == rules.Pass {
		return t.Text(msgStripPassed, args)
	}
	args["Notation"], args["Words"] = turn, Words(t, p, turn)
	return t.Text(msgStripPlayed, args)
}
