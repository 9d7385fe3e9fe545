package league

import (
	"context"
	"io"
	"strconv"
	"strings"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play/season"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/render"
	"madbot/rules/league"
	"madbot/rules/match"
)

// The picture of a table: a heading, the legend of its arrows; and its description, with a line for each player, in
// which Results are as in “Bob 1, Cid open”.
var (
	msgPoints  = i18n.Message{ID: "league.cross.points", Other: "Points"}
	msgToAbove = i18n.Message{ID: "league.cross.up", Other: "moves up"}
	msgToBelow = i18n.Message{ID: "league.cross.down", Other: "moves down"}
	msgCross   = i18n.Message{ID: "league.cross.alt", Other: "Season {{.Season}}, group {{.Group}}, with all results:"}
	msgOfOne   = i18n.Message{ID: "league.cross.row",
		Other: "#{{.Place}} {{.Player}}, points: {{.Points}}; against {{.Results}}"}
	msgOpen = i18n.Message{ID: "league.cell.open", Other: "open"}
	msgVoid = i18n.Message{ID: "league.cell.void", Other: "void"}
)

// maxDescribed is the length of names in a description, whose length Discord limits.
const maxDescribed = 15

// crosstable returns the picture of a group of v, counted from 1.
func (h *Handlers) crosstable(ctx context.Context, c *dispatch.Call, v *View, group int) *ui.Picture {
	g, moves := &v.Groups[group-1], v.moves(group)
	names := h.View.Names.Apart(ctx, c.T, c.Venue.Guild, g.People)
	table := render.Crosstable{Words: render.CrosstableWords{Points: c.T.Text(msgPoints, nil),
		Up: c.T.Text(msgToAbove, nil), Down: c.T.Text(msgToBelow, nil)}}
	rows, settled := g.Table(), g.Settled()
	for _, row := range rows {
		p := g.People[row.Person]
		one := render.CrosstableRow{Place: row.Place, Name: names[p], Points: text.Halves(row.Half), Move: moves[p],
			Own: p == v.Reader, Out: g.IsOut(row.Person)}
		for _, other := range rows {
			one.Cells = append(one.Cells, cell(settled, row.Person, other.Person))
		}
		table.Rows = append(table.Rows, one)
	}
	heading := c.T.Text(msgCross, i18n.Args{"Season": v.Shown, "Group": group})
	theme := h.View.Theme(ctx, c)
	return &ui.Picture{Alt: heading + "\n" + described(c.T, &table),
		Draw: func(w io.Writer) error { return h.Renderer.Crosstable(w, table, render.Options{Theme: theme}) }}
}

// described says what a crosstable shows.
func described(t i18n.Printer, table *render.Crosstable) string {
	short := func(name string) string {
		if all := []rune(name); len(all) > maxDescribed {
			return string(all[:maxDescribed-1]) + "…"
		}
		return name
	}
	words := map[render.Cell]string{render.OpenCell: t.Text(msgOpen, nil), render.VoidCell: t.Text(msgVoid, nil),
		render.LossCell: text.Halves(0), render.HalfCell: text.Halves(1), render.WinCell: text.Halves(2)}
	var all []string
	for i, row := range table.Rows {
		var results []string
		for j, other := range table.Rows {
			if j != i {
				results = append(results, short(other.Name)+" "+words[row.Cells[j]])
			}
		}
		line := t.Text(msgOfOne, i18n.Args{"Place": strconv.Itoa(row.Place), "Player": short(row.Name), "Points": row.Points,
			"Results": strings.Join(results, ", ")})
		switch row.Move {
		case render.MoveUp:
			line += "; " + table.Words.Up
		case render.MoveDown:
			line += "; " + table.Words.Down
		}
		all = append(all, line)
	}
	return strings.Join(all, "\n")
}

// moves returns who of a group changes groups: after the season as it was decided, before as the table is now. Nobody
// does before a result puts somebody first or last, or in a season that none follows.
func (v *View) moves(group int) map[match.PlayerID]render.Move {
	all, g := map[match.PlayerID]render.Move{}, &v.Groups[group-1]
	if v.Phase != season.Running {
		n := News{League: v.League, Post: season.Post{Season: v.Shown}, Entered: v.Entered}
		for p, to := range n.nextGroups() {
			switch {
			case g.Seat(p) < 0 || to == group:
			case to < group:
				all[p] = render.MoveUp
			default:
				all[p] = render.MoveDown
			}
		}
		return all
	}
	var in []league.Row
	for _, row := range g.Table() {
		if !g.IsOut(row.Person) {
			in = append(in, row)
		}
	}
	if n := len(in); n > 1 && !v.Last {
		if group > 1 && in[0].Place < in[1].Place {
			all[g.People[in[0].Person]] = render.MoveUp
		}
		if group < len(v.Groups) && in[n-2].Place < in[n-1].Place {
			all[g.People[in[n-1].Person]] = render.MoveDown
		}
	}
	return all
}

// cell returns the result of own against other.
func cell(g league.Group, own, other int) render.Cell {
	for _, m := range g.Matches {
		red := m.Pairing == league.Pairing{Red: own, Blue: other}
		if !red && m.Pairing != (league.Pairing{Red: other, Blue: own}) {
			continue
		}
		switch r := m.Result; {
		case r == league.Open:
			return render.OpenCell
		case r == league.Halved:
			return render.HalfCell
		case r == league.RedVictory && red, r == league.BlueVictory && !red:
			return render.WinCell
		case r == league.RedSemi && red, r == league.BlueSemi && !red:
			return render.HalfCell
		case r != league.Void:
			return render.LossCell
		}
	}
	return render.VoidCell
}
