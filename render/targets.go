package render

import (
	"image/color"
	"math"

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
func (t *atlas) markTargets(c *canvas, p *rules.Position, ship rules.Ship) {
	if ship == rules.NoShip {
		return
	}
	side := p.Side()
	own := rules.Piece{Color: side, Ship: ship}
	t.choose(c, t.place(own, p.SquareOf(side, ship)))
	goals, shifts := goalsOf(p, ship)
	for _, g := range goals {
		t.markGoal(c, g)
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
func (t *atlas) choose(c *canvas, b box) {
	b = b.inset(3 * t.scale)
	c.sketch(b.inset(-5*t.scale).bounds(), func(p *pen) {
		p.DrawRoundedRectangle(b.x, b.y, b.w, b.h, 9*t.scale)
		p.line(t.target, 4*t.scale)
	})
}

// markGoal marks a square to go to.
func (t *atlas) markGoal(c *canvas, g goal) {
	b := t.at(g.square)
	c.sketch(b.bounds(), func(p *pen) {
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
			p.disc(m, b.w*0.125)
			p.edge(t.ink, 3*t.scale)
			p.fill(t.target)
		}
	})
}

// aim draws a dashed ring with four ticks.
func (t *atlas) aim(p *pen, m vec, r float64) {
	for i := range 8 {
		from := float64(i)*45 + 8
		p.arc(m, r, from, from+29)
	}
	p.edge(t.ink, 9*t.scale)
	p.line(t.expel, 5.5*t.scale)
}

// star draws a star of five points.
func (t *atlas) star(p *pen, m vec, r float64) {
	p.NewSubPath()
	for i := range 10 {
		d, a := r, float64(i)*math.Pi/5-math.Pi/2
		if i&1 == 1 {
			d = r * 0.45
		}
		p.LineTo(m.x+d*math.Cos(a), m.y+d*math.Sin(a))
	}
	p.ClosePath()
	p.edge(t.ink, r*0.3)
	p.fill(t.gold)
}

// markPartner puts a badge at the lower corner of a ship that could be swapped or rotated with.
func (t *atlas) markPartner(c *canvas, b box, s rules.Shift) {
	r := max(b.w*0.14, 11*t.scale)
	m := vec{b.x + b.w - r*1.15, b.y + b.h - r*1.15}
	c.sketch(b.bounds(), func(p *pen) {
		if s.IsSwap() {
			t.badge(p, m, r, t.accent(s.Ships()[0]))
			swapGlyph(p, m, r*0.62, t.ink, r*0.2)
			return
		}
		t.badge(p, m, r, t.turn)
		turnGlyph(p, m, r*0.55, t.ink, r*0.2)
	})
}

// badge draws a disc for a glyph.
func (t *atlas) badge(p *pen, m vec, r float64, hue color.RGBA) {
	p.disc(m, r)
	p.edge(t.ink, 3*t.scale)
	p.fill(hue)
}

// swapGlyph draws two arrows that pass each other.
func swapGlyph(p *pen, m vec, r float64, c color.RGBA, w float64) {
	for _, k := range []float64{-1, 1} {
		y := m.y + k*r*0.45
		tip := vec{m.x + k*r*1.05, y}
		p.MoveTo(m.x-k*r, y)
		p.LineTo(m.x+k*r*0.5, y)
		p.line(c, w)
		p.shape(tip, vec{tip.x - k*r*0.75, y - r*0.5}, vec{tip.x - k*r*0.75, y + r*0.5})
		p.fill(c)
	}
}

// turnGlyph draws three arrows going round.
func turnGlyph(p *pen, m vec, r float64, c color.RGBA, w float64) {
	for i := range 3 {
		from := float64(i)*120 - 90
		p.arc(m, r, from, from+70)
		p.line(c, w)
		a := (from + 70) * math.Pi / 180
		out := vec{math.Cos(a), math.Sin(a)}
		ahead := vec{-out.y, out.x}
		base := m.add(out.times(r))
		p.shape(base.add(ahead.times(r*0.75)), base.add(out.times(r*0.5)), base.sub(out.times(r*0.5)))
		p.fill(c)
	}
}
