package render

import (
	"image/color"
	"math"

	"madbot/render/raster"
	"madbot/rules"
)

// tintStrength is the opacity of the tint of a marked square, of 255.
const tintStrength = 170

// tinge returns the colour of a tint: deep, for a thin veil of a bright hue turns to mud on squares
// of another.
func (a *artist) tinge(hue color.RGBA) color.RGBA { return mix(a.ink, hue, 0.5) }

// lastJourney returns what the last turn of o did, false when none is to be marked.
func (t *atlas) lastJourney(o Options) (journey, bool) {
	if o.Last == rules.NoTurn {
		return journey{}, false
	}
	return newJourney(&o.Before, o.Last), true
}

// markLast marks the last turn beneath the ships: a movement by its dotted path, an expulsion by a
// burst and a ring round the exiled, a swap by a double arrow in the colour of the pair, a rotation
// by a round of three arrows.
func (t *atlas) markLast(c *raster.Canvas, j journey) {
	t.tintPlaces(c, j)
	if j.expelled != (step{}) {
		t.burst(c, t.at(j.movement.to))
		t.ring(c, t.exile(j.expelled.piece), t.expel)
	}
	if j.movement != (step{}) {
		w := t.path(j.movement)
		w = w.cut(0, w.length()-0.36*t.cell)
		overlay(c, w.bounds(0.2*t.cell), func(p *pen) {
			arrow{c: t.move, width: 7 * t.scale, head: 17 * t.scale, dotted: true}.draw(p, w)
		})
	}
	if len(j.shift) > 0 {
		t.markShift(c, j, arrow.drawLine)
	}
}

// tintPlaces tints each square of a turn once: where a bonus follows, the squares of its movement
// that it touches have its colour.
func (t *atlas) tintPlaces(c *raster.Canvas, j journey) {
	hues := map[rules.Square]color.RGBA{}
	if m := j.movement; m != (step{}) {
		hues[m.from], hues[m.to] = t.move, t.move
		if j.expelled != (step{}) {
			hues[m.to] = t.expel
		}
	}
	for _, s := range j.shift {
		// After the turn each ship stands at the end of its way.
		if s.to == rules.NoSquare {
			t.ring(c, t.exile(s.piece), t.shiftHue(j))
			continue
		}
		hues[s.to] = t.shiftHue(j)
	}
	for square, hue := range hues {
		t.tint(c, t.at(square), hue)
	}
}

// path returns the way of a movement through the middles of its squares.
func (t *atlas) path(s step) way {
	w := way{t.at(s.from).center()}
	if s.via != rules.NoSquare {
		w = append(w, t.at(s.via).center())
	}
	return append(w, t.at(s.to).center())
}

// shiftHue returns the colour of a swap, that of the pair, or of a rotation.
func (t *atlas) shiftHue(j journey) color.RGBA {
	if j.swap {
		return t.accent(j.shift[0].piece.Ship)
	}
	return t.turn
}

// markShift draws the arrows of a swap or rotation: first their lines, over the ships their heads.
func (t *atlas) markShift(c *raster.Canvas, j journey, draw func(arrow, *pen, way)) {
	steps, double := j.arrows()
	a := arrow{c: t.shiftHue(j), ink: t.ink, width: 5.5 * t.scale, head: 20 * t.scale, tail: double}
	for _, s := range steps {
		if w := t.shiftWay(s, t.swing(j)); len(w) > 1 {
			overlay(c, w.bounds(a.head+a.width), func(p *pen) { draw(a, p, w) })
		}
	}
}

// shiftWay returns the bent way of one ship of a swap or rotation, from edge to edge.
func (t *atlas) shiftWay(s step, swing float64) way {
	if s.from == rules.NoSquare && s.to == rules.NoSquare {
		return nil
	}
	from, to := t.place(s.piece, s.from), t.place(s.piece, s.to)
	w := t.arch(from.center(), to.center(), swing)
	less := 0.22 * t.near(from.center(), to.center())
	return w.cut((0.34-less)*from.w, w.length()-(0.36-less)*to.w)
}

// arch returns the way from a to b that bends to the left, for a negative swing to the right; a
// short one bends more, to pass over the numbers of the ships and not between them.
func (t *atlas) arch(from, to vec, swing float64) way {
	return bow(from, to, swing*(0.18+0.9*t.near(from, to)))
}

// near returns how much nearer than apart two places are, in parts of a square: 0.6 for neighbours
// in a row, 0 for those with a square between.
func (t *atlas) near(a, b vec) float64 { return max(0, 1.6-b.sub(a).length()/t.cell) }

// swing returns to which side the ways of a swap or rotation bend, 1 to the left and -1 to the
// right: those of a rotation go round the outside of their three places.
func (t *atlas) swing(j journey) float64 {
	if j.swap {
		return 1
	}
	var corner [3]vec
	for i, s := range j.shift {
		corner[i] = t.place(s.piece, s.from).center()
	}
	a, b := corner[1].sub(corner[0]), corner[2].sub(corner[1])
	if a.x*b.y-a.y*b.x < 0 {
		return -1
	}
	return 1
}

// frame draws a rounded box, filled with a part of a colour and edged with it.
func (t easel) frame(b box, radius float64, hue color.RGBA) func(*pen) {
	return func(p *pen) {
		p.DrawRoundedRectangle(b.x, b.y, b.w, b.h, radius*t.stroke)
		p.SetColor(fade(t.tinge(hue), tintStrength))
		p.FillPreserve()
		p.line(fade(hue, 215), 3*t.stroke)
	}
}

// tint colours a square and frames it.
func (t *atlas) tint(c *raster.Canvas, b box, hue color.RGBA) {
	c.Put(t.tints[hue], int(b.x), int(b.y))
}

// ring marks a slot in a tray.
func (t *atlas) ring(c *raster.Canvas, b box, hue color.RGBA) {
	c.Put(t.rings[hue], int(b.x), int(b.y))
}

// burst draws the flash of an expulsion in a square.
func (t *atlas) burst(c *raster.Canvas, b box) {
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
		p.fill(t.flash())
	})
}

// flash returns the colour of the burst.
func (a *artist) flash() color.RGBA { return mix(a.square[0], a.expel, 0.8) }
