// Package raster holds pictures as pixels in the colours of a palette, composes them, and writes them as PNG and
// animated GIF. It knows nothing about what they show.
package raster

import (
	"image"
)

// Canvas is a picture in the colours of a palette. The zero value has no pixels; use CopyFrom to fill it.
type Canvas struct {
	palette *Palette
	w, h    int
	pix     []uint8
}

// NewCanvas returns an opaque picture with each pixel of m in the nearest colour of p.
func NewCanvas(p *Palette, m *image.RGBA) *Canvas {
	b := m.Bounds()
	c := &Canvas{palette: p, w: b.Dx(), h: b.Dy(), pix: make([]uint8, b.Dx()*b.Dy())}
	known := map[[3]uint8]uint8{}
	for i := range c.pix {
		px := [3]uint8(m.Pix[4*i : 4*i+3])
		if i > 0 && px == [3]uint8(m.Pix[4*i-4:4*i-1]) { // most are, and a look into the map takes longer
			c.pix[i] = c.pix[i-1]
			continue
		}
		at, ok := known[px]
		if !ok {
			at = p.nearest(px[0], px[1], px[2])
			known[px] = at
		}
		c.pix[i] = at
	}
	return c
}

// CopyFrom makes c a copy of o. It reuses c's memory if that is large enough.
func (c *Canvas) CopyFrom(o *Canvas) {
	c.palette, c.w, c.h = o.palette, o.w, o.h
	c.pix = append(c.pix[:0], o.pix...)
}

// Bounds returns the rectangle of c, which starts at 0, 0.
func (c *Canvas) Bounds() image.Rectangle { return image.Rect(0, 0, c.w, c.h) }

// Put draws s on c with its upper left corner at x, y. s must be made for c's palette. Pixels outside c are ignored.
func (c *Canvas) Put(s *Sprite, x, y int) { c.lay(s.image, s.index, x, y) }

// Draw is like Put for a picture that is used only once.
func (c *Canvas) Draw(m *image.RGBA, x, y int) { c.lay(m, nil, x, y) }

// lay draws m on c. index holds the palette's colour of each opaque pixel; nil if they are not known.
func (c *Canvas) lay(m *image.RGBA, index []uint8, x, y int) {
	b := m.Bounds()
	r := b.Add(image.Pt(x, y)).Intersect(c.Bounds())
	for py := r.Min.Y; py < r.Max.Y; py++ {
		from := (py-y)*b.Dx() - x
		row := c.pix[py*c.w : py*c.w+c.w]
		for px := r.Min.X; px < r.Max.X; px++ {
			i := from + px
			switch a := m.Pix[4*i+3]; {
			case a == 0:
			case a == 255 && index != nil:
				row[px] = index[i]
			default:
				row[px] = c.over(m.Pix[4*i:4*i+4:4*i+4], row[px])
			}
		}
	}
}

// over returns the colour of the premultiplied px over the palette's colour below.
func (c *Canvas) over(px []uint8, below uint8) uint8 {
	rest := 255 - int32(px[3])
	b := &c.palette.rgb[below]
	return c.palette.index(px[0]+uint8(b[0]*rest/255), px[1]+uint8(b[1]*rest/255),
		px[2]+uint8(b[2]*rest/255))
}

// Paste copies a part of o to a place in c. o must have the same palette, and the part must fit.
func (c *Canvas) Paste(o *Canvas, part image.Rectangle, to image.Point) {
	for y := range part.Dy() {
		row := o.pix[(part.Min.Y+y)*o.w:]
		copy(c.pix[(to.Y+y)*c.w+to.X:], row[part.Min.X:part.Max.X])
	}
}

// changed returns the part of c that differs from o, or all of c if o has another size.
func (c *Canvas) changed(o *Canvas) image.Rectangle {
	if o.Bounds() != c.Bounds() {
		return c.Bounds()
	}
	part := image.Rectangle{}
	for y := range c.h {
		a, b := c.pix[y*c.w:(y+1)*c.w], o.pix[y*c.w:(y+1)*c.w]
		from, to := 0, c.w
		for from < to && a[from] == b[from] {
			from++
		}
		for to > from && a[to-1] == b[to-1] {
			to--
		}
		if from < to {
			part = part.Union(image.Rect(from, y, to, y+1))
		}
	}
	return part
}
