package render

import (
	"slices"
	"strconv"

	"madbot/render/raster"
	"madbot/rules"
)

// maxHints is how many hints are drawn.
const maxHints = 3

// route is how a hint is drawn.
type route struct {
	journey journey
	ways    []way
	double  bool  // its arrows have two heads
	spots   []vec // where its number may stand, the best first
}

// markHints draws the turns as arrows over the ships, the best broadest and beneath the others, so
// that none is hidden. Over the arrows come the numbers of the ships and, when there is more than
// one, those of the hints.
func (t *atlas) markHints(c *raster.Canvas, p *rules.Position, hints []rules.Turn) error {
	if len(hints) == 0 {
		return nil
	}
	routes := t.routes(p, hints)
	for i, r := range routes {
		t.drawRoute(c, r, i)
	}
	t.putPlates(c, p)
	if len(hints) == 1 {
		return nil
	}
	for i, b := range t.badges(p, routes) {
		if b == (box{}) {
			continue
		}
		if err := t.rank(c, b.center(), i); err != nil {
			return err
		}
	}
	return nil
}

// routes plans the arrows of hints.
func (t *atlas) routes(p *rules.Position, hints []rules.Turn) []route {
	var routes []route
	for _, h := range hints {
		routes = append(routes, t.route(newJourney(p, h), routes))
	}
	return routes
}

// route plans the arrows of a hint beside those of better ones.
func (t *atlas) route(j journey, better []route) route {
	r := route{journey: j}
	lane, swing := 0, t.swing(j)
	for _, b := range better {
		if j.follows(b.journey) {
			lane++
		}
		if len(j.shift) > 0 && j.sharesPlaces(b.journey) {
			swing = -swing
		}
	}
	if j.movement != (step{}) {
		w := t.path(j.movement).aside([maxHints]float64{0, 17, -17}[lane] * t.scale)
		end := 0.08 // from the middle of the square, to leave the number of an enemy readable
		if j.expelled != (step{}) {
			end = 0.36
		}
		w = w.cut(0.3*t.cell, w.length()-end*t.cell)
		r.ways, r.spots = append(r.ways, w), t.goalSpots(j, w)
	}
	steps, double := j.arrows()
	r.double = double && j.movement == (step{})
	for _, s := range steps {
		if w := t.shiftWay(s, swing); len(w) > 1 {
			r.ways, r.spots = append(r.ways, w), append(r.spots, t.waySpots(w, swing)...)
		}
	}
	return r
}

// follows reports whether the movement of j begins as that of o.
func (j journey) follows(o journey) bool {
	return j.movement != (step{}) && j.movement.piece == o.movement.piece &&
		j.movement.first() == o.movement.first()
}

// first returns the first square that is entered.
func (s step) first() rules.Square {
	if s.via != rules.NoSquare {
		return s.via
	}
	return s.to
}

// sharesPlaces reports whether the swaps or rotations of j and o go between the same places.
func (j journey) sharesPlaces(o journey) bool {
	return len(j.shift) == len(o.shift) && !slices.ContainsFunc(j.shift, func(s step) bool {
		return !slices.ContainsFunc(o.shift, func(x step) bool { return x.from == s.from })
	})
}

// drawRoute draws the arrows of hint i, counted from 0.
func (t *atlas) drawRoute(c *raster.Canvas, r route, i int) {
	a := arrow{c: t.hints[i], ink: t.ink, width: (9 - 1.5*float64(i)) * t.scale,
		head: float64(24-3*i) * t.scale, tail: r.double}
	for _, w := range r.ways {
		overlay(c, w.bounds(a.head+a.width), func(p *pen) { a.draw(p, w) })
	}
	if r.journey.expelled != (step{}) {
		b := t.at(r.journey.movement.to)
		overlay(c, b.bounds(), func(p *pen) { t.aim(p, b.center(), b.w*0.45) })
	}
}

// badgeRadius is that of a hint's number, in pixels of the plan.
const badgeRadius = 15

// goalSpots returns places for the number of a movement along w: before its tip, or in a corner of
// the square.
func (t *atlas) goalSpots(j journey, w way) []vec {
	var spots []vec
	n := w.length()
	if j.expelled == (step{}) {
		ahead := w.at(n).sub(w.at(n - 1)).unit()
		spots = append(spots, w.at(n).add(ahead.times(badgeRadius*t.scale)))
	}
	m := t.at(j.movement.to).center()
	for _, corner := range []vec{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}} {
		spots = append(spots, m.add(corner.times(0.34*t.cell)))
	}
	return spots
}

// waySpots returns places for a number on w, about its middle, then beside it.
func (t *atlas) waySpots(w way, swing float64) []vec {
	var spots []vec
	n := w.length()
	for _, k := range []float64{0.42, 0.5, 0.34, 0.58, 0.26, 0.66, 0.18, 0.74} {
		spots = append(spots, w.at(k*n))
	}
	out := w.at(n).sub(w.at(0)).unit().left().times(swing * badgeRadius * t.scale)
	for _, off := range []float64{1.5, -1.5, 2.6, -2.6} {
		for _, k := range []float64{0.5, 0.2, 0.8} {
			spots = append(spots, w.at(k*n).add(out.times(off)))
		}
	}
	return spots
}

// badges returns where the numbers of the hints stand, the zero box for a pass, which has no arrow.
// They keep clear of the numbers of the ships and, where there is room, of the arrows' heads. The
// best has the first choice.
func (t *atlas) badges(p *rules.Position, routes []route) []box {
	numbers, heads := t.plates(p), t.arrowheads(routes)
	var badges []box
	for _, r := range routes {
		var b box
		if len(r.spots) > 0 {
			b = t.badgePlace(r.spots, numbers, heads)
		}
		badges, numbers = append(badges, b), append(numbers, b)
	}
	return badges
}

// badgePlace returns the first place for a number that is clear of what it must not and what it
// should not hide.
func (t *atlas) badgePlace(spots []vec, must, should []box) box {
	around := func(v vec) box { return about(v, 2*badgeRadius*t.scale, 2*badgeRadius*t.scale) }
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

// plates returns the places of the ships' numbers.
func (t *atlas) plates(p *rules.Position) []box {
	var boxes []box
	each(p, func(x rules.Piece, s rules.Square) {
		b := t.place(x, s)
		boxes = append(boxes, about(b.center(), plateWidth*b.w, plateHeight*b.h))
	})
	return boxes
}

// arrowheads returns the places of the heads of arrows.
func (t *atlas) arrowheads(routes []route) []box {
	var boxes []box
	head := 22 * t.scale
	for _, r := range routes {
		for _, w := range r.ways {
			boxes = append(boxes, about(w.at(w.length()-head/2), head, head))
			if r.double {
				boxes = append(boxes, about(w.at(head/2), head, head))
			}
		}
	}
	return boxes
}

// rank draws the number of hint i, counted from 0.
func (t *atlas) rank(c *raster.Canvas, at vec, i int) error {
	r := badgeRadius * t.scale
	b := about(at, 2*r, 2*r)
	var err error
	overlay(c, b.inset(-3*t.scale).bounds(), func(p *pen) {
		t.badge(p, at, r, t.hints[i])
		p.SetColor(t.ink)
		err = t.fonts.write(p, strconv.Itoa(i+1), at, 22*t.scale)
	})
	return err
}
