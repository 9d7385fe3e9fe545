package render

import (
	"image"
	"image/color"
)

// canvas is a picture in the colours of a theme.
type canvas struct {
	inks *inks
	w, h int
	pix  []uint8
}

// sprite is a picture to lay on a canvas. index holds the palette's colour of opaque pixels.
type sprite struct {
	image *image.RGBA
	index []uint8
}

// newCanvas brings a picture into the colours of k.
func newCanvas(k *inks, m *image.RGBA) *canvas {
	b := m.Bounds()
	c := &canvas{inks: k, w: b.Dx(), h: b.Dy(), pix: make([]uint8, b.Dx()*b.Dy())}
	known := map[[3]uint8]uint8{}
	for i := range c.pix {
		px := [3]uint8(m.Pix[4*i : 4*i+3])
		at, ok := known[px]
		if !ok {
			at = k.nearest(int32(px[0]), int32(px[1]), int32(px[2]))
			known[px] = at
		}
		c.pix[i] = at
	}
	return c
}

// newSprite prepares m for canvases of k.
func newSprite(k *inks, m *image.RGBA) *sprite {
	soften(m)
	s := &sprite{image: m, index: make([]uint8, len(m.Pix)/4)}
	for i := range s.index {
		if m.Pix[4*i+3] == 255 {
			s.index[i] = k.nearest(int32(m.Pix[4*i]), int32(m.Pix[4*i+1]), int32(m.Pix[4*i+2]))
		}
	}
	return s
}

// copyFrom makes c a copy of o, reusing c's memory when it is large enough.
func (c *canvas) copyFrom(o *canvas) {
	c.inks, c.w, c.h = o.inks, o.w, o.h
	c.pix = append(c.pix[:0], o.pix...)
}

// bounds returns the pixels of c.
func (c *canvas) bounds() image.Rectangle { return image.Rect(0, 0, c.w, c.h) }

// put lays s on c with its corner at x, y.
func (c *canvas) put(s *sprite, x, y int) {
	b := s.image.Bounds()
	r := b.Add(image.Pt(x, y)).Intersect(c.bounds())
	for py := r.Min.Y; py < r.Max.Y; py++ {
		from := (py-y)*b.Dx() - x
		row := c.pix[py*c.w : py*c.w+c.w]
		for px := r.Min.X; px < r.Max.X; px++ {
			i := from + px
			switch a := s.image.Pix[4*i+3]; a {
			case 0:
			case 255:
				row[px] = s.index[i]
			default:
				row[px] = c.over(s.image.Pix[4*i:4*i+4:4*i+4], row[px])
			}
		}
	}
}

// lay lays a picture that has no index on c with its corner at x, y.
func (c *canvas) lay(m *image.RGBA, x, y int) {
	b := m.Bounds()
	r := b.Add(image.Pt(x, y)).Intersect(c.bounds())
	for py := r.Min.Y; py < r.Max.Y; py++ {
		from := (py-y)*b.Dx() - x
		row := c.pix[py*c.w : py*c.w+c.w]
		for px := r.Min.X; px < r.Max.X; px++ {
			if i := 4 * (from + px); m.Pix[i+3] != 0 {
				row[px] = c.over(m.Pix[i:i+4:i+4], row[px])
			}
		}
	}
}

// over returns the colour of the premultiplied px over the palette's colour below.
func (c *canvas) over(px []uint8, below uint8) uint8 {
	rest := 255 - int32(px[3])
	b := &c.inks.rgb[below]
	return c.inks.index(px[0]+uint8(b[0]*rest/255), px[1]+uint8(b[1]*rest/255),
		px[2]+uint8(b[2]*rest/255))
}

// soften keeps few steps of opacity at the edges of m: more are not seen, and cost bytes in a PNG.
func soften(m *image.RGBA) {
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

// haze lays a veil of a colour over what is drawn in m: at 0 none, at 255 nothing else is seen.
func haze(m *image.RGBA, veil color.RGBA, by uint8) {
	for i := 0; i < len(m.Pix); i += 4 {
		a := uint32(m.Pix[i+3])
		for ch, v := range []uint8{veil.R, veil.G, veil.B} {
			own, over := uint32(m.Pix[i+ch])*uint32(255-by), uint32(v)*a/255*uint32(by)
			m.Pix[i+ch] = uint8((own + over) / 255)
		}
	}
}

// harden takes the soft edges off m, where they would hardly be seen but cost bytes in a PNG.
func harden(m *image.RGBA) {
	for i := 0; i < len(m.Pix); i += 4 {
		px := color.NRGBAModel.Convert(m.RGBAAt(i/4%m.Rect.Dx(), i/4/m.Rect.Dx())).(color.NRGBA)
		if px.A = px.A / 128 * 255; px.A == 0 {
			px = color.NRGBA{}
		}
		copy(m.Pix[i:], []uint8{px.R, px.G, px.B, px.A})
	}
}

// paste copies a part of o, which must have the same palette and fit, to a place of c.
func (c *canvas) paste(o *canvas, part image.Rectangle, to image.Point) {
	for y := range part.Dy() {
		row := o.pix[(part.Min.Y+y)*o.w:]
		copy(c.pix[(to.Y+y)*c.w+to.X:], row[part.Min.X:part.Max.X])
	}
}
