package turns

import (
	"fmt"
	"unicode/utf8"

	"madbot/bot/i18n"
	"madbot/rules"
)

// A turn in the private list of turns, in the notation, as in “5. Red 211-c4”, the answer after it without the number,
// and what stands there when there is none.
var (
	msgNumbered = i18n.Message{ID: "turns.one", Other: "**{{.Number}}.** {{.Side}} {{.Turn}}"}
	msgNoTurns  = i18n.Message{ID: "turns.none", Other: "No turn has been played yet."}
)

// List lists the turns of g with the numbers of board messages, a turn of Red and Blue's answer in one line. If the
// game is over, the last line says how it ended. It returns at least one page, each of at most room characters; pages
// end between lines. It cuts a line that is longer than room, which no line is if room is at least 100.
func List(t i18n.Printer, g *rules.Game, room int) []string {
	lines := turnLines(t, g)
	if end := Ending(t, g); end != "" {
		lines = append(lines, end)
	}
	if len(lines) == 0 {
		lines = append(lines, t.Text(msgNoTurns, nil))
	}
	return Pages(lines, room)
}

func turnLines(t i18n.Printer, g *rules.Game) []string {
	var lines []string
	start := g.Start()
	for i, side := 0, start.Side(); i < g.Ply(); i, side = i+1, side.Other() {
		turn := g.Turns()[i]
		if side == rules.Blue && i > 0 {
			lines[len(lines)-1] += fmt.Sprint(" · ", Side(t, side), " ", turn)
			continue
		}
		lines = append(lines, t.Text(msgNumbered, i18n.Args{"Number": g.Number(i), "Side": Side(t, side), "Turn": turn}))
	}
	return lines
}

// Pages joins lines to texts of at most room characters, which end between lines.
func Pages(lines []string, room int) []string {
	var all []string
	left := 0 // characters that still fit on the last page
	for _, line := range lines {
		line = Cut(line, max(room, 1))
		n := utf8.RuneCountInString(line)
		if len(all) > 0 && n+1 <= left {
			all[len(all)-1] += "\n" + line
			left -= n + 1
			continue
		}
		all = append(all, line)
		left = room - n
	}
	return all
}
