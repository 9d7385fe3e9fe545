package render

import (
	"image"
	"image/color"

	"madbot/render/raster"
	"madbot/rules"
)

// artist draws with the colours of one theme.
type artist struct {
	scheme
	fonts fonts
}

// shipColors is how many colours the ships have between them, beside the flat ones. More is hardly
// seen and costs bytes in each picture.
const shipColors = 12

// newInks returns the palette for the pictures.
func (a *artist) newInks() (*raster.Palette, error) {
	sheet, err := a.drawSheet()
	if err != nil {
		return nil, err
	}
	return raster.NewPalette(a.flatColors(), sheet, shipColors), nil
}

// flatColors returns the colours of larger parts, which must be right.
func (a *artist) flatColors() []color.RGBA {
	squares := a.square[:]
	colors := []color.RGBA{a.grid, a.label, a.target, a.gold, a.ink, a.flash()}
	for _, f := range a.fleets {
		colors = append(colors, f.plate, f.digits, f.rim, f.wing, f.shield, f.frame, f.tray)
		squares = append(squares, f.home[0], f.home[1])
		colors = append(colors, ramp(a.sky, f.sky, 9)...)
		colors = append(colors, ramp(f.hull, f.belly, 5)...)
		colors = append(colors, a.homeFrame(&f), f.trayFrame(), f.signFrame(), f.bar())
		for _, accent := range a.accents {
			colors = append(colors, f.berth(accent))
		}
	}
	hues := a.hues()
	colors = append(append(append(colors, hues...), a.hints[:]...), squares...)
	for _, hue := range hues {
		for _, s := range squares {
			colors = append(colors, mix(s, a.tinge(hue), tintStrength/255.0))
		}
	}
	return colors
}

// hues returns the colours that mark squares and slots.
func (a *artist) hues() []color.RGBA {
	return append([]color.RGBA{a.move, a.expel, a.turn, a.danger}, a.accents[:]...)
}

// drawSheet draws all ships on the squares they stand on.
func (a *artist) drawSheet() (*image.RGBA, error) {
	const cell = 106
	p := newPen(8*cell, 4*cell)
	for i, s := range rules.Ships() {
		for j, c := range []rules.Color{rules.Red, rules.Blue} {
			f, x, y := a.livery(c), i*cell, 2*j*cell
			p.DrawRectangle(float64(x), float64(y), cell, 2*cell)
			p.fill(a.square[i&1])
			p.DrawRectangle(float64(x), float64(y+cell), cell, cell)
			p.fill(f.tray)
			for k, style := range []shipStyle{inArena(), inExile()} {
				m, err := a.drawShip(rules.Piece{Color: c, Ship: s}, cell, -1, style)
				if err != nil {
					return nil, err
				}
				p.DrawImage(m, x, y+k*cell)
			}
		}
	}
	return p.image(), nil
}
