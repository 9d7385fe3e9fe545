package render

import (
	"image/color"

	"madbot/rules"
)

// fleetColors are the colours of a fleet and its half of the picture.
type fleetColors struct {
	hull, stern color.RGBA // from the bow to the stern
	rim         color.RGBA // outline of the hull
	wing        color.RGBA
	barrel      color.RGBA
	shield      color.RGBA
	plate       color.RGBA // under the number
	digits      color.RGBA
	frame       color.RGBA    // of the home row and the tray
	sky         color.RGBA    // space behind the home row
	home        [2]color.RGBA // dark and light squares of the home row
	tray        color.RGBA
}

// scheme holds the colours of a Theme.
type scheme struct {
	sky          color.RGBA // space between the fleets; it fades into each fleet's sky
	stars        int
	star         color.RGBA
	square       [2]color.RGBA // dark and light squares of the chequer
	grid         color.RGBA    // outline of a square
	label        color.RGBA    // coordinates
	outline      color.RGBA    // of ships and marks, to separate them from what is below
	fleets       [2]fleetColors
	accents      [4]color.RGBA // of the complementary pairs
	last, expel  color.RGBA    // the last turn, and what it expelled
	turn, danger color.RGBA    // a rotation, and an attacked corvette
	target       color.RGBA
	hints        [3]color.RGBA
	better       color.RGBA // one of hints: the turn that was better than the one played
	gold         color.RGBA // crowns
}

// fleet returns the colours of c, which must be Red or Blue.
func (s *scheme) fleet(c rules.Color) *fleetColors { return &s.fleets[c-1] }

// accent returns the colour shared by ship and its complement.
func (s *scheme) accent(ship rules.Ship) color.RGBA {
	return s.accents[min(ship, ship.Complement())-rules.Ship111]
}

// The frames of a fleet, toned down towards their background: the home row, a tray, and the quiet count with its bar.
func (s *scheme) homeFrame(f *fleetColors) color.RGBA { return mix(f.frame, s.square[0], 0.35) }
func (f *fleetColors) trayFrame() color.RGBA          { return mix(f.tray, f.frame, 0.4) }
func (f *fleetColors) signFrame() color.RGBA          { return mix(f.tray, f.frame, 0.6) }
func (f *fleetColors) barColor() color.RGBA           { return mix(f.tray, f.frame, 0.55) }

func (f *fleetColors) slotColor(accent color.RGBA) color.RGBA { return mix(f.tray, accent, 0.3) }

func rgb(v uint32) color.RGBA {
	return color.RGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 255}
}

// fade returns c at opacity a out of 255, premultiplied as color.RGBA requires.
func fade(c color.RGBA, a uint8) color.RGBA {
	mul := func(v uint8) uint8 { return uint8(uint32(v) * uint32(a) / 255) }
	return color.RGBA{R: mul(c.R), G: mul(c.G), B: mul(c.B), A: mul(c.A)}
}

// mix returns a mixed with the fraction k of b.
func mix(a, b color.RGBA, k float64) color.RGBA {
	m := func(x, y uint8) uint8 { return uint8(float64(x)*(1-k) + float64(y)*k + 0.5) }
	return color.RGBA{R: m(a.R, b.R), G: m(a.G, b.G), B: m(a.B, b.B), A: m(a.A, b.A)}
}

func ramp(a, b color.RGBA, n int) []color.RGBA {
	colors := make([]color.RGBA, n)
	for i := range colors {
		colors[i] = mix(a, b, float64(i)/float64(n-1))
	}
	return colors
}

func luminance(c color.RGBA) float64 {
	return (0.299*float64(c.R) + 0.587*float64(c.G) + 0.114*float64(c.B)) / 255
}

// contrastOf returns the difference in lightness of two colours.
func contrastOf(a, b color.RGBA) float64 {
	return max(luminance(a)-luminance(b), luminance(b)-luminance(a))
}

// cosmos is the arena in deep space.
func cosmos() scheme {
	return scheme{
		sky:   rgb(0x0b0d20),
		stars: 36, star: rgb(0xdfe6ff),
		square: [2]color.RGBA{rgb(0x18203f), rgb(0x222c55)},
		grid:   rgb(0x2d3968), label: rgb(0xaab6e6), outline: rgb(0x070a18),
		fleets: [2]fleetColors{
			{
				hull: rgb(0xff6b57), stern: rgb(0xb3202f), rim: rgb(0xffd9cf), wing: rgb(0xffb8a8),
				barrel: rgb(0xfff0ea), shield: rgb(0xffe3a6), plate: rgb(0x2c0710), digits: rgb(0xffffff),
				frame: rgb(0xe0574f), sky: rgb(0x260a1e), tray: rgb(0x2b1028),
				home: [2]color.RGBA{rgb(0x3a1f3c), rgb(0x46284a)},
			},
			{
				hull: rgb(0x62b4ff), stern: rgb(0x1f55c4), rim: rgb(0xd6ebff), wing: rgb(0xa9d4ff),
				barrel: rgb(0xeef7ff), shield: rgb(0xa8f0ff), plate: rgb(0xf2f8ff), digits: rgb(0x071a44),
				frame: rgb(0x4d9df0), sky: rgb(0x08193c), tray: rgb(0x0f2148),
				home: [2]color.RGBA{rgb(0x1c335f), rgb(0x254178)},
			},
		},
		accents: [4]color.RGBA{rgb(0xffc928), rgb(0x2fe0e6), rgb(0xff6fd0), rgb(0x9be32d)},
		last:    rgb(0xffd54a), expel: rgb(0xff8a1f), turn: rgb(0xc79bff), danger: rgb(0xff3355),
		target: rgb(0xf4f7ff),
		hints:  [3]color.RGBA{rgb(0x5dffa0), rgb(0x47d7ff), rgb(0xd0b0ff)},
		better: rgb(0x5dffa0),
		gold:   rgb(0xffd24a),
	}
}

