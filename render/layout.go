package render

import (
	"math"

	"madbot/rules"
)

// layout holds the places of everything in a picture of one board, view and width. The arena is in the middle. To its
// left and right are the trays for ships in exile, on their owner's half: frigates and corvette on the left, destroyers
// and cruiser on the right. Between the halves are two signs: whose turn it is, and the quiet count.
type layout struct {
	board  rules.Board
	view   View
	scale  float64 // pixels per pixel of the plan
	width  int
	height int
	cell   float64 // edge of a square
	slot   float64 // edge of a ship in exile
	arena  box
	trays  [2][2]box // by half (0 is the upper one) and side (0 is left)
	signs  [2]box    // left: whose turn; right: the quiet count
}

// plan is a layout at the usual width of its board.
type plan struct {
	width, height   int
	cell, slot      float64
	top, edge, tray float64 // margins of the arena and of the trays, and the width of a tray
	overhang        float64 // how much wider the quiet count is than the tray it is next to
}

// planOf keeps a margin of 14 pixels, because clients crop pictures and round their corners. Discord shows pictures as
// wide as a phone, and on a desktop at most 550 wide and 380 high. If the tall board were drawn as wide as the other
// one, its squares would be smaller on a phone and no larger on a desktop.
func planOf(b rules.Board) plan {
	if b == rules.Board5x5 {
		return plan{width: 800, height: 606, cell: 108, slot: 68, top: 24, edge: 16, tray: 88, overhang: 16}
	}
	return plan{width: 680, height: 714, cell: 108, slot: 72, top: 24, edge: 14, tray: 84, overhang: 12}
}

func usualWidth(b rules.Board) int { return planOf(b).width }

// PanelWidth returns the width of the picture of b above a board of buttons, in pixels. Discord shows a picture at most
// at its own size.
func PanelWidth(b rules.Board) int { return usualWidth(b) * 9 / 25 }

const signHeight = 52

func newLayout(b rules.Board, v View, width int) *layout {
	p := planOf(b)
	s := float64(width) / float64(p.width)
	l := &layout{board: b, view: v, scale: s, width: width, height: int(math.Round(float64(p.height) * s))}
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

func (l *layout) at(s rules.Square) box {
	column, row := s.Column()-1, l.board.Rows()-s.Row()
	if l.view == BlueView {
		column, row = l.board.Columns()-1-column, l.board.Rows()-1-row
	}
	return box{l.arena.x + float64(column)*l.cell, l.arena.y + float64(row)*l.cell, l.cell, l.cell}
}

func (l *layout) home(c rules.Color) box {
	b := l.at(rules.MakeSquare(1, l.board.HomeRow(c)))
	return box{l.arena.x, b.y, l.arena.w, b.h}
}

// half returns 0 if c has the upper half of the picture, 1 otherwise.
func (l *layout) half(c rules.Color) int {
	if (c == rules.Blue) == (l.view != BlueView) {
		return 0
	}
	return 1
}

// side returns the side that has half h.
func (l *layout) side(h int) rules.Color {
	if l.half(rules.Blue) == h {
		return rules.Blue
	}
	return rules.Red
}

// heading returns -1 if the ships of c point up the picture, 1 if they point down.
func (l *layout) heading(c rules.Color) float64 {
	if l.half(c) == 0 {
		return 1
	}
	return -1
}

// exile returns the box of a ship's slot in its tray. The slots of a ship and its complement face each other across the
// board.
func (l *layout) exile(p rules.Piece) box {
	side, rank := traySide(p.Ship)
	tray := l.trays[l.half(p.Color)][side]
	if l.half(p.Color) == 0 {
		rank = traySlots - 1 - rank
	}
	c := vec{tray.center().x, tray.y + tray.h*(float64(rank)+0.5)/traySlots}
	return box{math.Round(c.x - l.slot/2), math.Round(c.y - l.slot/2), l.slot, l.slot}
}

const traySlots = 4

// traySide returns the side of a ship's tray, 0 for left and 1 for right, and the ship's rank there, counted from the
// middle of the picture outwards: the corvette and the cruiser come last.
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
