package render

import (
	"image/color"
)

// arrow is how a path is drawn.
type arrow struct {
	color   color.RGBA
	outline color.RGBA // zero for none
	width   float64
	head    float64 // length of the head, 0 for none
	tail    bool    // a head at the start as well
	dotted  bool    // the line, which then has no outline
}

func (a arrow) draw(p *pen, w path) {
	a.drawLine(p, w)
	a.drawHeads(p, w)
}

func (a arrow) drawLine(p *pen, w path) {
	n, start := w.length(), 0.0
	if a.tail {
		start = a.headLength(n) * 0.8
	}
	shaft := w.cut(start, n-a.headLength(n)*0.8)
	if a.outline.A > 0 && !a.dotted {
		a.drawShaft(p, shaft, a.outline, a.width+2*a.outlineWidth())
	}
	a.drawShaft(p, shaft, a.color, a.width)
}

func (a arrow) drawHeads(p *pen, w path) {
	n := w.length()
	head := a.headLength(n)
	if head <= 0 {
		return
	}
	a.drawHead(p, w.at(n-head), w.at(n))
	if a.tail {
		a.drawHead(p, w.at(head), w.at(0))
	}
}

// headLength returns the length of a head on a path of length n.
func (a arrow) headLength(n float64) float64 { return min(a.head, n*0.45) }

func (a arrow) outlineWidth() float64 { return 1.5 * max(1, a.width/5) }

func (a arrow) drawShaft(p *pen, w path, c color.RGBA, width float64) {
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
	if a.outline.A > 0 {
		p.edge(a.outline, 2*a.outlineWidth())
	}
	p.fill(a.color)
}
