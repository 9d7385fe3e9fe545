package render

import (
	"image"
	"image/color"

	"madbot/render/raster"
	"madbot/rules"
)

// shipStyle is how a ship is drawn in a kind of place.
type shipStyle struct {
	number float64 // size of the number relative to a ship in the arena
	fade   uint8   // opacity of the tray's colour over hull and trimmings, out of 255
	tint   float64 // how much of the hull's colour is in the plate of the number, from 0 to 1
	bare   bool    // without wings, barrels and shields, and with a hull that fills the picture
}

// The styles. Small ships have relatively larger numbers, to stay legible. An emoji is a sixth of a square, and mostly
// number.
func inArena() shipStyle { return shipStyle{number: 1} }
func inExile() shipStyle { return shipStyle{number: 1.22, fade: 75} }
func asEmoji() shipStyle { return shipStyle{number: 1.72, tint: 0.25, bare: true} }

// hullSize is the size of a hull and its parts, as fractions of a square.
type hullSize struct {
	bow    float64 // from the middle to the bow
	shield float64 // radius of the inner shield
	wing   float64 // reach of the wings
	stern  float64 // y of the first pair of wings
}

// hullSizeOf returns the size of a class (rules 1.3). Frigates, destroyers and cruisers have their shields and wings at
// the same distance, which makes them easy to compare and repeats pixel rows.
func hullSizeOf(c rules.Class) hullSize {
	switch c {
	case rules.Corvette:
		return hullSize{bow: 0.215, shield: 0.30, wing: 0.37, stern: 0.13}
	case rules.Frigate:
		return hullSize{bow: 0.31, shield: 0.38, wing: 0.445, stern: 0.16}
	}
	return hullSize{bow: 0.335, shield: 0.38, wing: 0.445, stern: 0.16}
}

// drawShip draws a ship that fills a square of size pixels.
func (t *theme) drawShip(piece rules.Piece, size int, heading float64, style shipStyle) *image.RGBA {
	p := newPen(size, size)
	p.unit, p.rise = float64(size), -heading
	p.origin = vec{float64(size) / 2, float64(size) / 2}
	f := t.fleet(piece.Color)
	b := hullSizeOf(piece.Ship.Class())
	if style.bare {
		t.drawBareHull(p, f, piece.Ship.Class())
	} else {
		t.drawShields(p, f, b, piece.Ship.Shields())
		t.drawWings(p, f, b, piece)
		t.drawBarrels(p, f, b, piece.Ship.Cannons())
		t.drawHull(p, f, piece.Ship.Class())
	}
	raster.Blend(p.image(), f.tray, style.fade)
	t.drawNumber(p, f, piece.Ship, style)
	return p.image()
}

func (t *theme) drawShields(p *pen, f *fleetColors, b hullSize, n int) {
	for i := range n {
		r := b.shield + 0.058*float64(i)
		p.arc(vec{}, r, -142, -38)
		p.line(f.shield, 0.032)
	}
}

func (t *theme) drawBarrels(p *pen, f *fleetColors, b hullSize, n int) {
	for i := range n {
		x := 0.0
		if n == 2 {
			x = 0.085 * float64(2*i-1)
		}
		tip := -b.bow - 0.12
		barrel := func(p *pen) {
			p.rounded(0.02, vec{x - 0.036, tip}, vec{x + 0.036, tip}, vec{x + 0.036, 0}, vec{x - 0.036, 0})
		}
		p.atop(func(p *pen) {
			barrel(p)
			p.line(t.outline, 0.03)
		})
		barrel(p)
		p.fill(f.barrel)
	}
}

// drawWings draws a pair of wings for each sail: straight and sharp for Red, round for Blue. Both begin in the middle,
// below the hull.
func (t *theme) drawWings(p *pen, f *fleetColors, b hullSize, piece rules.Piece) {
	for i := range piece.Ship.Sails() {
		y := b.stern + 0.115*float64(i)
		for _, side := range []float64{-1, 1} {
			if piece.Color == rules.Red {
				p.rounded(0.012, vec{0, y - 0.1}, vec{side * b.wing, y + 0.12},
					vec{side * (b.wing - 0.03), y + 0.17}, vec{0, y + 0.07})
			} else {
				p.crescent(side*b.wing, y)
			}
			p.fill(f.wing)
		}
	}
}

