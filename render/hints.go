package render

import (
	"slices"
	"strconv"

	"madbot/rules"
)

// maxHints is how many hints are drawn.
const maxHints = 3

// markHints draws the turns as arrows over the ships, the best on top, and over the arrows the
// numbers of the ships and of the hints.
func (t *atlas) markHints(c *canvas, p *rules.Position, hints []rules.Turn) error {
	if len(hints) == 0 {
		return nil
	}
	hints = hints[:min(len(hints), maxHints)]
	taken := t.plates(p)
	var badges [maxHints]box
	for i := len(hints) - 1; i >= 0; i-- {
		w := t.markHint(c, p, hints[i], i)
		if len(w) > 1 { // a pass has no arrow
			badges[i] = t.badgePlace(w, taken)
			taken = append(taken, badges[i])
		}
	}
	t.putPlates(c, p)
	for i, b := range badges {
		if b == (box{}) {
			continue
		}
		if err := t.rank(c, b.center(), i); err != nil {
			return err
		}
	}
	return nil
}

// markHint draws the arrows of hint i, counted from 0, and returns the way of the first.
func (t *atlas) markHint(c *canvas, p *rules.Position, turn rules.Turn, i int) way {
	ways, double := t.hintWays(p, turn)
	a := arrow{c: t.hints[i], ink: t.ink, width: float64(9-2*i) * t.scale,
		head: float64(24-3*i) * t.scale, tail: double}
	for _, w := range ways {
		t.drawWay(c, a, w)
	}
	if turn.Expels() {
		b := t.at(turn.To())
		c.sketch(b.bounds(), func(p *pen) { t.aim(p, b.center(), b.w*0.45) })
	}
	if len(ways) == 0 {
		return nil
	}
	return ways[0]
}

// plates returns where the numbers of the ships stand.
func (t *atlas) plates(p *rules.Position) []box {
	var boxes []box
	each(p, func(x rules.Piece, s rules.Square) {
		b := t.place(x, s)
		boxes = append(boxes, about(b.center(), plateWidth*b.w, plateHeight*b.h))
	})
	return boxes
}

// hintWays returns the ways to draw for a turn, none for a pass, and whether they are to have two
// heads.
func (t *atlas) hintWays(p *rules.Position, turn rules.Turn) (ways []way, double bool) {
	j := newJourney(p, turn)
	if j.movement != (step{}) {
		w := t.path(j.movement)
		end := 0.08 // from the middle of the square, to leave the number of an enemy readable
		if turn.Expels() {
			end = 0.36
		}
		ways = append(ways, w.cut(0.3*t.cell, w.length()-end*t.cell))
	}
	steps, double := j.arrows()
	for _, s := range steps {
		if w := t.shiftWay(s, j); len(w) > 1 {
			ways = append(ways, w)
		}
	}
	return ways, double && !turn.IsMove()
}

// drawWay draws an arrow along w.
func (t *atlas) drawWay(c *canvas, a arrow, w way) {
	if len(w) > 1 {
		c.sketch(w.bounds(a.head+a.width), func(p *pen) { a.draw(p, w) })
	}
}

// badgeRadius is that of a hint's number, in pixels of the plan.
const badgeRadius = 14

// badgePlace returns a place for a number on w, about its middle, that is clear of the others.
func (t *atlas) badgePlace(w way, taken []box) box {
	place := func(k float64) box {
		return about(w.at(k*w.length()), 2*badgeRadius*t.scale, 2*badgeRadius*t.scale)
	}
	for _, k := range []float64{0.42, 0.5, 0.34, 0.58, 0.26, 0.66, 0.18, 0.74, 0.1, 0.02} {
		b := place(k)
		if !slices.ContainsFunc(taken, b.meets) {
			return b
		}
	}
	return place(0.42)
}

// rank draws the number of hint i, counted from 0.
func (t *atlas) rank(c *canvas, at vec, i int) error {
	r := badgeRadius * t.scale
	b := about(at, 2*r, 2*r)
	var err error
	c.sketch(b.inset(-3*t.scale).bounds(), func(p *pen) {
		t.badge(p, at, r, t.hints[i])
		p.SetColor(t.ink)
		err = t.fonts.write(p, strconv.Itoa(i+1), at, 21*t.scale)
	})
	return err
}
