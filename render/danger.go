package render

import (
	"madbot/render/raster"
	"madbot/rules"
)

// threatened returns the sides whose corvette is attacked, none when o says that the game is over.
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

// markDanger tints the squares of the corvettes of sides.
func (t *sprites) markDanger(c *raster.Canvas, p *rules.Position, sides []rules.Color) {
	for _, side := range sides {
		t.tint(c, t.at(p.SquareOf(side, rules.Ship111)), t.danger)
	}
}

// markWarnings puts a warning on the corvettes of sides.
func (t *sprites) markWarnings(c *raster.Canvas, p *rules.Position, sides []rules.Color) {
	for _, side := range sides {
		b := t.at(p.SquareOf(side, rules.Ship111))
		overlay(c, b.bounds(), func(s *pen) {
			t.warning(s, vec{b.x + b.w*0.84, b.y + b.h*0.17}, b.w*0.13)
		})
	}
}
