package render

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/render/steps"
	"madbot/rules"
)

// TestArrowheadsHideNoShip: the heads of the arrow of a swap or rotation hide almost nothing of its two ships, wherever
// they are.
func TestArrowheadsHideNoShip(t *testing.T) {
	t.Parallel()
	const size = rules.Board6x4
	a := prepared(t, size)
	ships := map[rules.Piece]*image.RGBA{}
	each(&rules.Position{}, func(x rules.Piece, _ rules.Square) {
		ships[x] = a.drawShip(x, int(a.cell), a.heading(x.Color), inArena())
	})
	from := rules.MakeSquare(2, 3)
	for _, to := range others(from, size) {
		heads := a.heads(from, to)
		for piece, ship := range ships {
			for _, square := range []rules.Square{from, to} {
				part := hidden(ship, heads, a.at(square).bounds().Min)
				assert.LessOrEqual(t, part, 0.05, "%s %s on %s: %s to %s", piece.Color, piece.Ship, square, from, to)
			}
		}
	}
}

// others returns the squares of a board except one.
func others(but rules.Square, b rules.Board) []rules.Square {
	var all []rules.Square
	for column := 1; column <= b.Columns(); column++ {
		for row := 1; row <= b.Rows(); row++ {
			if s := rules.MakeSquare(column, row); s != but {
				all = append(all, s)
			}
		}
	}
	return all
}

// heads draws the heads of the arrows between two squares, of the last turn and of the best hint, bent to either side.
func (t *sprites) heads(from, to rules.Square) *image.RGBA {
	p := newPen(t.width, t.height)
	for _, side := range []float64{1, -1} {
		w := t.shiftPath(steps.Step{From: from, To: to}, side)
		t.lastArrow(true).drawHeads(p, w)
		t.hintArrow(0, true).drawHeads(p, w)
	}
	return p.image()
}

// hidden returns the fraction of a ship at a point that marks hide.
func hidden(ship, marks *image.RGBA, at image.Point) float64 {
	var all, hidden float64
	for y := range ship.Rect.Dy() {
		for x := range ship.Rect.Dx() {
			if ship.RGBAAt(x, y).A > 127 {
				all++
				if marks.RGBAAt(at.X+x, at.Y+y).A > 127 {
					hidden++
				}
			}
		}
	}
	return hidden / all
}
