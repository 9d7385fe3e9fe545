package raster

import (
	"image"
	"image/color"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// TestPaletteLimits: the colours to keep are in a palette as they are, no more than asked for are
// added, and there are never more than an index can name beside the transparent one.
func TestPaletteLimits(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		keep := anyColors(t, 300)
		picture := image.NewRGBA(image.Rect(0, 0, 20, 20))
		for i, c := range anyColors(t, 400) {
			picture.SetRGBA(i%20, i/20, c)
		}
		more := rapid.IntRange(0, 40).Draw(t, "more")
		p := NewPalette(keep, picture, more)
		assert.LessOrEqual(t, len(p.colors), min(MaxColors, len(keep)+more))
		assert.Len(t, p.rgb, len(p.colors))
		for i, c := range keep[:min(len(keep), MaxColors)] {
			assert.Equal(t, color.Color(c), p.colors[i])
		}
		for i, c := range p.colors {
			assert.False(t, slices.Contains(p.colors[:i], c), "%v twice", c)
			assert.Equal(t, uint8(255), c.(color.RGBA).A)
		}
	})
}

// TestPaletteOfFewColors: a picture of no more colours than are asked for has them all.
func TestPaletteOfFewColors(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		colors := anyColors(t, 12)
		picture := image.NewRGBA(image.Rect(0, 0, 12, 1))
		for x := range 12 {
			picture.SetRGBA(x, 0, colors[x%len(colors)])
		}
		p := NewPalette(nil, picture, 12)
		for _, c := range colors {
			assert.Contains(t, p.colors, color.Color(c))
		}
	})
}

// TestTableIsNearest: the table answers as a search of all colours would, in the middle of its
// cells.
func TestTableIsNearest(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := paletteOf(anyColors(t, MaxColors))
		channel := rapid.Custom(func(t *rapid.T) uint8 {
			return uint8(rapid.IntRange(0, tableSide-1).Draw(t, "cell")*cellSide + cellMiddle)
		})
		for range 50 {
			r, g, b := channel.Draw(t, "r"), channel.Draw(t, "g"), channel.Draw(t, "b")
			at := func(i uint8) int32 { return p.distance(int(i), int32(r), int32(g), int32(b)) }
			assert.Equal(t, at(p.nearest(r, g, b)), at(p.index(r, g, b)))
		}
	})
}
