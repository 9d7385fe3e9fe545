package render

import (
	"bufio"
	"compress/lzw"
	"encoding/binary"
	"image"
	"image/color"
	"io"
)

// movie writes pictures as an animated GIF that repeats for ever, each as soon as its time is
// known: image/gif wants all of them at once, which for a long game are a hundred megabytes. The
// first error is kept and returned by close.
type movie struct {
	w    *bufio.Writer
	lzw  *lzw.Writer
	held frame
}

// frame is a picture that stays until its time, in hundredths of a second, is over.
type frame struct {
	part image.Rectangle
	pix  []uint8 // row by row, in the colours of the movie, transparent where nothing changes
	time int
}

// newMovie begins a GIF of w by h pixels in the colours of k.
func newMovie(out io.Writer, k *inks, w, h int) *movie {
	m := &movie{w: bufio.NewWriter(out)}
	m.lzw = lzw.NewWriter(m.w, lzw.LSB, 8).(*lzw.Writer)
	m.w.WriteString("GIF89a")
	m.numbers(w, h)
	m.w.Write([]byte{0xf7, 0, 0}) // a palette of 256 colours
	var colors [256 * 3]byte
	for i, c := range k.colors {
		px := c.(color.RGBA)
		copy(colors[3*i:], []byte{px.R, px.G, px.B})
	}
	m.w.Write(colors[:])
	m.w.WriteString("\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00") // repeats for ever
	return m
}

// numbers writes 16-bit numbers.
func (m *movie) numbers(values ...int) {
	for _, v := range values {
		m.w.Write(binary.LittleEndian.AppendUint16(nil, uint16(v)))
	}
}

// stay makes the picture shown last stay longer.
func (m *movie) stay(time int) { m.held.time += time }

// next returns the memory for a picture of a part, to be filled in, that is shown for a time.
func (m *movie) next(part image.Rectangle, time int) []uint8 {
	m.flush()
	m.held.part, m.held.time = part, time
	m.held.pix = append(m.held.pix[:0], make([]uint8, part.Dx()*part.Dy())...)
	return m.held.pix
}

// flush writes the picture that is held.
func (m *movie) flush() {
	f := &m.held
	if f.part.Empty() {
		return
	}
	m.w.Write([]byte{0x21, 0xf9, 4, 1<<2 | 1}) // the next lies over it; one index is transparent
	m.numbers(f.time)
	m.w.Write([]byte{transparent, 0, 0x2c})
	m.numbers(f.part.Min.X, f.part.Min.Y, f.part.Dx(), f.part.Dy())
	m.w.Write([]byte{0, 8}) // no palette of its own; eight bits a pixel
	blocks := &blockWriter{w: m.w}
	m.lzw.Reset(blocks, lzw.LSB, 8)
	m.lzw.Write(f.pix)
	m.lzw.Close()
	blocks.end()
	f.part = image.Rectangle{}
}

// close ends the GIF and returns the first error of writing it.
func (m *movie) close() error {
	m.flush()
	m.w.WriteByte(0x3b)
	return m.w.Flush()
}

// blockWriter cuts what is written into the blocks of a GIF: up to 255 bytes after their number.
type blockWriter struct {
	w     *bufio.Writer
	block [256]byte
}

// Write never fails; the error of its writer shows when that is flushed.
func (b *blockWriter) Write(p []byte) (int, error) {
	for _, v := range p {
		b.WriteByte(v)
	}
	return len(p), nil
}

// WriteByte never fails.
func (b *blockWriter) WriteByte(v byte) error {
	b.block[0]++
	b.block[b.block[0]] = v
	if b.block[0] == 255 {
		b.w.Write(b.block[:])
		b.block[0] = 0
	}
	return nil
}

// Flush keeps what is short of a block; lzw asks for it to write byte by byte.
func (b *blockWriter) Flush() error { return nil }

// end writes the rest and the empty block that ends all.
func (b *blockWriter) end() {
	if n := int(b.block[0]); n > 0 {
		b.w.Write(b.block[:n+1])
	}
	b.w.WriteByte(0)
}
