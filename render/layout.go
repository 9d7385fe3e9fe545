package render

import (
	"math"

	"madbot/rules"
)

// layout says where everything stands in a picture of one board, view and width. The arena is in
// the middle; left and right of it are the trays of the exiled: frigates and corvette on the left,
// destroyers and cruiser on the right, each on its owner's half. Between the halves sit the two
// signs of the game's state: whose turn it is, and the quiet count.
type layout struct {
	board  rules.Board
	view   View
	scale  float64 // pixels for each pixel of the plan
	width  int
	height int
	cell   float64 // edge of a square
	slot   float64 // edge of a ship in exile
	arena  box
	trays  [2][2]box // by half, 0 the upper one, and side, 0 the left one
	signs  [2]box    // left: whose turn; right: the quiet count
}

// plan is a layout at the width of 800.
type plan struct {
	height, cell, slot float64
	columns            int     // of slots in a tray
	top, edge          float64 // margins of the arena and of the trays
	tray               float64 // width of a tray
	overhang           float64 // by which the quiet count is wider than the tray it stands by
}

// planOf keeps a margin of 14 to each edge, because clients crop pictures and round their corners,
// and keeps the picture wider than tall.
func planOf(b rules.Board) plan {
	if b == rules.Board5x5 {
		return plan{height: 606, cell: 108, slot: 68, columns: 1, top: 24, edge: 16, tray: 88, overhang: 16}
	}
	return plan{height: 688, cell: 104, slot: 72, columns: 2, top: 24, edge: 16, tray: 144}
}

// signHeight is the height of the signs between the trays, in the plan.
const signHeight = 52

func newLayout(b rules.Board, v View, width int) *layout {
	p, s := planOf(b), float64(width)/DefaultWidth
	l := &layout{board: b, view: v, scale: s, width: width, height: int(math.Round(p.height * s))}
	l.cell, l.slot = math.Round(p.cell*s), math.Round(p.slot*s)
	w, h := l.cell*float64(b.Columns()), l.cell*float64(b.Rows())
	l.arena = box{math.Round((float64(width) - w) / 2), math.Round(p.top * s), w, h}
	edge, tray := p.edge*s, p.tray*s
	half := (float64(l.height) - 2*edge - signHeight*s) / 2
	for side, x := range []float64{edge, float64(width) - edge - tray} {
		l.trays[0][side] = box{x, edge, tray, half}.round()
		l.trays[1][side] = box{x, float64(l.height) - edge - half, tray, half}.round()
		l.signs[side] = box{x, edge + half, tray, signHeight * s}
	}
	l.signs[1].x -= p.overhang * s
	l.signs[1].w += p.overhang * s
	return l
}

// at returns the box of a square of the board.
func (l *layout) at(s rules.Square) box {
	column, row := s.Column()-1, l.board.Rows()-s.Row()
	if l.view == BlueView {
		column, row = l.board.Columns()-1-column, l.board.Rows()-1-row
	}
	return box{l.arena.x + float64(column)*l.cell, l.arena.y + float64(row)*l.cell, l.cell, l.cell}
}

// home returns the box of the home row of c.
func (l *layout) home(c rules.Color) box {
	b := l.at(rules.MakeSquare(1, l.board.HomeRow(c)))
	return box{l.arena.x, b.y, l.arena.w, b.h}
}

// half returns 0 when c has the upper half of the picture, else 1.
func (l *layout) half(c rules.Color) int {
	if (c == rules.Blue) == (l.view != BlueView) {
		return 0
	}
	return 1
}

// side returns who has half h.
func (l *layout) side(h int) rules.Color {
	if l.half(rules.Blue) == h {
		return rules.Blue
	}
	return rules.Red
}

// heading returns -1 when the ships of c fly up the picture, 1 when they fly down.
func (l *layout) heading(c rules.Color) float64 {
	if l.half(c) == 0 {
		return 1
	}
	return -1
}

// exile returns the box of a ship's slot in its tray. The slots of a ship and its complement face
// each other across the board.
func (l *layout) exile(p rules.Piece) box {
	side, rank := traySide(p.Ship)
	tray := l.trays[l.half(p.Color)][side]
	columns := planOf(l.board).columns
	column, row := rank%columns, rank/columns
	if side == 1 {
		column = columns - 1 - column
	}
	rows := 4 / columns
	if l.half(p.Color) == 0 {
		row = rows - 1 - row
	}
	w, h := tray.w/float64(columns), tray.h/float64(rows)
	c := vec{tray.x + w*(float64(column)+0.5), tray.y + h*(float64(row)+0.5)}
	return box{math.Round(c.x - l.slot/2), math.Round(c.y - l.slot/2), l.slot, l.slot}
}

// traySide returns on which side a ship is exiled, 0 left and 1 right, and its rank there counted
// from the middle of the picture outwards: the corvette and the cruiser come last.
func traySide(s rules.Ship) (side, rank int) {
	switch s {
	case rules.Ship112, rules.Ship221:
		rank = 0
	case rules.Ship121, rules.Ship212:
		rank = 1
	case rules.Ship211, rules.Ship122:
		rank = 2
	default:
		rank = 3
	}
	if c := s.Class(); c == rules.Destroyer || c == rules.Cruiser {
		side = 1
	}
	return side, rank
}
