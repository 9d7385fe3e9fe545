package render

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"github.com/fogleman/gg"

	"madbot/render/raster"
)

// pen draws shapes on a gg context, in units from an origin: fractions of a square for sprites, pixels for marks. A
// negative rise turns shapes upside down.
type pen struct {
	*gg.Context
	origin vec
	unit   float64
	rise   float64 // 1, or -1 for ships that point down
	color  color.Color
}

// newPen returns a pen on a new transparent picture of w by h pixels, with its origin in the corner.
func newPen(w, h int) *pen {
	p := &pen{Context: gg.NewContext(w, h), unit: 1, rise: 1}
	p.SetLineCapRound()
	p.SetLineJoinRound()
	return p
}

func (p *pen) SetColor(c color.Color) {
	p.color = c
	p.Context.SetColor(c)
}

func (p *pen) image() *image.RGBA { return p.Image().(*image.RGBA) }

func (p *pen) at(x, y float64) (float64, float64) {
	return p.origin.x + x*p.unit, p.origin.y + y*p.unit*p.rise
}

func (p *pen) shape(points ...vec) {
	p.NewSubPath()
	for _, v := range points {
		p.LineTo(p.at(v.x, v.y))
	}
	p.ClosePath()
}

// rounded begins a closed outline through the points with corners rounded by r units.
func (p *pen) rounded(r float64, points ...vec) {
	p.NewSubPath()
	n := len(points)
	for i, v := range points {
		before, after := points[(i+n-1)%n], points[(i+1)%n]
		in := v.add(before.sub(v).unit().times(min(r, before.sub(v).length()/2)))
		out := v.add(after.sub(v).unit().times(min(r, after.sub(v).length()/2)))
		p.LineTo(p.at(in.x, in.y))
		cx, cy := p.at(v.x, v.y)
		ox, oy := p.at(out.x, out.y)
		p.QuadraticTo(cx, cy, ox, oy)
	}
	p.ClosePath()
}

func (p *pen) disc(c vec, r float64) {
	x, y := p.at(c.x, c.y)
	p.NewSubPath()
	p.DrawCircle(x, y, r*p.unit)
}

// pill begins a rectangle centred on c with its short sides rounded.
func (p *pen) pill(c vec, w, h float64) {
	x, y := p.at(c.x, c.y)
	w, h = w*p.unit, h*p.unit
	p.NewSubPath()
	p.DrawRoundedRectangle(x-w/2, y-h/2, w, h, min(w, h)/2)
}

// arc begins an open arc around c between two angles in degrees; 0 is to the right and -90 ahead.
func (p *pen) arc(c vec, r, from, to float64) {
	p.NewSubPath()
	for i := range 25 {
		a := (from + (to-from)*float64(i)/24) * math.Pi / 180
		p.LineTo(p.at(c.x+r*math.Cos(a), c.y+r*math.Sin(a)))
	}
}

func (p *pen) fill(c color.Color) {
	p.SetColor(c)
	p.Fill()
}

// area fills whole pixels, much faster than fill.
func (p *pen) area(b box, c color.Color) {
	draw.Draw(p.image(), b.bounds(), image.NewUniform(c), image.Point{}, draw.Src)
}

func (p *pen) line(c color.Color, w float64) {
	p.SetColor(c)
	p.SetLineWidth(w * p.unit)
	p.Stroke()
}

// edge strokes the current shape, w units wide, and keeps it to be filled.
func (p *pen) edge(c color.Color, w float64) {
	p.SetColor(c)
	p.SetLineWidth(w * p.unit)
	p.StrokePreserve()
}

// gradient fills the current shape from one colour at y=from to another at y=to, in units.
func (p *pen) gradient(from, to float64, a, b color.Color) {
	_, y0 := p.at(0, from)
	_, y1 := p.at(0, to)
	g := gg.NewLinearGradient(0, y0, 0, y1)
	g.AddColorStop(0, a)
	g.AddColorStop(1, b)
	p.SetFillStyle(g)
	p.Fill()
}

// layer draws on top of the picture, with few steps of opacity at the edges.
func (p *pen) layer(paint func(*pen)) {
	m := p.image()
	draw.Draw(m, m.Rect, p.offscreen(paint), image.Point{}, draw.Over)
}

// atop draws only where something was already drawn. An outline that separates two shapes would be invisible on the
// dark between the ships, and would cost many bytes there.
func (p *pen) atop(paint func(*pen)) {
	over, below := p.offscreen(paint).Pix, p.image().Pix
	for i := 0; i < len(below); i += 4 {
		a, rest := uint32(below[i+3]), 255-uint32(over[i+3])
		for ch := range 3 {
			below[i+ch] = uint8((uint32(over[i+ch])*a + uint32(below[i+ch])*rest) / 255)
		}
	}
}

// offscreen draws on a picture of its own and reduces its steps of opacity.
func (p *pen) offscreen(paint func(*pen)) *image.RGBA {
	q := newPen(p.Width(), p.Height())
	q.origin, q.unit, q.rise = p.origin, p.unit, p.rise
	paint(q)
	raster.ReduceAlpha(q.image())
	return q.image()
}
