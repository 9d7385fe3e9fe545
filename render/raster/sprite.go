package raster

import (
	"image"
	"image/color"
)

// Sprite is a picture to draw on canvases many times. Use NewSprite to make one.
type Sprite struct {
	image *image.RGBA
	index []uint8 // the palette's colour of each opaque pixel
}

// NewSprite prepares m for canvases of p. It keeps m, and changes it by ReduceAlpha.
func NewSprite(p *Palette, m *image.RGBA) *Sprite {
	ReduceAlpha(m)
	s := &Sprite{image: m, index: make([]uint8, len(m.Pix)/4)}
	for i := range s.index {
		if m.Pix[4*i+3] == 255 {
			s.index[i] = p.nearest(m.Pix[4*i], m.Pix[4*i+1], m.Pix[4*i+2])
		}
	}
	return s
}

// Bounds returns the rectangle of s, which starts at 0, 0.
func (s *Sprite) Bounds() image.Rectangle { return s.image.Rect }

// ReduceAlpha rounds the opacity of each pixel of m to one of four steps. More steps would not be visible, and cost
// bytes in a PNG.
func ReduceAlpha(m *image.RGBA) {
	const steps = 3
	for i := 0; i < len(m.Pix); i += 4 {
		a := uint32(m.Pix[i+3])
		if a == 0 || a == 255 {
			continue
		}
		to := (a*steps + 127) / 255 * 255 / steps
		for ch := range 4 {
			m.Pix[i+ch] = uint8(uint32(m.Pix[i+ch]) * to / a)
		}
	}
}

// ThresholdAlpha makes each pixel of m opaque or transparent.
func ThresholdAlpha(m *image.RGBA) {
	for i := 0; i < len(m.Pix); i += 4 {
		px := color.NRGBAModel.Convert(m.RGBAAt(i/4%m.Rect.Dx(), i/4/m.Rect.Dx())).(color.NRGBA)
		if px.A = px.A / 128 * 255; px.A == 0 {
			px = color.NRGBA{}
		}
		copy(m.Pix[i:], []uint8{px.R, px.G, px.B, px.A})
	}
}

// Blend mixes a colour into everything drawn in m and keeps its opacity. by is the fraction of the colour, from 0 for
// none to 255 for only the colour.
func Blend(m *image.RGBA, with color.RGBA, by uint8) {
	for i := 0; i < len(m.Pix); i += 4 {
		a := uint32(m.Pix[i+3])
		for ch, v := range []uint8{with.R, with.G, with.B} {
			own, over := uint32(m.Pix[i+ch])*uint32(255-by), uint32(v)*a/255*uint32(by)
			m.Pix[i+ch] = uint8((own + over) / 255)
		}
	}
}
