package render

import (
	"image/color"
	"slices"
	"strconv"

	"madbot/render/raster"
	"madbot/render/steps"
	"madbot/rules"
)

const maxHints = 3

// badgeRadius is the radius of a hint's number, in pixels of the plan.
const badgeRadius = 15

// markHints draws the turns as arrows over the ships, the best one broadest and below the others, so that none is
// hidden. On top of the arrows it draws the numbers of the ships and, if there are several hints, the numbers of the
// hints, which avoid the warnings on the squares warned.
func (t *sprites) markHints(c *raster.Canvas, p *rules.Position, hints []rules.Turn, warned []rules.Square) {
	if len(hints) == 0 {
		return
	}
	routes := t.routes(p, hints)
	for i, r := range routes {
		t.drawRoute(c, r, t.hintArrow(i, r.double))
	}
	t.putPlates(c, p)
	if len(hints) == 1 {
		return
	}
	for i, b := range t.badges(p, routes, t.warnings(warned)) {
		if b != (box{}) {
			t.drawBadge(c, b, t.hints[i], func(p *pen) {
				p.SetColor(t.outline)
				t.fonts.write(p, strconv.Itoa(i+1), b.center(), 22*t.scale)
			})
		}
	}
}

func (t *sprites) drawRoute(c *raster.Canvas, r route, a arrow) {
	for _, w := range r.paths {
		overlay(c, w.bounds(a.head+a.width), func(p *pen) { a.draw(p, w) })
	}
	if r.turn.Expelled != (steps.Step{}) {
		b := t.at(r.turn.Movement.To)
		overlay(c, b.bounds(), func(p *pen) { t.dashedRing(p, b.center(), b.w*0.45) })
	}
}

// hintArrow returns the arrow of hint i, counted from 0. The arrow of the best hint is the broadest.
func (t *sprites) hintArrow(i int, double bool) arrow {
	return arrow{color: t.hints[i], outline: t.outline, width: (9 - 1.5*float64(i)) * t.scale,
		head: float64(24-3*i) * t.scale, tail: double}
}

// badges returns the places of the hints' numbers, the zero box for a pass, which has no arrow. They keep clear of the
// numbers of the ships and, if there is room, of arrowheads and warnings. The best hint chooses first.
func (l *layout) badges(p *rules.Position, routes []route, warnings []box) []box {
	numbers, others := l.plates(p), append(l.arrowheads(routes), warnings...)
	var badges []box
	for _, r := range routes {
		var b box
		if len(r.spots) > 0 {
			b = l.badgePlace(r.spots, numbers, others)
		}
		badges, numbers = append(badges, b), append(numbers, b)
	}
	return badges
}

// badgePlace returns the first place for a number that is clear of must and should, or, if there is none, one that is
// clear of must.
func (l *layout) badgePlace(spots []vec, must, should []box) box {
	around := func(v vec) box { return about(v, 2*badgeRadius*l.scale, 2*badgeRadius*l.scale) }
	best := around(spots[0])
	for _, v := range slices.Backward(spots) {
		if b := around(v); !slices.ContainsFunc(must, b.meets) {
			best = b
		}
	}
	for _, v := range spots {
		b := around(v)
		if !slices.ContainsFunc(must, b.meets) && !slices.ContainsFunc(should, b.meets) {
			return b
		}
	}
	return best
}

func (l *layout) plates(p *rules.Position) []box {
	var boxes []box
	each(p, func(x rules.Piece, s rules.Square) {
		b := l.place(x, s)
		boxes = append(boxes, about(b.center(), plateWidth*b.w, plateHeight*b.h))
	})
	return boxes
}

func (l *layout) arrowheads(routes []route) []box {
	var boxes []box
	head := 22 * l.scale
	for _, r := range routes {
		for _, w := range r.paths {
			boxes = append(boxes, about(w.at(w.length()-head/2), head, head))
			if r.double {
				boxes = append(boxes, about(w.at(head/2), head, head))
			}
		}
	}
	return boxes
}

// drawBadge draws a disc with a sign in b.
func (t *sprites) drawBadge(c *raster.Canvas, b box, hue color.RGBA, sign func(*pen)) {
	overlay(c, b.inset(-3*t.scale).bounds(), func(p *pen) {
		t.badge(p, b.center(), badgeRadius*t.scale, hue)
		sign(p)
	})
}

// judgedTurn is a turn that a review judged, with the colour of its arrow and its sign.
type judgedTurn struct {
	turn rules.Turn
	hue  color.RGBA
	sign func(*pen, vec, float64)
}

// markJudged draws the better turn as an arrow with a tick and, thinner and on top, the turn that was played as an
// arrow with a cross. The signs avoid the numbers of the ships.
func (t *sprites) markJudged(c *raster.Canvas, p *rules.Position, m Marks, warned []rules.Square) {
	var shown []judgedTurn
	var turns []rules.Turn
	for _, x := range []judgedTurn{{m.Better, t.better, t.tick}, {m.Played, t.danger, t.cross}} {
		if x.turn != rules.NoTurn {
			shown, turns = append(shown, x), append(turns, x.turn)
		}
	}
	if len(shown) == 0 {
		return
	}
	routes := t.routes(p, turns)
	for i, r := range routes {
		a := t.hintArrow(i, r.double)
		a.color = shown[i].hue
		t.drawRoute(c, r, a)
	}
	t.putPlates(c, p)
	for i, b := range t.badges(p, routes, t.warnings(warned)) {
		if b != (box{}) {
			t.drawBadge(c, b, shown[i].hue, func(p *pen) { shown[i].sign(p, b.center(), badgeRadius*t.scale) })
		}
	}
}

// tick draws a tick in a badge of radius r.
func (g glyphs) tick(p *pen, m vec, r float64) {
	p.MoveTo(m.x-0.5*r, m.y+0.05*r)
	p.LineTo(m.x-0.1*r, m.y+0.45*r)
	p.LineTo(m.x+0.5*r, m.y-0.4*r)
	p.line(g.outline, 0.3*r)
}

// cross draws a cross in a badge of radius r.
func (g glyphs) cross(p *pen, m vec, r float64) {
	for _, k := range []float64{-1, 1} {
		p.MoveTo(m.x-0.4*r, m.y-k*0.4*r)
		p.LineTo(m.x+0.4*r, m.y+k*0.4*r)
		p.line(g.outline, 0.3*r)
	}
}
