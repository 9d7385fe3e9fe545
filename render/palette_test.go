package render

import (
	"image/color"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestPaletteKeepsColors: the colours of larger parts are in the palette as they are, and leave
// room for those of the ships.
func TestPaletteKeepsColors(t *testing.T) {
	t.Parallel()
	for _, theme := range Themes() {
		s, err := renderer(t).studio(theme)
		require.NoError(t, err)
		flat := s.artist.flatColors()
		for _, c := range flat {
			assert.True(t, slices.Contains(s.inks.colors, color.Color(c)), "%s: %v", theme, c)
		}
		assert.LessOrEqual(t, len(flat), paletteSize-shipColors, theme)
		assert.LessOrEqual(t, len(s.inks.colors), paletteSize, theme)
	}
}

// TestTableIsNearest: the table answers as a search of all colours would, in the middle of its
// cells.
func TestTableIsNearest(t *testing.T) {
	t.Parallel()
	s, err := renderer(t).studio(Cosmos)
	require.NoError(t, err)
	rapid.Check(t, func(t *rapid.T) {
		channel := rapid.Custom(func(t *rapid.T) uint8 {
			return uint8(rapid.IntRange(0, 63).Draw(t, "cell")*4 + 2)
		})
		r, g, b := channel.Draw(t, "r"), channel.Draw(t, "g"), channel.Draw(t, "b")
		at := func(i uint8) int32 { return s.inks.distance(int(i), int32(r), int32(g), int32(b)) }
		assert.Equal(t, at(s.inks.nearest(int32(r), int32(g), int32(b))), at(s.inks.index(r, g, b)))
	})
}
