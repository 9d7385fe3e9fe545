package render

import (
	"bytes"
	"image"
	"image/png"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"madbot/rules"
)

// TestEncodeRoundTrip: image/png reads what is written, colour by colour, with memory used before.
func TestEncodeRoundTrip(t *testing.T) {
	t.Parallel()
	k := newInks(ramp(rgb(0), rgb(0xffee77), 40), image.NewRGBA(image.Rect(0, 0, 1, 1)), 1)
	var e encoder
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 50)
		c := &canvas{inks: k, w: size.Draw(t, "w"), h: size.Draw(t, "h")}
		pixel := rapid.Uint8Range(0, uint8(len(k.colors)-1))
		c.pix = rapid.SliceOfN(pixel, c.w*c.h, c.w*c.h).Draw(t, "pixels")
		var b bytes.Buffer
		require.NoError(t, e.encode(&b, c))
		m, err := png.Decode(&b)
		require.NoError(t, err)
		got, ok := m.(*image.Paletted)
		require.True(t, ok)
		require.Equal(t, c.bounds(), got.Rect)
		require.Equal(t, k.colors, got.Palette)
		require.Equal(t, c.pix, got.Pix)
	})
}

// TestBoardsAreSmall: half of the boards of a game are no larger than 30 KB, and none by much.
func TestBoardsAreSmall(t *testing.T) {
	t.Parallel()
	r := renderer(t)
	for _, size := range rules.Boards() {
		positions, options := boards(t, size)
		var sizes []int
		for i := 0; i < len(positions); i += 3 {
			var b bytes.Buffer
			require.NoError(t, r.Board(&b, positions[i], options[i]))
			sizes = append(sizes, b.Len())
		}
		slices.Sort(sizes)
		assert.LessOrEqual(t, sizes[len(sizes)/2], 30_000, size)
		assert.LessOrEqual(t, sizes[len(sizes)-1], 36_000, size)
	}
}
