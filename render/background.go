package render

import (
	"image/color"
	"math"
	"math/rand/v2"
	"strconv"

	"madbot/render/raster"
	"madbot/rules"
)

// drawBackground draws what all pictures of a layout share: space, arena, trays, coordinates.
func (t *theme) drawBackground(l *layout) *pen {
	p := newPen(l.width, l.height)
	t.drawSpace(p, l)
	t.drawTrays(p, l)
	t.drawStars(p, l)
	t.drawSlots(p, l)
	t.drawArena(p, l)
	t.drawCoordinates(p, l)
	return p
}

// drawSpace fills the picture with the sky. Each row of pixels has one colour, which compresses well.
func (t *theme) drawSpace(p *pen, l *layout) {
	w, h := float64(l.width), float64(l.height)
	for i, end := range []fleetColors{*t.fleet(l.side(0)), *t.fleet(l.side(1))} {
		steps := ramp(t.sky, end.sky, 9)
		for j, c := range steps {
			band := h / 2 / float64(len(steps))
			y := h/2 - float64(j+1)*band
			if i == 1 {
				y = h/2 + float64(j)*band
			}
			p.DrawRectangle(0, math.Floor(y), w, band+1)
			p.fill(c)
		}
	}
}

// drawStars draws the same stars in every picture, away from its edges. They also shine in the trays.
func (t *theme) drawStars(p *pen, l *layout) {
	chance := rand.New(rand.NewPCG(1, 11))
	edge := 10 * l.scale
	w, h := float64(l.width)-2*edge, float64(l.height)-2*edge
	for range t.stars {
		x, y, size, light := chance.Float64(), chance.Float64(), chance.Float64(), chance.Float64()
		p.disc(vec{edge + x*w, edge + y*h}, (0.7+1.2*size*size)*l.scale)
		p.fill(fade(t.star, uint8(80+light*light*160)))
	}
}

// drawArena draws the squares, tints the home rows and frames them.
func (t *theme) drawArena(p *pen, l *layout) {
	gap := math.Round(1.5 * l.scale)
	for row := 1; row <= l.board.Rows(); row++ {
		for column := 1; column <= l.board.Columns(); column++ {
			b := l.at(rules.MakeSquare(column, row)).inset(gap)
			p.DrawRoundedRectangle(b.x, b.y, b.w, b.h, math.Round(7*l.scale))
			p.fill(t.squareColor(l, row, column))
		}
	}
	for _, c := range []rules.Color{rules.Red, rules.Blue} {
		w := math.Round(2 * l.scale)
		b := l.home(c).inset(-w)
		p.DrawRoundedRectangle(b.x, b.y, b.w, b.h, math.Round(11*l.scale))
		p.line(t.homeFrame(t.fleet(c)), w)
	}
}

func (t *theme) squareColor(l *layout, row, column int) color.RGBA {
	shade := (row + column) & 1
	for _, c := range []rules.Color{rules.Red, rules.Blue} {
		if row == l.board.HomeRow(c) {
			return t.fleet(c).home[shade]
		}
	}
	return t.square[shade]
}

func (t *theme) drawTrays(p *pen, l *layout) {
	for _, c := range []rules.Color{rules.Red, rules.Blue} {
		f := t.fleet(c)
		for _, tray := range l.trays[l.half(c)] {
			w := math.Round(2 * l.scale)
			p.DrawRoundedRectangle(tray.x, tray.y, tray.w, tray.h, math.Round(14*l.scale))
			p.edge(f.trayFrame(), 2*w)
			p.fill(f.tray)
		}
	}
}

// drawSlots draws the slot of each ship in the trays: its hull in the colour of its pair.
func (t *theme) drawSlots(p *pen, l *layout) {
	for _, c := range []rules.Color{rules.Red, rules.Blue} {
		f := t.fleet(c)
		for _, s := range rules.Ships() {
			b := l.exile(rules.Piece{Color: c, Ship: s})
			q := newPen(int(b.w), int(b.h))
			q.unit, q.rise, q.origin = b.w*0.5, -l.heading(c), vec{b.w / 2, b.h / 2}
			outlineHull(q, s.Class())
			q.fill(f.slotColor(t.accent(s)))
			raster.ThresholdAlpha(q.image())
			p.DrawImage(q.image(), int(b.x), int(b.y))
		}
	}
}

func (t *theme) drawCoordinates(p *pen, l *layout) {
	p.SetColor(t.label)
	for row := 1; row <= l.board.Rows(); row++ {
		b := l.at(rules.MakeSquare(1, row))
		t.fonts.write(p, strconv.Itoa(row), vec{l.arena.x - 15*l.scale, b.center().y}, 20*l.scale)
	}
	for column := 1; column <= l.board.Columns(); column++ {
		b := l.at(rules.MakeSquare(column, 1))
		at := vec{b.center().x, l.arena.y + l.arena.h + 17*l.scale}
		t.fonts.write(p, string(rune('a'+column-1)), at, 20*l.scale)
	}
}
