package raster

import (
	"bufio"
	"compress/lzw"
	"encoding/binary"
	"image"
	"io"
	"math"
)

// Animation writes canvases as a GIF that repeats forever. It writes each one as soon as its time is known, because
// image/gif needs all of them in memory, a hundred megabytes for a long game. Close returns the first error. Use
// NewAnimation to make one.
type Animation struct {
	w     *bufio.Writer
	lzw   *lzw.Writer
	shown Canvas // the sum of the frames so far
	held  frame
}

// frame is a frame that is written when its time, in hundredths of a second, is known.
type frame struct {
	part image.Rectangle
	pix  []uint8 // row by row, transparent where nothing changes
	time int
}

// NewAnimation begins a GIF of w by h pixels in the colours of p.
func NewAnimation(out io.Writer, p *Palette, w, h int) *Animation {
	a := &Animation{w: bufio.NewWriter(out)}
	a.lzw = lzw.NewWriter(a.w, lzw.LSB, 8).(*lzw.Writer)
	a.w.WriteString("GIF89a")
	a.numbers(w, h)
	a.w.Write([]byte{0xf7, 0, 0}) // a palette of 256 colours
	var colors [256 * 3]byte
	p.appendTo(colors[:0])
	a.w.Write(colors[:])
	a.w.WriteString("\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00") // repeats forever
	return a
}

// Show adds c for a time in hundredths of a second. c must have the palette and size of a. Only the part that differs
// from the previous canvas is written; if nothing differs, the previous one stays longer.
func (a *Animation) Show(c *Canvas, time int) {
	part := c.changed(&a.shown)
	if part.Empty() {
		a.held.time += time
		return
	}
	a.flush()
	a.held.part, a.held.time, a.held.pix = part, time, a.held.pix[:0]
	first := len(a.shown.pix) == 0
	for y := part.Min.Y; y < part.Max.Y; y++ {
		from, to := y*c.w+part.Min.X, y*c.w+part.Max.X
		n := len(a.held.pix)
		a.held.pix = append(a.held.pix, c.pix[from:to]...)
		if !first {
			clearSame(a.held.pix[n:], a.shown.pix[from:to])
		}
	}
	a.shown.CopyFrom(c)
}

// clearSame makes unchanged pixels of row transparent.
func clearSame(row, before []uint8) {
	for x, v := range before {
		if row[x] == v {
			row[x] = transparent
		}
	}
}

// Close ends the GIF and returns the first error of writing it.
func (a *Animation) Close() error {
	a.flush()
	a.w.WriteByte(0x3b)
	return a.w.Flush()
}

// flush writes the pending frame.
func (a *Animation) flush() {
	f := &a.held
	if f.part.Empty() {
		return
	}
	a.w.Write([]byte{0x21, 0xf9, 4, 1<<2 | 1}) // the next frame lies over it; one index is transparent
	a.numbers(f.time)
	a.w.Write([]byte{transparent, 0, 0x2c})
	a.numbers(f.part.Min.X, f.part.Min.Y, f.part.Dx(), f.part.Dy())
	a.w.Write([]byte{0, 8}) // no palette of its own; eight bits a pixel
	blocks := &blockWriter{w: a.w}
	a.lzw.Reset(blocks, lzw.LSB, 8)
	a.lzw.Write(f.pix)
	a.lzw.Close()
	blocks.end()
	f.part = image.Rectangle{}
}

// numbers writes 16-bit numbers, and clamps larger ones.
func (a *Animation) numbers(values ...int) {
	for _, v := range values {
		a.w.Write(binary.LittleEndian.AppendUint16(nil, uint16(min(v, math.MaxUint16))))
	}
}

// blockWriter splits its input into the blocks of a GIF: up to 255 bytes, preceded by their number.
type blockWriter struct {
	w     *bufio.Writer
	block [256]byte
}

// Write never fails. Flushing the underlying writer reports its errors.
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

// Flush does nothing. The lzw package requires it of a writer of single bytes.
func (b *blockWriter) Flush() error { return nil }

// end writes the rest and the empty block at the end.
func (b *blockWriter) end() {
	if n := int(b.block[0]); n > 0 {
		b.w.Write(b.block[:n+1])
	}
	b.w.WriteByte(0)
}
