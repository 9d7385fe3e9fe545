package render

import (
	"image"
	"image/color"
	"math"
)

// way is a line through points.
type way []vec

// bow returns a way from a to b that bends to the left by the given part of its length.
func bow(a, b vec, bend float64) way {
	const parts = 16
	middle := a.to(b, 0.5).add(b.sub(a).left().times(bend))
	w := make(way, 0, parts+1)
	for i := range parts + 1 {
		k := float64(i) / parts
		w = append(w, a.to(middle, k).to(middle.to(b, k), k))
	}
	return w
}

// length returns the length of w.
func (w way) length() float64 {
	var sum float64
	for i := 1; i < len(w); i++ {
		sum += w[i].sub(w[i-1]).length()
	}
	return sum
}

// at returns the point d along w, its first or last point beyond the ends.
func (w way) at(d float64) vec {
	for i := 1; i < len(w); i++ {
		n := w[i].sub(w[i-1]).length()
		if d <= n && n > 0 {
			return w[i-1].to(w[i], max(d, 0)/n)
		}
		d -= n
	}
	return w[len(w)-1]
}

// cut returns the part of w between two distances along it.
func (w way) cut(from, to float64) way {
	out := way{w.at(from)}
	var d float64
	for i := 1; i < len(w); i++ {
		d += w[i].sub(w[i-1]).length()
		if d > from && d < to {
			out = append(out, w[i])
		}
	}
	return append(out, w.at(to))
}

// aside returns w moved by d to its left.
func (w way) aside(d float64) way {
	out := make(way, len(w))
	for i, v := range w {
		from, to := max(i-1, 0), min(i+1, len(w)-1)
		side, on := v.sub(w[from]).unit().left(), w[to].sub(v).unit().left()
		if side != on {
			side = side.add(on) // the ends have one side only, a corner has two
		}
		out[i] = v.add(side.times(d))
	}
	return out
}

// bounds returns the pixels within d of w.
func (w way) bounds(d float64) image.Rectangle {
	lo, hi := w[0], w[0]
	for _, v := range w {
		lo = vec{min(lo.x, v.x), min(lo.y, v.y)}
		hi = vec{max(hi.x, v.x), max(hi.y, v.y)}
	}
	return box{lo.x - d, lo.y - d, hi.x - lo.x + 2*d, hi.y - lo.y + 2*d}.bounds()
}

// arrow is how a way is drawn.
type arrow struct {
	c      color.RGBA
	ink    color.RGBA // outline
	width  float64
	head   float64 // length of the head, 0 for none
	tail   bool    // a head at the start as well
	dotted bool
}

// draw draws the arrow along w.
func (a arrow) draw(p *pen, w way) {
	a.drawLine(p, w)
	a.drawHeads(p, w)
}

// drawLine draws the arrow without its heads.
func (a arrow) drawLine(p *pen, w way) {
	n, start := w.length(), 0.0
	if a.tail {
		start = a.reach(n) * 0.8
	}
	shaft := w.cut(start, n-a.reach(n)*0.8)
	if a.ink.A > 0 {
		a.drawShaft(p, shaft, a.ink, a.width+2*a.outline())
	}
	a.drawShaft(p, shaft, a.c, a.width)
}

// drawHeads draws the heads of the arrow.
func (a arrow) drawHeads(p *pen, w way) {
	n := w.length()
	head := a.reach(n)
	if head <= 0 {
		return
	}
	a.drawHead(p, w.at(n-head), w.at(n))
	if a.tail {
		a.drawHead(p, w.at(head), w.at(0))
	}
}

// reach returns the length of a head on a way of length n.
func (a arrow) reach(n float64) float64 { return min(a.head, n*0.45) }

// outline returns the width of the outline.
func (a arrow) outline() float64 { return 1.5 * math.Max(1, a.width/5) }

// drawShaft draws the line of the arrow.
func (a arrow) drawShaft(p *pen, w way, c color.RGBA, width float64) {
	if a.dotted {
		n, gap := w.length(), a.width*2.1
		for d := 0.0; d <= n; d += gap {
			p.disc(w.at(d), width/2)
		}
		p.fill(c)
		return
	}
	for _, v := range w {
		p.LineTo(v.x, v.y)
	}
	p.line(c, width)
}

// drawHead draws a head with its outline from its base to its tip.
func (a arrow) drawHead(p *pen, base, tip vec) {
	long := tip.sub(base)
	side := long.left().times(0.62)
	p.shape(tip, base.add(side), base.sub(side))
	if a.ink.A > 0 {
		p.edge(a.ink, 2*a.outline())
	}
	p.fill(a.c)
}