// crescent begins a round wing from the middle at y to the tip at x.
func (p *pen) crescent(x, y float64) {
	p.NewSubPath()
	p.MoveTo(p.at(0, y-0.05))
	x1, y1 := p.at(x*0.95, y-0.07)
	x2, y2 := p.at(x, y+0.14)
	p.QuadraticTo(x1, y1, x2, y2)
	x1, y1 = p.at(x*0.75, y+0.05)
	x2, y2 = p.at(0, y+0.065)
	p.QuadraticTo(x1, y1, x2, y2)
	p.ClosePath()
}

// drawHull draws the body, whose outline shows the class.
func (t *theme) drawHull(p *pen, f *fleetColors, c rules.Class) {
	p.atop(func(p *pen) {
		outlineHull(p, c)
		p.line(t.outline, 0.085)
	})
	p.layer(func(p *pen) {
		outlineHull(p, c)
		p.edge(f.rim, 0.04)
		p.gradient(-0.34, 0.34, f.hull, f.stern)
	})
}

// drawBareHull draws a hull that fills the picture.
func (t *theme) drawBareHull(p *pen, f *fleetColors, c rules.Class) {
	unit, origin := p.unit, p.origin
	switch c {
	case rules.Corvette:
		p.unit *= 2
	case rules.Frigate:
		p.unit *= 1.45
		p.origin.y += 0.045 * p.unit * p.rise // a drop is longer ahead of its middle
	default:
		p.unit *= 1.34
	}
	t.drawHull(p, f, c)
	p.unit, p.origin = unit, origin
}

// outlineHull begins the outline of a class: disc, drop, hexagon or octagon.
func outlineHull(p *pen, c rules.Class) {
	switch c {
	case rules.Corvette:
		p.disc(vec{}, 0.215)
	case rules.Frigate:
		p.rounded(0.10, vec{0, -0.35}, vec{0.29, 0.10}, vec{0.21, 0.26}, vec{-0.21, 0.26},
			vec{-0.29, 0.10})
	case rules.Destroyer:
		p.rounded(0.03, vec{0, -0.335}, vec{0.285, -0.17}, vec{0.285, 0.17}, vec{0, 0.335},
			vec{-0.285, 0.17}, vec{-0.285, -0.17})
	default:
		p.rounded(0.03, vec{-0.14, -0.335}, vec{0.14, -0.335}, vec{0.335, -0.14}, vec{0.335, 0.14},
			vec{0.14, 0.335}, vec{-0.14, 0.335}, vec{-0.335, 0.14}, vec{-0.335, -0.14})
	}
}

// drawPlate draws only the number of a ship of size pixels, to be placed over anything that hides it. The picture is
// half as high as the ship and has the same centre.
func (t *theme) drawPlate(piece rules.Piece, size int, style shipStyle) *image.RGBA {
	p := newPen(size, size/2)
	p.unit = float64(size)
	p.origin = vec{float64(size) / 2, float64(size)/2 - float64(size/4)}
	p.layer(func(p *pen) {
		p.pill(vec{}, plateWidth*style.number, plateHeight*style.number)
		p.line(t.outline, 0.08*style.number)
	})
	t.drawNumber(p, t.fleet(piece.Color), piece.Ship, style)
	return p.image()
}

// The plate of a ship in the arena, in fractions of a square.
const (
	plateWidth  = 0.54
	plateHeight = 0.275
)

// numberColors returns the colours of a plate and of its digits. What is white for other ships is gold for the
// corvette, which nobody may lose.
func (t *scheme) numberColors(f *fleetColors, s rules.Ship) (plate, digits color.RGBA) {
	switch {
	case s != rules.Ship111:
		return f.plate, f.digits
	case luminance(f.plate) > luminance(f.digits):
		return t.gold, f.digits
	}
	return f.plate, t.gold
}

// drawNumber draws the plate with the three digits and the ring of the pair.
func (t *theme) drawNumber(p *pen, f *fleetColors, s rules.Ship, style shipStyle) {
	k := style.number
	plate, digits := t.numberColors(f, s)
	if s != rules.Ship111 { // gold would turn grey
		plate = mix(plate, f.hull, style.tint)
	}
	p.atop(func(p *pen) {
		p.pill(vec{}, plateWidth*k, plateHeight*k)
		p.line(t.outline, 0.08*k)
	})
	p.layer(func(p *pen) {
		p.pill(vec{}, plateWidth*k, plateHeight*k)
		p.edge(t.accent(s), 0.046*k)
		p.fill(plate)
	})
	p.layer(func(p *pen) {
		p.SetColor(digits)
		t.fonts.write(p, s.String(), vec{}, 0.27*k)
	})
}
