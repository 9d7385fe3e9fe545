package render

import "image/color"

// rgb makes an opaque colour of 0xRRGGBB.
func rgb(v uint32) color.RGBA {
	return color.RGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 255}
}

// fade returns c at opacity a of 255, premultiplied as color.RGBA asks for.
func fade(c color.RGBA, a uint8) color.RGBA {
	mul := func(v uint8) uint8 { return uint8(uint32(v) * uint32(a) / 255) }
	return color.RGBA{R: mul(c.R), G: mul(c.G), B: mul(c.B), A: mul(c.A)}
}

// mix returns a with a part k of b.
func mix(a, b color.RGBA, k float64) color.RGBA {
	m := func(x, y uint8) uint8 { return uint8(float64(x)*(1-k) + float64(y)*k + 0.5) }
	return color.RGBA{R: m(a.R, b.R), G: m(a.G, b.G), B: m(a.B, b.B), A: m(a.A, b.A)}
}

// ramp returns n colours from a to b.
func ramp(a, b color.RGBA, n int) []color.RGBA {
	colors := make([]color.RGBA, n)
	for i := range colors {
		colors[i] = mix(a, b, float64(i)/float64(n-1))
	}
	return colors
}

// luminance returns how light c looks, from 0 to 1, near enough for choices.
func luminance(c color.RGBA) float64 {
	return (0.299*float64(c.R) + 0.587*float64(c.G) + 0.114*float64(c.B)) / 255
}

// contrastOf returns how far apart two colours are in lightness.
func contrastOf(a, b color.RGBA) float64 {
	return max(luminance(a)-luminance(b), luminance(b)-luminance(a))
}
