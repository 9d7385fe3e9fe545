package text

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
	msgAltMove   = i18n.Message{ID: "alt.move", Other: "{{.Side}} is to move."}
	msgAltWon    = i18n.Message{ID: "alt.won", Other: "{{.Side}} has won."}
	msgAltSemi   = i18n.Message{ID: "alt.semi", Other: "{{.Side}} has a semi-victory."}
	msgAltOver   = i18n.Message{ID: "alt.over", Other: "The game is over; nobody won."}
	msgAltQuiet  = i18n.Message{ID: "alt.quiet", Other: "Quiet turns: {{.Count}} of {{.Limit}}."}
	msgAltDanger = i18n.Message{ID: "alt.danger", Other: "{{.Side}}'s corvette is under attack."}
	msgAltHints  = i18n.Message{ID: "alt.hints", Other: "Arrows show {{.Turns}}."}
	msgAltRow    = i18n.Message{ID: "alt.row", Other: "Row {{.Row}}: {{.Ships}}."}
	msgAltEmpty  = i18n.Message{ID: "alt.empty", Other: "empty"}
	msgShip      = i18n.Message{ID: "ship.name", Other: "{{.Side}} {{.Ship}}"}
)

// Alt returns in words what a picture shows after ply turns: how the game stands, what is marked,
// and the board row by row as the picture shows it.
func Alt(t i18n.Printer, ply int, d render.Description) string {
	parts := []string{t.Text(msgAltBoard, i18n.Args{"Board": d.Board, "N": ply})}
	if d.Last != nil {
		parts = append(parts, playedWords(t, d.Last))
	}
	parts = append(parts, stateWords(t, d))
	for _, side := range d.Threatened {
		parts = append(parts, t.Text(msgAltDanger, i18n.Args{"Side": Side(t, side)}))
	}
	if len(d.Hints) > 0 {
		parts = append(parts, t.Text(msgAltHints, i18n.Args{"Turns": notation(d.Hints, "")}))
	}
	for _, row := range d.Rows {
		parts = append(parts, rowWords(t, row))
	}
	parts = append(parts, exileWords(t, d.Exiles)+".")
	if d.Limit > 0 {
		parts = append(parts, t.Text(msgAltQuiet, i18n.Args{"Count": d.Quiet, "Limit": d.Limit}))
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

func rowWords(t i18n.Printer, row render.Row) string {
	var ships []string
	for i, piece := range row.Pieces {
		if piece != (rules.Piece{}) {
			ships = append(ships, row.Squares[i].String()+" "+shipName(t, piece))
		}
	}
	if len(ships) == 0 {
		ships = append(ships, t.Text(msgAltEmpty, nil))
	}
	return t.Text(msgAltRow, i18n.Args{"Row": row.Number, "Ships": strings.Join(ships, ", ")})
}

func shipName(t i18n.Printer, p rules.Piece) string {
	return t.Text(msgShip, i18n.Args{"Side": Side(t, p.Color), "Ship": p.Ship})
}
