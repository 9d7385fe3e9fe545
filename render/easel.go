package render

import (
	"image/color"
	"math"
)

// easel draws the marks with the colours of an artist, in lines of one strength.
type easel struct {
	*artist
	stroke float64 // pixels of a thin line
}

// aim draws a ring of eight dashes, however thick they are.
func (t easel) aim(p *pen, m vec, r float64) {
	w := 5.5 * t.stroke
	gap := 8 + w/2/r*180/math.Pi // degrees, with the round end of the dash
	for i := range 8 {
		from := float64(i) * 45
		p.arc(m, r, from+gap, from+45-gap)
	}
	p.edge(t.ink, w+3.5*t.stroke)
	p.line(t.expel, w)
}

// star draws a star of five points.
func (t easel) star(p *pen, m vec, r float64) {
	p.NewSubPath()
	for i := range 10 {
		d, a := r, float64(i)*math.Pi/5-math.Pi/2
		if i&1 == 1 {
			d = r * 0.45
		}
		p.LineTo(m.x+d*math.Cos(a), m.y+d*math.Sin(a))
	}
	p.ClosePath()
	p.edge(t.ink, r*0.3)
	p.fill(t.gold)
}

// badge draws a disc for a glyph.
func (t easel) badge(p *pen, m vec, r float64, hue color.RGBA) {
	p.disc(m, r)
	p.edge(t.ink, 3*t.stroke)
	p.fill(hue)
}

// alarm draws a warning triangle with its mark.
func (t easel) alarm(p *pen, m vec, r float64) {
	p.rounded(r*0.2, vec{m.x, m.y - r*1.1}, vec{m.x + r*1.15, m.y + r*0.95},
		vec{m.x - r*1.15, m.y + r*0.95})
	p.edge(t.ink, r*0.5)
	p.fill(t.danger)
	white := rgb(0xffffff)
	p.pill(vec{m.x, m.y - r*0.02}, r*0.24, r*0.8)
	p.fill(white)
	p.disc(vec{m.x, m.y + r*0.62}, r*0.15)
	p.fill(white)
}

// crown draws a crown of half-width r round m; of half a crown the right half is only an outline.
func (t easel) crown(p *pen, m vec, r float64, half bool) {
	outline := func() {
		p.shape(vec{m.x - r, m.y + r*0.75}, vec{m.x - r*1.1, m.y - r*0.5}, vec{m.x - r*0.5, m.y + r*0.05},
			vec{m.x, m.y - r*0.9}, vec{m.x + r*0.5, m.y + r*0.05}, vec{m.x + r*1.1, m.y - r*0.5},
			vec{m.x + r, m.y + r*0.75})
	}
	outline()
	p.line(t.ink, r*0.5)
	outline()
	if !half {
		p.fill(t.gold)
	} else {
		p.fill(mix(t.ink, t.gold, 0.25))
		p.shape(vec{m.x - r, m.y + r*0.75}, vec{m.x - r*1.1, m.y - r*0.5}, vec{m.x - r*0.5, m.y + r*0.05},
			vec{m.x, m.y - r*0.9}, vec{m.x, m.y + r*0.75})
		p.fill(t.gold)
	}
	outline()
	p.line(t.gold, r*0.16)
}

// hourglass draws the mark of waiting.
func (t easel) hourglass(p *pen, m vec, r float64) {
	p.shape(vec{m.x - r*0.8, m.y - r*1.2}, vec{m.x + r*0.8, m.y - r*1.2}, m)
	p.shape(vec{m.x - r*0.8, m.y + r*1.2}, vec{m.x + r*0.8, m.y + r*1.2}, m)
	p.SetColor(t.target)
	p.FillPreserve()
	p.line(t.target, 1.5*t.stroke)
}

// dot draws a disc with an outline.
func (t easel) dot(p *pen, m vec, r float64) {
	p.disc(m, r)
	p.edge(t.ink, 3*t.stroke)
	p.fill(t.target)
}

// dart draws a ship's mark that flies down for a positive u, up for a negative one.
func (a *artist) dart(p *pen, m vec, u float64, f *livery) {
	w := math.Abs(u) * 0.87
	p.shape(vec{m.x, m.y + u}, vec{m.x + w, m.y - u}, vec{m.x, m.y - u*0.5}, vec{m.x - w, m.y - u})
	p.fill(f.rimOn(f.belly))
}

// swapGlyph draws two arrows that pass each other round m, 2r wide.
func (t easel) swapGlyph(p *pen, m vec, r float64) {
	for _, k := range []float64{-1, 1} {
		y := m.y + k*r*0.45
		tip := vec{m.x + k*r*1.05, y}
		p.MoveTo(m.x-k*r, y)
		p.LineTo(m.x+k*r*0.5, y)
		p.line(t.ink, r*0.32)
		p.shape(tip, vec{tip.x - k*r*0.75, y - r*0.5}, vec{tip.x - k*r*0.75, y + r*0.5})
		p.fill(t.ink)
	}
}

// turnGlyph draws three arrows going round m at a distance of r.
func (t easel) turnGlyph(p *pen, m vec, r float64) {
	for i := range 3 {
		from := float64(i)*120 - 90
		p.arc(m, r, from, from+70)
		p.line(t.ink, r*0.35)
		a := (from + 70) * math.Pi / 180
		out := vec{math.Cos(a), math.Sin(a)}
		ahead := vec{-out.y, out.x}
		base := m.add(out.times(r))
		p.shape(base.add(ahead.times(r*0.75)), base.add(out.times(r*0.5)), base.sub(out.times(r*0.5)))
		p.fill(t.ink)
	}
}
