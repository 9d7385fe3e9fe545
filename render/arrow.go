package render

import (
	"image/color"
	"math"
	"slices"

	"madbot/render/steps"
	"madbot/rules"
)

type arrow struct {
	color   color.RGBA
	outline color.RGBA // no outline if zero
	width   float64
	head    float64 // length of the head; 0 for none
	tail    bool    // whether there is a head at the start too
	dotted  bool    // dotted lines have no outline
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

func (a arrow) drawHead(p *pen, base, tip vec) {
	long := tip.sub(base)
	side := long.left().times(0.62)
	p.shape(tip, base.add(side), base.sub(side))
	if a.outline.A > 0 {
		p.edge(a.outline, 2*a.outlineWidth())
	}
	p.fill(a.color)
}

type route struct {
	turn   steps.Turn
	paths  []path
	double bool  // whether its arrows have two heads
	spots  []vec // possible places of its number, the best first
}

func (l *layout) routes(p *rules.Position, hints []rules.Turn) []route {
	var routes []route
	for _, h := range hints {
		routes = append(routes, l.route(steps.Of(p, h), routes))
	}
	return routes
}

// route plans the arrows of a hint so that they avoid the arrows of better hints.
func (l *layout) route(turn steps.Turn, better []route) route {
	r := route{turn: turn}
	lane, side := 0, l.bendSide(turn)
	for _, b := range better {
		if turn.Follows(b.turn) {
			lane++
		}
	}
	if turn.Movement != (steps.Step{}) {
		w := l.movementPath(turn.Movement).offset([maxHints]float64{0, 17, -17}[lane] * l.scale)
		end := 0.08 // from the middle of the square, so that the number of an enemy stays readable
		if turn.Expelled != (steps.Step{}) {
			end = 0.36
		}
		w = w.cut(0.3*l.cell, w.length()-end*l.cell)
		r.paths, r.spots = append(r.paths, w), l.movementSpots(turn, w)
	}
	list, double := turn.Arrows()
	r.double = double && turn.Movement == (steps.Step{})
	side = l.clearSide(list, side, better)
	for _, s := range list {
		if w := l.shiftPath(s, side); len(w) > 1 {
			r.paths, r.spots = append(r.paths, w), append(r.spots, l.pathSpots(w, side)...)
		}
	}
	return r
}

// clearSide returns to which side, and how far, the arrows of a swap or rotation bend: the given side from bendSide,
// unless another bend overlaps the arrows of better hints less.
func (l *layout) clearSide(list []steps.Step, side float64, better []route) float64 {
	var drawn, own []path
	for _, b := range better {
		drawn = append(drawn, b.paths...)
	}
	best, least := side, math.Inf(1)
	for _, bend := range []float64{1, -1, 2, -2, 0.3} {
		own = own[:0]
		for _, s := range list {
			own = append(own, l.shiftPath(s, side*bend))
		}
		if hidden := hiddenPart(own, drawn, 11*l.scale); hidden < least {
			best, least = side*bend, hidden
		}
		if least < 0.2 { // at most a crossing
			break
		}
	}
	return best
}

// hiddenPart returns the fraction of own that lies within near pixels of others.
func hiddenPart(own, others []path, near float64) float64 {
	all, hidden := 0, 0
	for _, w := range own {
		for d := near / 2; d < w.length(); d += near {
			all++
			if v := w.at(d); slices.ContainsFunc(others, func(o path) bool { return o.passes(v, near) }) {
				hidden++
			}
		}
	}
	return float64(hidden) / float64(max(1, all))
}

// movementSpots returns possible places for the number of a movement along w: before its tip, or in a corner of the
// square.
func (l *layout) movementSpots(turn steps.Turn, w path) []vec {
	var spots []vec
	n := w.length()
	if turn.Expelled == (steps.Step{}) {
		ahead := w.at(n).sub(w.at(n - 1)).unit()
		spots = append(spots, w.at(n).add(ahead.times(badgeRadius*l.scale)))
	}
	m := l.at(turn.Movement.To).center()
	for _, corner := range []vec{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}} {
		spots = append(spots, m.add(corner.times(0.34*l.cell)))
	}
	return spots
}

// pathSpots returns possible places for a number along w: at its middle, then next to it.
func (l *layout) pathSpots(w path, side float64) []vec {
	var spots []vec
	n := w.length()
	for _, k := range []float64{0.42, 0.5, 0.34, 0.58, 0.26, 0.66, 0.18, 0.74} {
		spots = append(spots, w.at(k*n))
	}
	out := w.at(n).sub(w.at(0)).unit().left().times(side * badgeRadius * l.scale)
	for _, off := range []float64{1.5, -1.5, 2.6, -2.6} {
		for _, k := range []float64{0.5, 0.2, 0.8} {
			spots = append(spots, w.at(k*n).add(out.times(off)))
		}
	}
	return spots
}
