package raster

import (
	"image"
	"image/color"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// anyColors draws between one and n different opaque colours.
func anyColors(t *rapid.T, n int) []color.RGBA {
	colors := rapid.Custom(func(t *rapid.T) color.RGBA {
		channel := rapid.Uint8()
		return color.RGBA{channel.Draw(t, "r"), channel.Draw(t, "g"), channel.Draw(t, "b"), 255}
	})
	return rapid.SliceOfNDistinct(colors, 1, n, rapid.ID).Draw(t, "colors")
}

// randomColors returns n opaque colours, the same each time.
func randomColors(n int) []color.RGBA {
	chance := rand.New(rand.NewPCG(3, 5))
	colors := make([]color.RGBA, n)
	for i := range colors {
		v := chance.Uint32()
		colors[i] = color.RGBA{uint8(v), uint8(v >> 8), uint8(v >> 16), 255}
	}
	return colors
}

// paletteOf returns a palette of exactly these colours.
func paletteOf(colors []color.RGBA) *Palette {
	return NewPalette(colors, image.NewRGBA(image.Rectangle{}), 0)
}

func anyCanvas(t *rapid.T, p *Palette, w, h int) *Canvas {
	pixel := rapid.Uint8Range(0, uint8(len(p.colors)-1))
	return &Canvas{p, w, h, rapid.SliceOfN(pixel, w*h, w*h).Draw(t, "pixels")}
}

// filled returns a picture of one colour, premultiplied.
func filled(c color.RGBA, w, h int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.SetRGBA(x, y, c)
		}
	}
	return m
}

// assertPixels asserts the colours of c, row by row.
func assertPixels(t *testing.T, c *Canvas, want ...color.RGBA) {
	t.Helper()
	var got []color.RGBA
	for _, i := range c.pix {
		got = append(got, c.palette.colors[i].(color.RGBA))
	}
	assert.Equal(t, want, got)
}
