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
	msgAltStart  = i18n.Message{ID: "alt.start", Other: "MAD on the {{.Board}} board."}
	msgAltMove   = i18n.Message{ID: "alt.move", Other: "{{.Side}} to move."}
	msgAltWon    = i18n.Message{ID: "alt.won", Other: "{{.Side}} has won."}
	msgAltSemi   = i18n.Message{ID: "alt.semi", Other: "{{.Side}} has a semi-victory."}
	msgAltOver   = i18n.Message{ID: "alt.over", Other: "The game is over; nobody won."}
	msgAltDanger = i18n.Message{ID: "alt.danger", Other: "{{.Side}}'s corvette is under attack."}
	msgAltYours  = i18n.Message{ID: "alt.yourdanger", Other: "Your corvette is under attack."}
	msgAltPlayed = i18n.Message{ID: "alt.played",
		Other: "A red arrow with a cross shows what was played, {{.Turn}} ({{.Words}})."}
	msgAltBetter = i18n.Message{ID: "alt.better",
		Other: "A green arrow with a tick shows the best turn, {{.Turn}} ({{.Words}})."}
	msgAltHints    = i18n.Message{ID: "alt.hints", Other: "Arrows show {{.Turns}}."}
	msgAltAttacked = i18n.Message{ID: "alt.attacked", Other: "Under attack: {{.Ships}}."}
	msgAltAlso     = i18n.Message{ID: "alt.attackedalso", Other: "Also under attack: {{.Ships}}."}

	msgReplay = i18n.Message{ID: "alt.replay",
		One:   "A moving picture that plays the {{.N}} turn of the game. It ends with this board.",
		Other: "A moving picture that plays the {{.N}} turns of the game one after the other. It ends with this board."}
	msgStrip       = i18n.Message{ID: "strip.last", Other: "The board, turn by turn."}
	msgStripAhead  = i18n.Message{ID: "strip.ahead", Other: "The board, turn by turn, as expected."}
	msgStripStart  = i18n.Message{ID: "strip.start", Other: "The board before the first turn."}
	msgStripPlayed = i18n.Message{ID: "strip.played",
		Other: "Round {{.Round}}, {{.Side}}: {{.Notation}} ({{.Words}})."}
	msgStripPassed = i18n.Message{ID: "strip.passed", Other: "Round {{.Round}}, {{.Side}}: pass."}
)

// Alt returns the alt text of a picture of g, which d describes, for a reader who plays side; NoColor is a spectator.
// It contains the state of the game, the marks, and the board row by row in the order of the picture.
func Alt(t i18n.Printer, g *rules.Game, side rules.Color, d render.Description) string {
	form := i18n.Either(g.Ply() > 0, msgAltBoard, msgAltStart)
	parts := []string{t.Text(form, i18n.Args{"Board": d.Board, "N": g.Ply()})}
	if d.Last != nil {
		parts = append(parts, DescribeTurn(t, g, side))
	}
	parts = append(parts, stateWords(t, d))
	parts = append(parts, dangerWords(t, d, side)...)
	if len(d.Hints) > 0 {
		parts = append(parts, t.Text(msgAltHints, i18n.Args{"Turns": And(t, written(d.Hints))}))
	}
	parts = append(parts, judgedWords(t, g.Position(), d)...)
	for _, row := range d.Rows {
		parts = append(parts, rowWords(t, row))
	}
	if said := exileSentence(t, d.Exiles); said != "" {
		parts = append(parts, said)
	}
	if d.Limit > 0 { // otherwise the picture shows no count
		parts = append(parts, quietWords(t, d))
	}
	return strings.Join(parts, " ")
}

// judgedWords describes the arrows of the turns of p that a review judged.
func judgedWords(t i18n.Printer, p rules.Position, d render.Description) (said []string) {
	if d.Played != rules.NoTurn {
		said = append(said, t.Text(msgAltPlayed, i18n.Args{"Turn": d.Played, "Words": Words(t, p, d.Played)}))
	}
	if d.Better != rules.NoTurn {
		said = append(said, t.Text(msgAltBetter, i18n.Args{"Turn": d.Better, "Words": Words(t, p, d.Better)}))
	}
	return said
}

// ToMove says whose turn it is.
func ToMove(t i18n.Printer, side rules.Color) string {
	return t.Text(msgAltMove, i18n.Args{"Side": Side(t, side)})
}

func stateWords(t i18n.Printer, d render.Description) string {
	switch {
	case !d.Outcome.Over():
		return ToMove(t, d.Side)
	case d.Outcome.Winner == rules.NoColor:
		return t.Text(msgAltOver, nil)
	case d.Outcome.IsSemi():
		return t.Text(msgAltSemi, i18n.Args{"Side": Side(t, d.Outcome.Winner)})
	}
	return t.Text(msgAltWon, i18n.Args{"Side": Side(t, d.Outcome.Winner)})
}

// dangerWords tells a reader who plays side whose corvette is attacked and which other ships are marked as attacked.
func dangerWords(t i18n.Printer, d render.Description, side rules.Color) []string {
	var said []string
	for _, c := range d.Threatened {
		said = append(said, t.Text(i18n.Either(c == side, msgAltYours, msgAltDanger), i18n.Args{"Side": Side(t, c)}))
	}
	var ships []string
	for _, a := range d.Attacked {
		if a.On.Ship != rules.Ship111 {
			ships = append(ships, ShipOn(t, shipName(t, a.On.Piece), a.On.Square))
		}
	}
	if len(ships) == 0 {
		return said
	}
	form := i18n.Either(len(said) > 0, msgAltAlso, msgAltAttacked)
	return append(said, t.Text(form, i18n.Args{"Ships": And(t, ships)}))
}

// ReplayAlt returns the alt text of an animated replay of g that ends with the board that last describes.
func ReplayAlt(t i18n.Printer, g *rules.Game, last string) string {
	return t.Text(msgReplay, i18n.Args{"N": g.Ply()}) + " " + last
}

// StripAlt returns the alt text of what Renderer.Strip draws of g: the last turns, numbered as in board messages, and
// the state of the game after them.
func StripAlt(t i18n.Printer, g *rules.Game) string {
	if g.Ply() == 0 {
		return stripAlt(t, g, 0, msgStripStart)
	}
	shown := min(g.Ply(), render.StripTurns)
	return stripAlt(t, g, shown, msgStrip)
}

// StripAhead is StripAlt for a game whose last turns have not been played yet.
func StripAhead(t i18n.Printer, g *rules.Game, shown int) string {
	return stripAlt(t, g, shown, msgStripAhead)
}

func stripAlt(t i18n.Printer, g *rules.Game, shown int, head i18n.Message) string {
	parts := []string{t.Text(head, nil)}
	p := g.Start()
	for i, turn := range g.Turns() {
		if i >= g.Ply()-shown {
			parts = append(parts, stripWords(t, p, turn, g.Number(i)))
		}
		p = p.Play(turn)
	}
	d := render.Describe(p, render.Options{Outcome: g.Outcome()})
	return strings.Join(append(parts, stateWords(t, d)), " ")
}

func stripWords(t i18n.Printer, p rules.Position, turn rules.Turn, n int) string {
	args := i18n.Args{"Round": n, "Side": Side(t, p.Side())}
	if turn == rules.Pass {
		return t.Text(msgStripPassed, args)
	}
	args["Notation"], args["Words"] = turn, Words(t, p, turn)
	return t.Text(msgStripPlayed, args)
}
