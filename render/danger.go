package render

import "madbot/rules"

// threatened returns the sides whose corvette an enemy ship could expel if the enemy were to move.
func threatened(p *rules.Position) []rules.Color {
	var sides []rules.Color
	for _, c := range []rules.Color{rules.Red, rules.Blue} {
		if canExpel(p, c.Other(), p.SquareOf(c, rules.Ship111)) {
			sides = append(sides, c)
		}
	}
	return sides
}

// canExpel reports whether c, were it to move, has a movement that expels the ship on s.
func canExpel(p *rules.Position, c rules.Color, s rules.Square) bool {
	if s == rules.NoSquare {
		return false
	}
	view := *p
	if p.Side() != c {
		view = p.Skip()
	}
	for _, t := range view.AppendTurns(nil) {
		if t.Expels() && t.To() == s {
			return true
		}
	}
	return false
}

// markDanger draws a warning round each corvette that could be expelled.
func (t *atlas) markDanger(c *canvas, p *rules.Position) {
	for _, side := range threatened(p) {
		b := t.at(p.SquareOf(side, rules.Ship111))
		c.sketch(b.bounds(), func(s *pen) {
			m, r := b.center(), b.w*0.45
			for i := range 4 {
				from := float64(i)*90 + 14
				s.arc(m, r, from, from+62)
				s.line(t.danger, 5*t.scale)
			}
			t.alarm(s, vec{b.x + b.w*0.84, b.y + b.h*0.17}, b.w*0.13)
		})
	}
}
