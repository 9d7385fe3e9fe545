package render

import (
	"image"
	"image/color"

	"madbot/render/raster"
	"madbot/rules"
)

type theme struct {
	scheme
	fonts   fonts
	palette *raster.Palette
}

// shipShades is the number of colours that the ships share, in addition to the flat ones. More would be hard to see and
// enlarge each picture.
const shipShades = 12

// newTheme prepares a theme: it draws all ships to choose the palette.
func newTheme(name Theme, f fonts) *theme {
	t := &theme{scheme: themes[name].scheme(), fonts: f}
	t.palette = raster.NewPalette(t.flatColors(), t.drawShipSheet(), shipShades)
	return t
}

// flatColors returns the colours of larger areas, which the palette keeps unchanged.
func (t *theme) flatColors() []color.RGBA {
	squares := t.square[:]
	colors := []color.RGBA{t.grid, t.label, t.target, t.gold, t.outline, t.burstColor()}
	for _, f := range t.fleets {
		colors = append(colors, f.plate, f.digits, f.rim, f.wing, f.shield, f.frame, f.tray)
		squares = append(squares, f.home[0], f.home[1])
		colors = append(colors, ramp(t.sky, f.sky, 9)...)
		colors = append(colors, ramp(f.hull, f.stern, 5)...)
		colors = append(colors, t.homeFrame(&f), f.trayFrame(), f.signFrame(), f.barColor())
		for _, accent := range t.accents {
			colors = append(colors, f.slotColor(accent))
		}
	}
	hues := t.markColors()
	colors = append(append(append(colors, hues...), t.turn), t.accents[:]...)
	colors = append(append(colors, t.hints[:]...), squares...)
	for _, hue := range hues {
		for _, s := range squares {
			colors = append(colors, mix(s, t.tintColor(hue), tintStrength/255.0))
		}
	}
	return colors
}

func (t *theme) markColors() []color.RGBA {
	return []color.RGBA{t.last, t.expel, t.danger}
}

func (t *theme) drawShipSheet() *image.RGBA {
	const cell = 106
	p := newPen(8*cell, 4*cell)
	for i, s := range rules.Ships() {
		for j, c := range []rules.Color{rules.Red, rules.Blue} {
			f, x, y := t.fleet(c), i*cell, 2*j*cell
			p.DrawRectangle(float64(x), float64(y), cell, 2*cell)
			p.fill(t.square[i&1])
			p.DrawRectangle(float64(x), float64(y+cell), cell, cell)
			p.fill(f.tray)
			for k, style := range []shipStyle{inArena(), inExile()} {
				p.DrawImage(t.drawShip(rules.Piece{Color: c, Ship: s}, cell, -1, style), x, y+k*cell)
			}
		}
	}
	return p.image()
}
