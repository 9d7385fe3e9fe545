package render

import (
	"strconv"

	"madbot/rules"
)

// maxHints is how many hints are drawn.
const maxHints = 3

// markHints draws the turns as arrows over the ships, the best on top, and their numbers over all.
func (t *atlas) markHints(c *canvas, p *rules.Position, hints []rules.Turn) error {
	hints = hints[:min(len(hints), maxHints)]
	var places [maxHints]vec
	var taken []vec
	for i := len(hints) - 1; i >= 0; i-- {
		ways, double := t.hintWays(p, hints[i])
		a := arrow{c: t.hints[i], ink: t.ink, width: float64(9-2*i) * t.scale,
			head: float64(24-3*i) * t.scale, tail: double}
		for _, w := range ways {
			t.drawWay(c, a, w)
		}
		if hints[i].Expels() {
			b := t.at(hints[i].To())
			c.sketch(b.bounds(), func(p *pen) { t.aim(p, b.center(), b.w*0.45) })
		}
		if len(ways) > 0 {
			places[i] = t.badgePlace(ways[0], taken)
			taken = append(taken, places[i])
		}
	}
	for i := range hints {
		if places[i] == (vec{}) { // a pass has no arrow
			continue
		}
		if err := t.rank(c, places[i], i); err != nil {
			return err
		}
	}
	return nil
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

// badgePlace returns a place for a number on w that is clear of the others.
func (t *atlas) badgePlace(w way, taken []vec) vec {
	for _, k := range []float64{0.42, 0.2, 0.62, 0.05} {
		at, clear := w.at(k*w.length()), true
		for _, o := range taken {
			clear = clear && at.sub(o).length() > 30*t.scale
		}
		if clear {
			return at
		}
	}
	return w.at(0)
}

// rank draws the number of hint i, counted from 0.
func (t *atlas) rank(c *canvas, at vec, i int) error {
	r := 14 * t.scale
	b := box{at.x - r, at.y - r, 2 * r, 2 * r}
	var err error
	c.sketch(b.inset(-3*t.scale).bounds(), func(p *pen) {
		t.badge(p, at, r, t.hints[i])
		p.SetColor(t.ink)
		err = t.fonts.write(p, strconv.Itoa(i+1), at, 21*t.scale)
	})
	return err
}
