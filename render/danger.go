package render

import (
	"madbot/render/raster"
	"madbot/rules"
)

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
