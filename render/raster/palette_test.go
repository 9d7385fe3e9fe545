package raster

import (
	"image"
	"image/color"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// TestPaletteLimits: a palette keeps the given colours unchanged, adds at most the requested number, and always leaves
// an index for transparent.
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

// TestPaletteOfFewColors: a picture with no more colours than requested keeps them all.
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

// TestPaletteHasRoomForTransparent: however many colours are requested, one index stays free.
func TestPaletteHasRoomForTransparent(t *testing.T) {
	t.Parallel()
	keep := randomColors(MaxColors + 40)
	assert.Len(t, paletteOf(keep).colors, MaxColors)
	full := NewPalette(keep[:MaxColors-5], filled(keep[MaxColors], 2, 2), 40)
	assert.Len(t, full.colors, MaxColors-4)
	assert.Equal(t, color.Color(keep[MaxColors]), full.colors[MaxColors-5])
}

// TestTableIsNearest: the table agrees with a search of all colours, in the centre of each of its cells.
func TestTableIsNearest(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 3, 30, MaxColors} {
		p := paletteOf(randomColors(n))
		for cell := range tableSide * tableSide * tableSide {
			middle := func(c int) uint8 { return uint8(c%tableSide*cellSide + cellMiddle) }
			r, g, b := middle(cell), middle(cell/tableSide), middle(cell/tableSide/tableSide)
			if p.nearest(r, g, b) != p.index(r, g, b) {
				t.Fatalf("%d colours: %d is not nearest to %d %d %d", n, p.index(r, g, b), r, g, b)
			}
		}
	}
}
