package render

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/rules"
)

// TestSquaresAreLarge: squares are large enough to be read and tapped where Discord shows the picture: on a phone 292
// points wide, on a desktop up to 550 by 380.
func TestSquaresAreLarge(t *testing.T) {
	t.Parallel()
	for b, want := range map[rules.Board]struct{ phone, desk float64 }{
		rules.Board5x5: {39, 67},
		rules.Board6x4: {46, 57},
	} {
		l := newLayout(b, RedView, usualWidth(b))
		w, h := float64(l.width), float64(l.height)
		assert.GreaterOrEqual(t, l.cell*min(292/w, 380/h), want.phone, b)
		assert.GreaterOrEqual(t, l.cell*min(550/w, 380/h), want.desk, b)
	}
}

// TestNothingAtTheEdge: nothing important is near the edge, because clients crop pictures and round their corners, and
// nothing overlaps.
func TestNothingAtTheEdge(t *testing.T) {
	t.Parallel()
	for _, b := range rules.Boards() {
		for _, v := range []View{RedView, BlueView} {
			l := newLayout(b, v, usualWidth(b))
			safe := image.Rect(0, 0, l.width, l.height).Inset(12)
			var parts []image.Rectangle
			for row := 1; row <= b.Rows(); row++ {
				for column := 1; column <= b.Columns(); column++ {
					parts = append(parts, l.at(rules.MakeSquare(column, row)).bounds())
				}
			}
			for _, c := range []rules.Color{rules.Red, rules.Blue} {
				for _, s := range rules.Ships() {
					slot := l.exile(rules.Piece{Color: c, Ship: s}).bounds()
					side, _ := traySide(s)
					assert.True(t, slot.Inset(2).In(l.trays[l.half(c)][side].bounds()), "%s %s %s", b, c, s)
					parts = append(parts, slot)
				}
			}
			parts = append(parts, l.signs[0].bounds(), l.signs[1].bounds())
			for i, p := range parts {
				assert.True(t, p.In(safe), "%s: %v", b, p)
				for _, q := range parts[:i] {
					assert.True(t, p.Inset(2).Intersect(q.Inset(2)).Empty(), "%s: %v and %v", b, p, q)
				}
			}
		}
	}
}

func TestViewTurnsTheBoard(t *testing.T) {
	t.Parallel()
	a, z := rules.MakeSquare(1, 1), rules.MakeSquare(4, 6)
	red, blue := newLayout(rules.Board6x4, RedView, 800), newLayout(rules.Board6x4, BlueView, 800)
	assert.Equal(t, red.at(a), blue.at(z))
	assert.Equal(t, red.at(z), blue.at(a))
	assert.Equal(t, 1, red.half(rules.Red))
	assert.Equal(t, 0, blue.half(rules.Red))
	assert.Equal(t, -1.0, red.heading(rules.Red))
	assert.Equal(t, -1.0, blue.heading(rules.Blue))
}
