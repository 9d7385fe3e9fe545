package render

import (
	"madbot/render/raster"
	"madbot/render/steps"
	"madbot/rules"
)

// drawBoard draws p on c: the background, the marks below the ships, the ships, and the marks above them.
func (t *sprites) drawBoard(c *raster.Canvas, p *rules.Position, o Options) {
	c.CopyFrom(t.background)
	t.drawSigns(c, p, o)
	var last steps.Turn // zero if no turn is marked
	if o.Last != rules.NoTurn {
		last = steps.Of(&o.Before, o.Last)
		t.markLast(c, last)
	}
	if o.Outcome.Over() {
		t.markEnd(c, p, o.Outcome)
	}
	t.markDanger(c, p, threatened(p, o))
	each(p, func(x rules.Piece, s rules.Square) { t.putShip(c, x, s) })
	if len(last.Shift) > 0 {
		t.markShift(c, last, arrow.drawHeads)
		t.putPlates(c, p)
	}
	if o.Outcome.Over() {
		return
	}
	t.markTargets(c, p, o.Marks)
	warned := warned(p, o)
	t.markHints(c, p, o.Marks.Hints, warned)
	t.markJudged(c, p, o.Marks, warned)
	t.markWarnings(c, warned)
}

func (l *layout) place(p rules.Piece, s rules.Square) box {
	if s == rules.NoSquare {
		return l.exile(p)
	}
	return l.at(s)
}

func (t *sprites) putShip(c *raster.Canvas, p rules.Piece, s rules.Square) {
	at := t.place(p, s)
	c.Put(t.ship(p, s == rules.NoSquare).body, int(at.x), int(at.y))
}

// each calls put for every ship of p, with its square.
func each(p *rules.Position, put func(rules.Piece, rules.Square)) {
	for _, c := range []rules.Color{rules.Red, rules.Blue} {
		for _, s := range rules.Ships() {
			put(rules.Piece{Color: c, Ship: s}, p.SquareOf(c, s))
		}
	}
}

// putPlates draws the numbers of all ships of p again, on top of the arrows.
func (t *sprites) putPlates(c *raster.Canvas, p *rules.Position) {
	each(p, func(x rules.Piece, s rules.Square) {
		at := t.place(x, s)
		c.Put(t.ship(x, s == rules.NoSquare).plate, int(at.x), int(at.y)+int(at.h)/4)
	})
}
