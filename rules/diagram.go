package rules

import (
	"fmt"
	"strconv"
	"strings"
)

// Diagram draws p as text for a terminal, Red at the bottom. A ship is the letter of its side and its digits, a free
// square a point. Ships in exile are next to their owner's home row. The last line is the notation, without a newline.
func (p *Position) Diagram() string {
	if p.board == NoBoard {
		return "-"
	}
	var b strings.Builder
	p.drawArena(&b)
	fmt.Fprintf(&b, "%s, %s\n", p.toMoveText(), p.countersText())
	b.WriteString(p.String())
	return b.String()
}

func (p *Position) drawArena(b *strings.Builder) {
	line := " "
	for column := 1; column <= p.board.Columns(); column++ {
		line += fmt.Sprintf("   %c ", 'a'+column-1)
	}
	fmt.Fprintln(b, strings.TrimRight(line, " "))
	for row := p.board.Rows(); row >= 1; row-- {
		fmt.Fprintln(b, strings.TrimRight(p.rowText(row), " "))
	}
}

// rowText draws a row and, next to a home row, the ships in exile.
func (p *Position) rowText(row int) string {
	line := strconv.Itoa(row)
	for column := 1; column <= p.board.Columns(); column++ {
		line += " " + p.At(MakeSquare(column, row)).cell()
	}
	for _, c := range [2]Color{Red, Blue} {
		if list := p.exileText(c); list != "" && row == p.board.HomeRow(c) {
			line += "   exile: " + list
		}
	}
	return line
}

func (p Piece) cell() string {
	if p.Ship == NoShip {
		return "  . "
	}
	return p.Color.letter() + p.Ship.String()
}

func (p *Position) exileText(c Color) string {
	var list []string
	for _, s := range Ships() {
		if p.SquareOf(c, s) == NoSquare {
			list = append(list, Piece{Color: c, Ship: s}.cell())
		}
	}
	return strings.Join(list, " ")
}

func (p *Position) toMoveText() string {
	switch {
	case p.over():
		return p.Outcome(0).Winner.String() + " has won"
	case p.Positioning(p.side):
		return p.side.String() + " to move, positioning turn"
	}
	return p.side.String() + " to move"
}

// countersText describes the counters that decide a stall and the semi-victory (rules 5.2, 5.4).
func (p *Position) countersText() string {
	if p.last == NoColor {
		return fmt.Sprintf("quiet turns %d, no expulsion yet", p.quiet)
	}
	return fmt.Sprintf("quiet turns %d, last expulsion by %s", p.quiet, p.last)
}
