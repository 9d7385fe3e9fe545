package raster

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestEncodeRoundTrip: image/png decodes every pixel, even if the encoder's memory is reused.
func TestEncodeRoundTrip(t *testing.T) {
	t.Parallel()
	var e Encoder
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 50)
		p := paletteOf(anyColors(t, MaxColors))
		c := anyCanvas(t, p, size.Draw(t, "w"), size.Draw(t, "h"))
		var b bytes.Buffer
		require.NoError(t, e.Encode(&b, c))
		m, err := png.Decode(&b)
		require.NoError(t, err)
		got, ok := m.(*image.Paletted)
		require.True(t, ok)
		require.Equal(t, c.Bounds(), got.Rect)
		require.Equal(t, p.colors, got.Palette)
		require.Equal(t, c.pix, got.Pix)
	})
}

var errBroken = errors.New("broken")

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

func TestErrorsOfTheWriter(t *testing.T) {
	t.Parallel()
	var e Encoder
	c := NewCanvas(grays(), filled(red, 9, 9))
	assert.ErrorIs(t, e.Encode(brokenWriter{}, c), errBroken)
	a := NewAnimation(brokenWriter{}, c.palette, 9, 9)
	a.Show(c, 1)
	assert.ErrorIs(t, a.Close(), errBroken)
}
