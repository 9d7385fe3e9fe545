package render

import (
	"madbot/render/raster"
	"madbot/render/steps"
	"madbot/rules"
)

type target struct {
	square rules.Square
	expels bool
	bonus  bool // a bonus may follow (rules 3.1)
}

// targetsOf returns the squares where ship can go, and the swaps and rotations it can take part in.
func targetsOf(p *rules.Position, ship rules.Ship) (targets []target, shifts []rules.Shift) {
	at := map[rules.Square]int{}
	for _, t := range p.AppendTurns(nil) {
		switch {
		case !t.IsMove():
			if t.Shift().Includes(ship) {
				shifts = append(shifts, t.Shift())
			}
		case t.Ship() == ship:
			i, ok := at[t.To()]
			if !ok {
				i = len(targets)
				at[t.To()] = i
				targets = append(targets, target{square: t.To(), expels: t.Expels()})
			}
			targets[i].bonus = targets[i].bonus || t.HasBonus()
		}
	}
	return targets, shifts
}

// markTargets shows what the ship of m can do: dots where it can go, stars where a bonus may follow, dashed rings on
// ships that it can expel, and a badge on each partner of a swap or rotation.
func (t *sprites) markTargets(c *raster.Canvas, p *rules.Position, m Marks) {
	if m.Targets == rules.NoShip {
		return
	}
	side, ship := p.Side(), m.Targets
	own := rules.Piece{Color: side, Ship: ship}
	t.markChosen(c, t.place(own, p.SquareOf(side, ship)))
	targets, shifts := targetsOf(p, ship)
	for _, g := range targets {
		t.markTarget(c, g)
	}
	if m.movesOnly {
		return
	}
	for _, s := range shifts {
		for _, partner := range steps.Cycle(s) {
			if partner != ship {
				b := t.place(rules.Piece{Color: side, Ship: partner}, p.SquareOf(side, partner))
				t.markPartner(c, b, s)
			}
		}
	}
}

func (t *sprites) markChosen(c *raster.Canvas, b box) {
	b = b.inset(3 * t.scale)
	overlay(c, b.inset(-5*t.scale).bounds(), func(p *pen) {
		p.DrawRoundedRectangle(b.x, b.y, b.w, b.h, 9*t.scale)
		p.line(t.target, 4*t.scale)
	})
}

func (t *sprites) markTarget(c *raster.Canvas, g target) {
	b := t.at(g.square)
	overlay(c, b.bounds(), func(p *pen) {
		m := b.center()
		switch {
		case g.expels:
			t.dashedRing(p, m, b.w*0.45)
			if g.bonus {
				t.star(p, vec{b.x + b.w*0.14, b.y + b.h*0.15}, b.w*0.13)
			}
		case g.bonus:
			t.star(p, m, b.w*0.2)
		default:
			t.dot(p, m, b.w*0.125)
		}
	})
}

// markPartner puts a badge in the lower corner of a ship that can be swapped or rotated with.
func (t *sprites) markPartner(c *raster.Canvas, b box, s rules.Shift) {
	r := max(b.w*0.17, 13*t.scale)
	m := vec{b.x + b.w - r*1.15, b.y + b.h - r*1.15}
	overlay(c, b.bounds(), func(p *pen) {
		if s.IsSwap() {
			t.badge(p, m, r, t.accent(s.Ships()[0]))
			t.swapGlyph(p, m, r*0.62)
			return
		}
		t.badge(p, m, r, t.turn)
		t.rotationGlyph(p, m, r*0.55)
	})
}

// threatened returns the sides whose corvette is attacked. It returns none if o has the game over.
func threatened(p *rules.Position, o Options) []rules.Color {
	if o.Outcome.Over() {
		return nil
	}
	var sides []rules.Color
	for _, c := range []rules.Color{rules.Red, rules.Blue} {
		if p.CorvetteAttacked(c) {
			sides = append(sides, c)
		}
	}
	return sides
}

// attacks returns the attacks on the ships of both sides, Red's first, if o asks for them.
func attacks(p *rules.Position, o Options) []rules.Attack {
	if !o.Marks.Attacked {
		return nil
	}
	return append(p.AttacksOn(rules.Red), p.AttacksOn(rules.Blue)...)
}

// warned returns the squares of the ships that get a warning: attacked corvettes, and all attacked ships if o asks for
// them.
func warned(p *rules.Position, o Options) []rules.Square {
	var squares []rules.Square
	for _, side := range threatened(p, o) {
		squares = append(squares, p.SquareOf(side, rules.Ship111))
	}
	for _, a := range attacks(p, o) {
		if a.On.Ship != rules.Ship111 {
			squares = append(squares, a.On.Square)
		}
	}
	return squares
}

func (t *sprites) markDanger(c *raster.Canvas, p *rules.Position, sides []rules.Color) {
	for _, side := range sides {
		t.tint(c, t.at(p.SquareOf(side, rules.Ship111)), t.danger)
	}
}

const warningRadius = 0.13

// warningPlace returns the centre of the warning on a square, in a corner that no target mark uses.
func (l *layout) warningPlace(s rules.Square) vec {
	b := l.at(s)
	return vec{b.x + b.w*0.84, b.y + b.h*0.17}
}

func (l *layout) warnings(squares []rules.Square) []box {
	boxes := make([]box, len(squares))
	for i, s := range squares {
		boxes[i] = about(l.warningPlace(s), 2*warningRadius*l.cell, 2*warningRadius*l.cell)
	}
	return boxes
}

func (t *sprites) markWarnings(c *raster.Canvas, squares []rules.Square) {
	for _, s := range squares {
		b := t.at(s)
		overlay(c, b.bounds(), func(p *pen) { t.warning(p, t.warningPlace(s), b.w*warningRadius) })
	}
}
