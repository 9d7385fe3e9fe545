package render

import (
	"image/color"
	"math"
	"math/rand/v2"
	"strconv"

	"madbot/render/raster"
	"madbot/rules"
)

// drawGround draws what is the same in all pictures of a layout: space, arena, trays, coordinates.
func (a *artist) drawGround(l *layout) (*pen, error) {
	p := newPen(l.width, l.height)
	a.drawSpace(p, l)
	a.drawTrays(p, l)
	a.drawStars(p, l)
	a.drawBerths(p, l)
	a.drawArena(p, l)
	return p, a.drawCoordinates(p, l)
}

// drawSpace fills the picture with the sky. Each row has one colour, which costs a picture next to
// nothing.
func (a *artist) drawSpace(p *pen, l *layout) {
	w, h := float64(l.width), float64(l.height)
	for i, end := range []livery{*a.livery(l.side(0)), *a.livery(l.side(1))} {
		steps := ramp(a.sky, end.sky, 9)
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

// drawStars draws the same stars in every picture, clear of its edges. They shine through the
// trays: those are windows to another universe.
func (a *artist) drawStars(p *pen, l *layout) {
	chance := rand.New(rand.NewPCG(1, 11))
	edge := 10 * l.scale
	w, h := float64(l.width)-2*edge, float64(l.height)-2*edge
	for range a.stars {
		x, y, size, light := chance.Float64(), chance.Float64(), chance.Float64(), chance.Float64()
		p.disc(vec{edge + x*w, edge + y*h}, (0.7+1.2*size*size)*l.scale)
		p.fill(fade(a.star, uint8(80+light*light*160)))
	}
}

// drawArena draws the squares, tints the home rows and frames them.
func (a *artist) drawArena(p *pen, l *layout) {
	gap := math.Round(1.5 * l.scale)
	for row := 1; row <= l.board.Rows(); row++ {
		for column := 1; column <= l.board.Columns(); column++ {
			b := l.at(rules.MakeSquare(column, row)).inset(gap)
			p.DrawRoundedRectangle(b.x, b.y, b.w, b.h, math.Round(7*l.scale))
			p.fill(a.paving(l, row, column))
		}
	}
	for _, c := range []rules.Color{rules.Red, rules.Blue} {
		w := math.Round(2 * l.scale)
		b := l.home(c).inset(-w)
		p.DrawRoundedRectangle(b.x, b.y, b.w, b.h, math.Round(11*l.scale))
		p.line(a.homeFrame(a.livery(c)), w)
	}
}

// paving returns the colour of a square.
func (a *artist) paving(l *layout, row, column int) color.RGBA {
	shade := (row + column) & 1
	for _, c := range []rules.Color{rules.Red, rules.Blue} {
		if row == l.board.HomeRow(c) {
			return a.livery(c).home[shade]
		}
	}
	return a.square[shade]
}

// drawTrays draws the trays of the exiled.
func (a *artist) drawTrays(p *pen, l *layout) {
	for _, c := range []rules.Color{rules.Red, rules.Blue} {
		f := a.livery(c)
		for _, t := range l.trays[l.half(c)] {
			w := math.Round(2 * l.scale)
			p.DrawRoundedRectangle(t.x, t.y, t.w, t.h, math.Round(14*l.scale))
			p.edge(f.trayFrame(), 2*w)
			p.fill(f.tray)
		}
	}
}

// drawBerths draws a berth for each ship in the trays: the outline of its hull in the colour of its
// pair.
func (a *artist) drawBerths(p *pen, l *layout) {
	for _, c := range []rules.Color{rules.Red, rules.Blue} {
		f := a.livery(c)
		for _, s := range rules.Ships() {
			b := l.exile(rules.Piece{Color: c, Ship: s})
			q := newPen(int(b.w), int(b.h))
			q.unit, q.rise, q.origin = b.w*0.5, -l.heading(c), vec{b.w / 2, b.h / 2}
			outlineHull(q, s.Class())
			q.fill(f.berth(a.accent(s)))
			raster.ThresholdAlpha(q.image())
			p.DrawImage(q.image(), int(b.x), int(b.y))
		}
	}
}

// drawCoordinates letters the columns and numbers the rows.
func (a *artist) drawCoordinates(p *pen, l *layout) error {
	p.SetColor(a.label)
	for row := 1; row <= l.board.Rows(); row++ {
		b := l.at(rules.MakeSquare(1, row))
		at := vec{l.arena.x - 15*l.scale, b.center().y}
		if err := a.fonts.write(p, strconv.Itoa(row), at, 20*l.scale); err != nil {
			return err
		}
	}
	for column := 1; column <= l.board.Columns(); column++ {
		b := l.at(rules.MakeSquare(column, 1))
		at := vec{b.center().x, l.arena.y + l.arena.h + 17*l.scale}
		if err := a.fonts.write(p, string(rune('a'+column-1)), at, 20*l.scale); err != nil {
			return err
		}
	}
	return nil
}
