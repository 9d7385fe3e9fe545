package render

import (
	"image/color"
	"math"

	"madbot/render/raster"
	"madbot/render/steps"
	"madbot/rules"
)

// tintStrength is the opacity of the tint of a marked square, out of 255.
const tintStrength = 170

// tintColor returns the colour of a tint. It is dark, because a thin layer of a bright hue looks muddy on squares of
// another hue.
func (t *theme) tintColor(hue color.RGBA) color.RGBA { return mix(t.outline, hue, 0.5) }

// markLast marks the last turn below the ships, with dotted paths in a colour that nothing else has: the path of a
// movement, the double arrow of a swap, or the three arrows of a rotation. An expulsion is a burst, and a ring around
// the exiled ship.
func (t *sprites) markLast(c *raster.Canvas, turn steps.Turn) {
	t.tintPlaces(c, turn)
	if turn.Expelled != (steps.Step{}) {
		t.burst(c, t.at(turn.Movement.To))
		t.ring(c, t.exile(turn.Expelled.Piece), t.expel)
	}
	if turn.Movement != (steps.Step{}) {
		w := t.movementPath(turn.Movement)
		w = w.cut(0, w.length()-0.36*t.cell)
		overlay(c, w.bounds(0.2*t.cell), func(p *pen) {
			arrow{color: t.last, width: 7 * t.scale, head: 17 * t.scale, dotted: true}.draw(p, w)
		})
	}
	if len(turn.Shift) > 0 {
		t.markShift(c, turn, arrow.drawLine)
	}
}

// tintPlaces tints each square of a turn, and frames each slot of a ship that it moved from or to exile.
func (t *sprites) tintPlaces(c *raster.Canvas, turn steps.Turn) {
	hues := map[rules.Square]color.RGBA{}
	if m := turn.Movement; m != (steps.Step{}) {
		hues[m.From], hues[m.To] = t.last, t.last
	}
	for _, s := range turn.Shift {
		// After the turn each ship is where its step ends.
		if s.To == rules.NoSquare {
			t.ring(c, t.exile(s.Piece), t.last)
			continue
		}
		hues[s.To] = t.last
	}
	if turn.Expelled != (steps.Step{}) {
		hues[turn.Movement.To] = t.expel
	}
	for square, hue := range hues {
		t.tint(c, t.at(square), hue)
	}
}

// movementPath goes through the centres of the squares of a movement.
func (l *layout) movementPath(s steps.Step) path {
	w := path{l.at(s.From).center()}
	if s.Via != rules.NoSquare {
		w = append(w, l.at(s.Via).center())
	}
	return append(w, l.at(s.To).center())
}

// markShift draws the arrows of a swap or rotation with draw, their lines below the ships and their heads above.
func (t *sprites) markShift(c *raster.Canvas, turn steps.Turn, draw func(arrow, *pen, path)) {
	list, double := turn.Arrows()
	a := t.lastArrow(double)
	for _, s := range list {
		if w := t.shiftPath(s, t.bendSide(turn)); len(w) > 1 {
			overlay(c, w.bounds(a.head+a.width), func(p *pen) { draw(a, p, w) })
		}
	}
}

func (t *sprites) lastArrow(double bool) arrow {
	return arrow{color: t.last, outline: t.outline, width: 6 * t.scale, head: 20 * t.scale, tail: double,
		dotted: true}
}

// shiftPath is the path of one ship of a swap or rotation, from edge to edge.
func (l *layout) shiftPath(s steps.Step, side float64) path {
	if s.From == rules.NoSquare && s.To == rules.NoSquare {
		return nil
	}
	from, to := l.place(s.Piece, s.From), l.place(s.Piece, s.To)
	if s.From != rules.NoSquare && s.To != rules.NoSquare && l.closeness(from.center(), to.center()) > 0 {
		return l.neighbourPath(from.center(), to.center(), side)
	}
	w := l.shiftCurve(from.center(), to.center(), side)
	n := w.length()
	return w.cut(outside(from, w.at(0.4*from.w)), n-outside(to, w.at(n-0.4*to.w)))
}

// outside returns the distance from the centre of a ship's place at which an arrow in direction v keeps clear of the
// ship. Ships are longer than wide: cannons and shields are ahead, wings behind.
func outside(place box, v vec) float64 {
	way := v.sub(place.center()).unit()
	return place.w / math.Hypot(way.x/0.36, way.y/0.46)
}

// neighbourPath goes between the squares around a and b, which share an edge or a corner. It leaves and reaches the
// ships at their flanks, where it hides no wings, cannons or shields: straight between two ships in a row, otherwise in
// a bend along the edge of the column.
func (l *layout) neighbourPath(a, b vec, side float64) path {
	flank, reach := vec{0.37 * l.cell, 0}, vec{0.28 * l.cell, 0}
	off := b.sub(a).unit().left().times(side * 0.08 * l.cell)
	if math.Abs(b.x-a.x) < l.cell/2 {
		if off.x < 0 {
			flank, reach = flank.times(-1), reach.times(-1)
		}
		return bezier(a.add(flank), a.add(flank).add(reach), b.add(flank).add(reach), b.add(flank))
	}
	if b.x < a.x {
		flank, reach = flank.times(-1), reach.times(-1)
	}
	a, b = a.add(flank).add(off), b.sub(flank).add(off)
	if math.Abs(b.y-a.y) < l.cell/2 {
		return path{a, b}
	}
	return bezier(a, a.add(reach), b.sub(reach), b)
}

// shiftCurve goes between two places and bends to the side that bendSide returns. A short curve bends more, to avoid
// the numbers of the ships.
func (l *layout) shiftCurve(from, to vec, side float64) path {
	return curve(from, to, side*(0.18+0.9*l.closeness(from, to)))
}

// closeness returns how near two places are: 0.6 for neighbours in a row, 0 for places with a square between them.
func (l *layout) closeness(a, b vec) float64 { return max(0, 1.6-b.sub(a).length()/l.cell) }

// bendSide returns to which side the curves of a swap or rotation bend, 1 to the left and -1 to the right. The curves
// of a rotation go around the outside of its three places.
func (l *layout) bendSide(turn steps.Turn) float64 {
	if turn.Swap {
		return 1
	}
	var corner [3]vec
	for i, s := range turn.Shift {
		corner[i] = l.place(s.Piece, s.From).center()
	}
	a, b := corner[1].sub(corner[0]), corner[2].sub(corner[1])
	if a.x*b.y-a.y*b.x < 0 {
		return -1
	}
	return 1
}

func (t *sprites) tint(c *raster.Canvas, b box, hue color.RGBA) {
	c.Put(t.tints[hue], int(b.x), int(b.y))
}

func (t *sprites) ring(c *raster.Canvas, b box, hue color.RGBA) {
	c.Put(t.rings[hue], int(b.x), int(b.y))
}

func (t *sprites) burst(c *raster.Canvas, b box) {
	middle, r := b.center(), 0.47*b.w
	overlay(c, b.bounds(), func(p *pen) {
		const spikes = 12
		p.NewSubPath()
		for i := range 2 * spikes {
			a := (float64(i) + 0.5) * math.Pi / spikes
			d := r
			if i&1 == 1 {
				d = 0.72 * r
			}
			p.LineTo(middle.x+d*math.Cos(a), middle.y+d*math.Sin(a))
		}
		p.ClosePath()
		p.fill(t.burstColor())
	})
}

func (t *theme) burstColor() color.RGBA { return mix(t.square[0], t.expel, 0.8) }
