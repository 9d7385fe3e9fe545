package render

import (
	"fmt"
	"image"
	"image/color"

	"madbot/render/raster"
	"madbot/rules"
)

// drawSigns draws the two signs between the trays, and frames the home row of the side to move or of the winner.
func (t *sprites) drawSigns(c *raster.Canvas, p *rules.Position, o Options) {
	if o.Outcome.Over() {
		t.drawWinnerSign(c, o.Outcome)
	} else {
		for _, s := range t.turnSigns[p.Side()-1] {
			c.Put(s.sprite, s.x, s.y)
		}
	}
	if o.Limit != 0 {
		t.drawQuietSign(c, p, o.Limit)
	}
}

// homeGlow draws a bright frame with a soft edge around the home row of a side.
func (t *sprites) homeGlow(side rules.Color, hue color.RGBA) (image.Rectangle, func(*pen)) {
	s := t.stroke
	b := t.home(side).inset(-2 * s)
	return b.inset(-6 * s).bounds(), func(p *pen) {
		for _, ring := range []struct {
			w float64
			a uint8
		}{{10, 60}, {4, 255}} {
			p.DrawRoundedRectangle(b.x, b.y, b.w, b.h, 11*s)
			p.line(fade(hue, ring.a), ring.w*s)
		}
	}
}

// sign begins a capsule in the middle of a sign's place and returns its box.
func (t *sprites) sign(p *pen, side int) box {
	b := t.signs[side]
	b = box{b.x + 2*t.scale, b.y + 5*t.scale, b.w - 4*t.scale, b.h - 10*t.scale}.round()
	p.DrawRoundedRectangle(b.x, b.y, b.w, b.h, b.h/2)
	return b
}

// drawTurnSign shows whose turn it is: three darts in the side's colour, pointing where its ships do.
func (t *sprites) drawTurnSign(side rules.Color) (image.Rectangle, func(*pen)) {
	f := t.fleet(side)
	return t.signs[0].bounds(), func(p *pen) {
		b := t.sign(p, 0)
		p.edge(f.frame, 4*t.scale)
		p.fill(f.stern)
		m, u := b.center(), b.h*0.3*t.heading(side)
		for i := -1.0; i <= 1; i++ {
			t.dart(p, vec{m.x + i*b.h*0.56, m.y}, u*(1-0.28*i*i), f)
		}
	}
}

// mostContrasting returns the lightest or darkest colour of f, whichever contrasts more with c.
func (f *fleetColors) mostContrasting(c color.RGBA) color.RGBA {
	best := f.rim
	for _, o := range []color.RGBA{f.digits, f.plate} {
		if contrastOf(o, c) > contrastOf(best, c) {
			best = o
		}
	}
	return best
}

// drawQuietSign shows the quiet count against the limit, in the colour of the side that a stall would give the
// semi-victory (rules 5.2, 5.4).
func (t *sprites) drawQuietSign(c *raster.Canvas, p *rules.Position, limit rules.StallLimit) {
	f := t.fleet(p.SemiWinner())
	overlay(c, t.signs[1].bounds(), func(s *pen) {
		b := t.sign(s, 1)
		s.fill(f.tray)
		if p.Quiet() > 0 {
			part := min(1, float64(p.Quiet())/float64(limit))
			s.DrawRoundedRectangle(b.x, b.y, b.h+(b.w-b.h)*part, b.h, b.h/2)
			s.fill(f.barColor())
		}
		t.sign(s, 1)
		s.line(f.signFrame(), 2*t.scale)
		t.drawCount(s, b, fmt.Sprintf("%d/%d", p.Quiet(), limit))
	})
}

func (t *sprites) drawCount(s *pen, b box, text string) {
	glass, gap, size := b.h*0.2, b.h*0.16, b.h*0.6
	wide := t.fonts.width(text, size)
	k := min(1, (b.w-0.4*b.h-1.6*glass-gap)/wide)
	size, wide = k*size, k*wide
	x := b.center().x - (1.6*glass+gap+wide)/2
	t.hourglass(s, vec{x + 0.8*glass, b.center().y}, glass)
	s.SetColor(t.target)
	t.fonts.write(s, text, vec{x + 1.6*glass + gap + wide/2, b.center().y}, size)
}

// drawWinnerSign marks the end: the winner's home row in gold, and a crown in the sign, or half a crown for a
// semi-victory (rules 5.4).
func (t *sprites) drawWinnerSign(c *raster.Canvas, o rules.Outcome) {
	if o.Winner == rules.NoColor {
		return
	}
	part, draw := t.homeGlow(o.Winner, t.gold)
	overlay(c, part, draw)
	f := t.fleet(o.Winner)
	overlay(c, t.signs[0].bounds(), func(s *pen) {
		b := t.sign(s, 0)
		s.edge(t.gold, 4*t.scale)
		s.fill(f.stern)
		t.crown(s, b.center(), b.h*0.36, o.IsSemi())
	})
}

// markEnd marks the winner's corvette with a gold ring and a crown, and the loser's corvette if it is in exile.
func (t *sprites) markEnd(c *raster.Canvas, p *rules.Position, o rules.Outcome) {
	if o.Winner == rules.NoColor {
		return
	}
	if loser := o.Winner.Other(); p.SquareOf(loser, rules.Ship111) == rules.NoSquare {
		t.ring(c, t.exile(rules.Piece{Color: loser, Ship: rules.Ship111}), t.expel)
	}
	if sq := p.SquareOf(o.Winner, rules.Ship111); sq != rules.NoSquare {
		b := t.at(sq)
		overlay(c, b.bounds(), func(s *pen) {
			s.disc(b.center(), b.w*0.44)
			s.line(t.gold, 4*t.scale)
			t.crown(s, vec{b.x + b.w*0.8, b.y + b.h*0.2}, b.w*0.15, o.IsSemi())
		})
	}
}
