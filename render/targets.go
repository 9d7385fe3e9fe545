package render

import (
	"madbot/render/raster"
	"madbot/rules"
)

// goal is a square that a ship can go to, with what the movement brings.
type goal struct {
	square rules.Square
	expels bool
	bonus  bool // a bonus may follow (rules 3.1)
}

// goalsOf returns where ship can go, and the swaps and rotations it can take part in.
func goalsOf(p *rules.Position, ship rules.Ship) (goals []goal, shifts []rules.Shift) {
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
				i = len(goals)
				at[t.To()] = i
				goals = append(goals, goal{square: t.To(), expels: t.Expels()})
			}
			goals[i].bonus = goals[i].bonus || t.HasBonus()
		}
	}
	return goals, shifts
}

// markTargets shows what a ship of the side to move can do: dots where it can go, stars where a
// bonus may follow, dashed rings on what it can expel, and a badge on each partner of a swap or
// rotation.
func (t *atlas) markTargets(c *raster.Canvas, p *rules.Position, m Marks) {
	if m.Targets == rules.NoShip {
		return
	}
	side, ship := p.Side(), m.Targets
	own := rules.Piece{Color: side, Ship: ship}
	t.choose(c, t.place(own, p.SquareOf(side, ship)))
	goals, shifts := goalsOf(p, ship)
	for _, g := range goals {
		t.markGoal(c, g)
	}
	if m.movesOnly {
		return
	}
	for _, s := range shifts {
		for _, partner := range cycle(s) {
			if partner != ship {
				b := t.place(rules.Piece{Color: side, Ship: partner}, p.SquareOf(side, partner))
				t.markPartner(c, b, s)
			}
		}
	}
}

// choose frames the ship whose targets are shown.
func (t *atlas) choose(c *raster.Canvas, b box) {
	b = b.inset(3 * t.scale)
	overlay(c, b.inset(-5*t.scale).bounds(), func(p *pen) {
		p.DrawRoundedRectangle(b.x, b.y, b.w, b.h, 9*t.scale)
		p.line(t.target, 4*t.scale)
	})
}

// markGoal marks a square to go to.
func (t *atlas) markGoal(c *raster.Canvas, g goal) {
	b := t.at(g.square)
	overlay(c, b.bounds(), func(p *pen) {
		m := b.center()
		switch {
		case g.expels:
			t.aim(p, m, b.w*0.45)
			if g.bonus {
				t.star(p, vec{b.x + b.w*0.86, b.y + b.h*0.15}, b.w*0.13)
			}
		case g.bonus:
			t.star(p, m, b.w*0.2)
		default:
			t.dot(p, m, b.w*0.125)
		}
	})
}

// markPartner puts a badge at the lower corner of a ship that could be swapped or rotated with.
func (t *atlas) markPartner(c *raster.Canvas, b box, s rules.Shift) {
	r := max(b.w*0.17, 13*t.scale)
	m := vec{b.x + b.w - r*1.15, b.y + b.h - r*1.15}
	overlay(c, b.bounds(), func(p *pen) {
		if s.IsSwap() {
			t.badge(p, m, r, t.accent(s.Ships()[0]))
			t.swapGlyph(p, m, r*0.62)
			return
		}
		t.badge(p, m, r, t.turn)
		t.turnGlyph(p, m, r*0.55)
	})
}
