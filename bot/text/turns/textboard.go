package turns

import (
	"strconv"
	"strings"

	"madbot/bot/i18n"
	"madbot/render"
	"madbot/rules"
)

var (
	msgBoardYours = i18n.Message{ID: "textboard.yours",
		Other: "Round {{.Round}}. You're {{.Side}}, and it's your turn."}
	msgBoardTheirs = i18n.Message{ID: "textboard.theirs",
		Other: "Round {{.Round}}. You're {{.Side}}, and it's {{.EnemySide}}'s turn."}
	msgBoardAll   = i18n.Message{ID: "textboard.all", Other: "Round {{.Round}}. {{.Side}} to move."}
	msgBoardFirst = i18n.Message{ID: "textboard.positioning",
		Other: "This is {{.Side}}'s positioning turn: a swap, a rotation or a pass."}
	msgBoardView = i18n.Message{ID: "textboard.view",
		Other: "The board as {{.Side}} sees it, from the far row to the near one:"}
	msgRow        = i18n.Message{ID: "alt.row", Other: "Row {{.Row}}: {{.Ships}}."}
	msgEmptyRow   = i18n.Message{ID: "alt.empty", Other: "empty"}
	msgShip       = i18n.Message{ID: "ship.name", Other: "{{.Side}} {{.Ship}}"}
	msgShips      = i18n.Message{ID: "ship.names", Other: "{{.Side}} {{.Ships}}"}
	msgInExile    = i18n.Message{ID: "fleet.exile", Other: "In exile: {{.Ships}}"}
	msgQuietOf    = i18n.Message{ID: "alt.quiet", Other: "Without expulsion: {{.Count}}/{{.Limit}}."}
	msgQuietCount = i18n.Message{ID: "alt.quietalone", Other: "Without expulsion: {{.Count}}."}
)

// TextBoard describes g line by line, instead of a picture, for a reader who plays side; NoColor is a spectator. The
// rows come in the order of a picture seen from the side from; NoColor is Red. It returns "" for the zero game.
func TextBoard(t i18n.Printer, g *rules.Game, side, from rules.Color) string {
	p := g.Position()
	details := BoardDetails(t, g, side, from)
	if details == "" {
		return ""
	}
	state := Ending(t, g)
	if state == "" {
		state = toMoveWords(t, g, side)
	}
	counters := quietWords(t, render.Describe(p, render.Options{Limit: g.Limit()}))
	if !g.Outcome().Over() {
		counters += " " + sideStake(t, p)
	}
	return Joined("\n", state, details, counters)
}

// BoardDetails is TextBoard without the side to move and the count of turns without an expulsion: the last turn, the
// rows, the attacks and the ships in exile.
func BoardDetails(t i18n.Printer, g *rules.Game, side, from rules.Color) string {
	p := g.Position()
	d := render.Describe(p, render.Options{View: render.ViewOf(from), Limit: g.Limit(), Outcome: g.Outcome()})
	if d.Board == rules.NoBoard {
		return ""
	}
	attacked := ""
	if !d.Outcome.Over() {
		attacked = underAttack(t, &p, side)
	}
	said := Joined(" ", append([]string{DescribeTurn(t, g, side)}, dangerWords(t, d, side)...)...)
	return Joined("\n", said, Rows(t, p, from), attacked, exileSentence(t, d.Exiles))
}

// Rows lists the ships in the arena of p row by row, in the order of a picture seen from a side; NoColor is Red.
func Rows(t i18n.Printer, p rules.Position, from rules.Color) string {
	if from != rules.Blue {
		from = rules.Red
	}
	lines := []string{t.Text(msgBoardView, i18n.Args{"Side": Side(t, from)})}
	for _, row := range render.Describe(p, render.Options{View: render.ViewOf(from)}).Rows {
		lines = append(lines, rowWords(t, row))
	}
	return strings.Join(lines, "\n")
}

func toMoveWords(t i18n.Printer, g *rules.Game, side rules.Color) string {
	p := g.Position()
	args := i18n.Args{"Round": g.Number(g.Ply()), "Side": Side(t, p.Side())}
	form := msgBoardAll
	switch side {
	case p.Side():
		form = msgBoardYours
	case p.Side().Other():
		form = msgBoardTheirs
		args["Side"], args["EnemySide"] = Side(t, side), Side(t, p.Side())
	}
	said := t.Text(form, args)
	if p.Positioning(p.Side()) {
		said += " " + t.Text(msgBoardFirst, i18n.Args{"Side": Side(t, p.Side())})
	}
	return said
}

// Grid draws the arena of p as a code block, seen from side; NoColor is Red. A ship is the letter of its side in the
// notation and its digits (rules 6.1), a free square is a dot. It returns "" for the zero position.
func Grid(p rules.Position, side rules.Color) string {
	d := render.Describe(p, render.Options{View: render.ViewOf(side)})
	if d.Board == rules.NoBoard {
		return ""
	}
	lines := []string{"```"}
	columns := " "
	for _, s := range d.Rows[0].Squares {
		columns += "   " + s.String()[:1] + " "
	}
	for _, row := range d.Rows {
		line := strconv.Itoa(row.Number)
		for _, piece := range row.Pieces {
			line += " " + gridCell(piece)
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return strings.Join(append(lines, strings.TrimRight(columns, " "), "```"), "\n")
}

func gridCell(piece rules.Piece) string {
	if piece.Ship == rules.NoShip {
		return "  . "
	}
	return piece.Color.String()[:1] + piece.Ship.String()
}

func rowWords(t i18n.Printer, row render.Row) string {
	var ships []string
	for i, piece := range row.Pieces {
		if piece != (rules.Piece{}) {
			ships = append(ships, row.Squares[i].String()+" "+shipName(t, piece))
		}
	}
	if len(ships) == 0 {
		ships = append(ships, t.Text(msgEmptyRow, nil))
	}
	return t.Text(msgRow, i18n.Args{"Row": row.Number, "Ships": Commas(t, ships)})
}

func shipName(t i18n.Printer, p rules.Piece) string {
	return t.Text(msgShip, i18n.Args{"Side": Side(t, p.Color), "Ship": p.Ship})
}

// Exiles lists the ships in exile, as in “In exile: Red 121; Blue 112 and 212”; "" for none.
func Exiles(t i18n.Printer, ships []rules.Piece) string {
	if len(ships) == 0 {
		return ""
	}
	var sides []string
	for _, side := range []rules.Color{rules.Red, rules.Blue} {
		if words := shipsOf(t, side, ships); words != "" {
			sides = append(sides, words)
		}
	}
	return t.Text(msgInExile, i18n.Args{"Ships": Parts(t, sides)})
}

func exileSentence(t i18n.Printer, ships []rules.Piece) string {
	if said := Exiles(t, ships); said != "" {
		return said + "."
	}
	return ""
}

func shipsOf(t i18n.Printer, side rules.Color, ships []rules.Piece) string {
	var names []string
	for _, piece := range ships {
		if piece.Color == side {
			names = append(names, piece.Ship.String())
		}
	}
	if len(names) == 0 {
		return ""
	}
	form := i18n.Either(len(names) == 1, msgShip, msgShips)
	return t.Text(form, i18n.Args{"Side": Side(t, side), "Ship": names[0], "Ships": And(t, names)})
}

func quietWords(t i18n.Printer, d render.Description) string {
	form := i18n.Either(d.Limit == 0, msgQuietCount, msgQuietOf)
	return t.Text(form, i18n.Args{"Count": d.Quiet, "Limit": d.Limit})
}
