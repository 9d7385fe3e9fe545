package render

import (
	"image/color"
	"math"

	"madbot/render/raster"
	"madbot/rules"
)

// tintStrength is the opacity of the tint of a marked square, of 255.
const tintStrength = 170

// tintColor returns the colour of a tint: dark, because a thin layer of a bright hue looks muddy on
// squares of another hue.
func (t *theme) tintColor(hue color.RGBA) color.RGBA { return mix(t.outline, hue, 0.5) }

// markLast marks the last turn beneath the ships: a movement by its dotted path, an expulsion by a
// burst and a ring round the exiled ship, a swap by a double arrow in the colour of the pair, a
// rotation by three arrows in a circle.
func (t *sprites) markLast(c *raster.Canvas, turn steps) {
	t.tintPlaces(c, turn)
	if turn.expelled != (step{}) {
		t.burst(c, t.at(turn.movement.to))
		t.ring(c, t.exile(turn.expelled.piece), t.expel)
	}
	if turn.movement != (step{}) {
		w := t.movementPath(turn.movement)
		w = w.cut(0, w.length()-0.36*t.cell)
		overlay(c, w.bounds(0.2*t.cell), func(p *pen) {
			arrow{color: t.move, width: 7 * t.scale, head: 17 * t.scale, dotted: true}.draw(p, w)
		})
	}
	if len(turn.shift) > 0 {
		t.markShift(c, turn, arrow.drawLine)
	}
}

// tintPlaces tints each square of a turn once: a square that both the movement and its bonus touch
// has the colour of the bonus.
func (t *sprites) tintPlaces(c *raster.Canvas, turn steps) {
	hues := map[rules.Square]color.RGBA{}
	if m := turn.movement; m != (step{}) {
		hues[m.from], hues[m.to] = t.move, t.move
		if turn.expelled != (step{}) {
			hues[m.to] = t.expel
		}
	}
	for _, s := range turn.shift {
		// After the turn each ship stands where its step ends.
		if s.to == rules.NoSquare {
			t.ring(c, t.exile(s.piece), t.shiftHue(turn))
			continue
		}
		hues[s.to] = t.shiftHue(turn)
	}
	for square, hue := range hues {
		t.tint(c, t.at(square), hue)
	}
}

// movementPath goes through the middles of the squares of a movement.
func (t *sprites) movementPath(s step) path {
	w := path{t.at(s.from).center()}
	if s.via != rules.NoSquare {
		w = append(w, t.at(s.via).center())
	}
	return append(w, t.at(s.to).center())
}

// shiftHue returns the colour of a swap, that of the pair, or of a rotation.
func (t *sprites) shiftHue(turn steps) color.RGBA {
	if turn.swap {
		return t.accent(turn.shift[0].piece.Ship)
	}
	return t.turn
}

// markShift draws the arrows of a swap or rotation with draw: their lines are drawn beneath the
// ships, their heads above.
func (t *sprites) markShift(c *raster.Canvas, turn steps, draw func(arrow, *pen, path)) {
	list, double := turn.arrows()
	a := arrow{color: t.shiftHue(turn), outline: t.outline, width: 5.5 * t.scale,
		head: 20 * t.scale, tail: double}
	for _, s := range list {
		if w := t.shiftPath(s, t.bendSide(turn)); len(w) > 1 {
			overlay(c, w.bounds(a.head+a.width), func(p *pen) { draw(a, p, w) })
		}
	}
}

// shiftPath is the curve of one ship of a swap or rotation, from edge to edge.
func (t *sprites) shiftPath(s step, side float64) path {
	if s.from == rules.NoSquare && s.to == rules.NoSquare {
		return nil
	}
	from, to := t.place(s.piece, s.from), t.place(s.piece, s.to)
	w := t.shiftCurve(from.center(), to.center(), side)
	less := 0.22 * t.closeness(from.center(), to.center())
	return w.cut((0.34-less)*from.w, w.length()-(0.36-less)*to.w)
}

// shiftCurve goes between two places and bends to a side as bendSide returns it. A short curve bends
// more, to pass beside the numbers of the ships.
func (t *sprites) shiftCurve(from, to vec, side float64) path {
	return curve(from, to, side*(0.18+0.9*t.closeness(from, to)))
}

// closeness tells how near two places are, in parts of a square: 0.6 for neighbours in a row, 0 for
// those with a square between them.
func (t *sprites) closeness(a, b vec) float64 { return max(0, 1.6-b.sub(a).length()/t.cell) }

// bendSide returns to which side the curves of a swap or rotation bend, 1 to the left and -1 to the
// right: those of a rotation go round the outside of their three places.
func (t *sprites) bendSide(turn steps) float64 {
	if turn.swap {
		return 1
	}
	var corner [3]vec
	for i, s := range turn.shift {
		corner[i] = t.place(s.piece, s.from).center()
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
