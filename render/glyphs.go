package render

import (
	"image/color"
	"math"
)

type glyphs struct {
	*theme
	stroke float64 // width of a thin line in pixels
}

// dashedRing draws a ring of eight dashes that stay apart at any line width.
func (g glyphs) dashedRing(p *pen, m vec, r float64) {
	w := 5.5 * g.stroke
	gap := 8 + w/2/r*180/math.Pi // degrees, including the round end of the dash
	for i := range 8 {
		from := float64(i) * 45
		p.arc(m, r, from+gap, from+45-gap)
	}
	p.edge(g.outline, w+3.5*g.stroke)
	p.line(g.expel, w)
}

func (g glyphs) star(p *pen, m vec, r float64) {
	p.NewSubPath()
	for i := range 10 {
		d, a := r, float64(i)*math.Pi/5-math.Pi/2
		if i&1 == 1 {
			d = r * 0.45
		}
		p.LineTo(m.x+d*math.Cos(a), m.y+d*math.Sin(a))
	}
	p.ClosePath()
	p.edge(g.outline, r*0.3)
	p.fill(g.gold)
}

// badge draws a disc as the background of a glyph or number.
func (g glyphs) badge(p *pen, m vec, r float64, hue color.RGBA) {
	p.disc(m, r)
	p.edge(g.outline, 3*g.stroke)
	p.fill(hue)
}

func (g glyphs) warning(p *pen, m vec, r float64) {
	p.rounded(r*0.2, vec{m.x, m.y - r*1.1}, vec{m.x + r*1.15, m.y + r*0.95},
		vec{m.x - r*1.15, m.y + r*0.95})
	p.edge(g.outline, r*0.5)
	p.fill(g.danger)
	white := rgb(0xffffff)
	p.pill(vec{m.x, m.y - r*0.02}, r*0.24, r*0.8)
	p.fill(white)
	p.disc(vec{m.x, m.y + r*0.62}, r*0.15)
	p.fill(white)
}

// crown draws a crown of half-width r at m; half a crown has only an outline on its right.
func (g glyphs) crown(p *pen, m vec, r float64, half bool) {
	outline := func() {
		p.shape(vec{m.x - r, m.y + r*0.75}, vec{m.x - r*1.1, m.y - r*0.5}, vec{m.x - r*0.5, m.y + r*0.05},
			vec{m.x, m.y - r*0.9}, vec{m.x + r*0.5, m.y + r*0.05}, vec{m.x + r*1.1, m.y - r*0.5},
			vec{m.x + r, m.y + r*0.75})
	}
	outline()
	p.line(g.outline, r*0.5)
	outline()
	if !half {
		p.fill(g.gold)
	} else {
		p.fill(mix(g.outline, g.gold, 0.25))
		p.shape(vec{m.x - r, m.y + r*0.75}, vec{m.x - r*1.1, m.y - r*0.5}, vec{m.x - r*0.5, m.y + r*0.05},
			vec{m.x, m.y - r*0.9}, vec{m.x, m.y + r*0.75})
		p.fill(g.gold)
	}
	outline()
	p.line(g.gold, r*0.16)
}

func (g glyphs) hourglass(p *pen, m vec, r float64) {
	p.shape(vec{m.x - r*0.8, m.y - r*1.2}, vec{m.x + r*0.8, m.y - r*1.2}, m)
	p.shape(vec{m.x - r*0.8, m.y + r*1.2}, vec{m.x + r*0.8, m.y + r*1.2}, m)
	p.SetColor(g.target)
	p.FillPreserve()
	p.line(g.target, 1.5*g.stroke)
}

func (g glyphs) dot(p *pen, m vec, r float64) {
	p.disc(m, r)
	p.edge(g.outline, 3*g.stroke)
	p.fill(g.target)
}

// dart draws a small ship that points down for a positive u, up for a negative one.
func (t *theme) dart(p *pen, m vec, u float64, f *fleetColors) {
	w := math.Abs(u) * 0.87
	p.shape(vec{m.x, m.y + u}, vec{m.x + w, m.y - u}, vec{m.x, m.y - u*0.5}, vec{m.x - w, m.y - u})
	p.fill(f.mostContrasting(f.stern))
}

func (g glyphs) swapGlyph(p *pen, m vec, r float64) {
	for _, k := range []float64{-1, 1} {
		y := m.y + k*r*0.45
		tip := vec{m.x + k*r*1.05, y}
		p.MoveTo(m.x-k*r, y)
		p.LineTo(m.x+k*r*0.5, y)
		p.line(g.outline, r*0.32)
		p.shape(tip, vec{tip.x - k*r*0.75, y - r*0.5}, vec{tip.x - k*r*0.75, y + r*0.5})
		p.fill(g.outline)
	}
}

// rotationGlyph draws three arrows in a circle around m at distance r.
func (g glyphs) rotationGlyph(p *pen, m vec, r float64) {
	for i := range 3 {
		from := float64(i)*120 - 90
		p.arc(m, r, from, from+70)
		p.line(g.outline, r*0.35)
		a := (from + 70) * math.Pi / 180
		out := vec{math.Cos(a), math.Sin(a)}
		ahead := vec{-out.y, out.x}
		base := m.add(out.times(r))
		p.shape(base.add(ahead.times(r*0.75)), base.add(out.times(r*0.5)), base.sub(out.times(r*0.5)))
		p.fill(g.outline)
	}
}

// frame draws a rounded box in a colour, partly transparent inside.
func (g glyphs) frame(b box, radius float64, hue color.RGBA) func(*pen) {
	return func(p *pen) {
		p.DrawRoundedRectangle(b.x, b.y, b.w, b.h, radius*g.stroke)
		p.SetColor(fade(g.tintColor(hue), tintStrength))
		p.FillPreserve()
		p.line(fade(hue, 215), 3*g.stroke)
	}
}
