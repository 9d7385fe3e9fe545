package raster

import (
	"image"
	"image/color"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

var (
	black = color.RGBA{A: 255}
	white = color.RGBA{255, 255, 255, 255}
	gray  = color.RGBA{128, 128, 128, 255}
	red   = color.RGBA{R: 255, A: 255}
)

func grays() *Palette { return paletteOf([]color.RGBA{black, white, gray, red}) }

// TestLayers: transparent pixels keep what is below, opaque ones hide it, others mix; pixels outside the canvas are
// ignored.
func TestLayers(t *testing.T) {
	t.Parallel()
	p := grays()
	c := NewCanvas(p, filled(black, 3, 2))
	m := image.NewRGBA(image.Rect(0, 0, 2, 2))
	m.SetRGBA(0, 0, white)
	m.SetRGBA(1, 0, color.RGBA{170, 170, 170, 170})
	m.SetRGBA(0, 1, red)
	for name, lay := range map[string]func(c *Canvas, x, y int){
		"sprite":  func(c *Canvas, x, y int) { c.Put(NewSprite(p, m), x, y) },
		"picture": func(c *Canvas, x, y int) { c.Draw(m, x, y) },
	} {
		var inside, corner, beside Canvas
		for _, o := range []*Canvas{&inside, &corner, &beside} {
			o.CopyFrom(c)
		}
		lay(&inside, 0, 0)
		assertPixels(t, &inside, white, gray, black, red, black, black)
		lay(&corner, -1, 1)
		assertPixels(t, &corner, black, black, black, gray, black, black)
		lay(&beside, 3, 0)
		lay(&beside, 0, -2)
		assert.Equal(t, c, &beside, name)
	}
}

func TestCanvasTakesTheNearestColors(t *testing.T) {
	t.Parallel()
	m := image.NewRGBA(image.Rect(0, 0, 2, 2))
	m.SetRGBA(0, 0, color.RGBA{240, 240, 250, 255})
	m.SetRGBA(1, 0, color.RGBA{10, 0, 20, 255})
	m.SetRGBA(0, 1, color.RGBA{220, 30, 10, 255})
	m.SetRGBA(1, 1, color.RGBA{100, 130, 140, 255})
	assertPixels(t, NewCanvas(grays(), m), white, black, red, gray)
}

func TestPaste(t *testing.T) {
	t.Parallel()
	p := grays()
	c, o := NewCanvas(p, filled(black, 3, 2)), NewCanvas(p, filled(white, 3, 3))
	o.Draw(filled(red, 1, 1), 1, 1)
	o.Draw(filled(gray, 1, 1), 2, 1)
	c.Paste(o, image.Rect(1, 1, 3, 2), image.Pt(1, 0))
	assertPixels(t, c, black, red, gray, black, black, black)
}

// TestChanged: the changed part is the smallest one that contains all changed pixels.
func TestChanged(t *testing.T) {
	t.Parallel()
	p := grays()
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 12)
		before := anyCanvas(t, p, size.Draw(t, "w"), size.Draw(t, "h"))
		var c Canvas
		require.Equal(t, before.Bounds(), before.changed(&c), "there was nothing")
		c.CopyFrom(before)
		want := image.Rectangle{}
		for _, i := range rapid.SliceOfN(rapid.IntRange(0, len(c.pix)-1), 0, 4).Draw(t, "at") {
			c.pix[i] = (before.pix[i] + 1) % 4
			want = want.Union(image.Rect(i%c.w, i/c.w, i%c.w+1, i/c.w+1))
		}
		require.Equal(t, want, c.changed(before))
	})
}

func TestAlpha(t *testing.T) {
	t.Parallel()
	pixel := func(m *image.RGBA) color.RGBA { return m.RGBAAt(0, 0) }
	for _, x := range []struct{ in, reduced, threshold color.RGBA }{
		{white, white, white},
		{color.RGBA{}, color.RGBA{}, color.RGBA{}},
		{color.RGBA{200, 0, 100, 200}, color.RGBA{170, 0, 85, 170}, color.RGBA{255, 0, 127, 255}},
		{color.RGBA{100, 100, 100, 100}, color.RGBA{85, 85, 85, 85}, color.RGBA{}},
		{color.RGBA{20, 20, 20, 20}, color.RGBA{}, color.RGBA{}},
	} {
		m := filled(x.in, 1, 1)
		ReduceAlpha(m)
		assert.Equal(t, x.reduced, pixel(m), "%v reduced", x.in)
		m = filled(x.in, 1, 1)
		ThresholdAlpha(m)
		assert.Equal(t, x.threshold, pixel(m), "%v at the threshold", x.in)
	}
}

func TestBlend(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		in   color.RGBA
		by   uint8
		want color.RGBA
	}{
		{white, 0, white},
		{white, 255, red},
		{white, 51, color.RGBA{255, 204, 204, 255}},
		{color.RGBA{}, 255, color.RGBA{}},
		{color.RGBA{100, 100, 100, 100}, 255, color.RGBA{100, 0, 0, 100}},
	} {
		m := filled(x.in, 1, 1)
		Blend(m, red, x.by)
		assert.Equal(t, x.want, m.RGBAAt(0, 0), "%v by %d", x.in, x.by)
	}
}