// paper is for print: white ground, Red solid and Blue hollow.
func paper() scheme {
	return scheme{
		sky:    rgb(0xfbfaf5),
		square: [2]color.RGBA{rgb(0xe9e4d6), rgb(0xf8f5ec)},
		grid:   rgb(0xb9b19c), label: rgb(0x4a463c), outline: rgb(0xfdfcf8),
		fleets: [2]fleetColors{
			{
				hull: rgb(0xd8452f), stern: rgb(0xb32a1c), rim: rgb(0x5a120b), wing: rgb(0xc23a28),
				barrel: rgb(0x5a120b), shield: rgb(0x8a1f12), plate: rgb(0x3a0a06), digits: rgb(0xffffff),
				frame: rgb(0xc23a28), sky: rgb(0xfaf0e8), tray: rgb(0xf6e2d8),
				home: [2]color.RGBA{rgb(0xedd3c4), rgb(0xf8e4da)},
			},
			{
				hull: rgb(0xe6f0fc), stern: rgb(0xbcd6f4), rim: rgb(0x16418c), wing: rgb(0x7fb0e8),
				barrel: rgb(0x16418c), shield: rgb(0x2a5fb8), plate: rgb(0xffffff), digits: rgb(0x0a2352),
				frame: rgb(0x2f6cc4), sky: rgb(0xeff3f8), tray: rgb(0xdfe9f5),
				home: [2]color.RGBA{rgb(0xcfdcea), rgb(0xe0eaf6)},
			},
		},
		accents: [4]color.RGBA{rgb(0xe09a00), rgb(0x00a3ad), rgb(0xd63fa6), rgb(0x5fa800)},
		last:    rgb(0xd99a00), expel: rgb(0xd9480f), turn: rgb(0x7a3fc0), danger: rgb(0xd4002a),
		target: rgb(0x33312b),
		hints:  [3]color.RGBA{rgb(0x0c8a4a), rgb(0x0a7aa8), rgb(0x7a4fc0)},
		better: rgb(0x0c8a4a),
		gold:   rgb(0xc98a00),
	}
}

// contrast uses colours that stay distinct for every kind of colour vision (Okabe and Ito), and a strong step in
// lightness between the fleets.
func contrast() scheme {
	return scheme{
		sky:    rgb(0x000000),
		square: [2]color.RGBA{rgb(0x161616), rgb(0x2a2a2a)},
		grid:   rgb(0x5a5a5a), label: rgb(0xffffff), outline: rgb(0x000000),
		fleets: [2]fleetColors{
			{
				hull: rgb(0xc94f00), stern: rgb(0xa83c00), rim: rgb(0xffffff), wing: rgb(0xe08a4a),
				barrel: rgb(0xffffff), shield: rgb(0xffd9a0), plate: rgb(0x000000), digits: rgb(0xffffff),
				frame: rgb(0xe06a10), sky: rgb(0x000000), tray: rgb(0x241000),
				home: [2]color.RGBA{rgb(0x351a04), rgb(0x472408)},
			},
			{
				hull: rgb(0xbfe6ff), stern: rgb(0x7cc8f5), rim: rgb(0xffffff), wing: rgb(0xd6efff),
				barrel: rgb(0xffffff), shield: rgb(0xdff4ff), plate: rgb(0xffffff), digits: rgb(0x000000),
				frame: rgb(0x6ec3f5), sky: rgb(0x000000), tray: rgb(0x0b1f2c),
				home: [2]color.RGBA{rgb(0x0f2f42), rgb(0x164058)},
			},
		},
		accents: [4]color.RGBA{rgb(0xf0e442), rgb(0x40f0ff), rgb(0xe050c8), rgb(0x6aa01e)},
		last:    rgb(0xf0e442), expel: rgb(0xff6f2f), turn: rgb(0xffffff), danger: rgb(0xff4a40),
		target: rgb(0xffffff),
		hints:  [3]color.RGBA{rgb(0xffffff), rgb(0x00ff87), rgb(0x56b4e9)},
		better: rgb(0x00ff87),
		gold:   rgb(0xf0e442),
	}
}
