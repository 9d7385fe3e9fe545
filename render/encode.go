package render

import (
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image/color"
	"io"
	"sync"
)

// encoder writes canvases as PNG. It differs from image/png in what it costs: the memory of the
// compressor is used again, and the level lies between those that image/png offers. The zero value
// is ready and safe for concurrent use.
type encoder struct{ pool sync.Pool }

// packer is the memory of one encoding.
type packer struct {
	out  []byte // the file
	zip  *zlib.Writer
	line []byte
}

// Write appends to the file; the compressor writes its output here.
func (p *packer) Write(b []byte) (int, error) {
	p.out = append(p.out, b...)
	return len(b), nil
}

// pngLevel is the compression level.
const pngLevel = 6

// pngSignature begins a PNG file.
const pngSignature = "\x89PNG\r\n\x1a\n"

// encode writes c to w.
func (e *encoder) encode(w io.Writer, c *canvas) error {
	p, ok := e.pool.Get().(*packer)
	if !ok {
		zip, err := zlib.NewWriterLevel(io.Discard, pngLevel)
		if err != nil {
			return fmt.Errorf("make compressor: %w", err)
		}
		p = &packer{zip: zip}
	}
	defer e.pool.Put(p)
	p.out = append(p.out[:0], pngSignature...)
	p.header(c)
	p.palette(c.inks)
	if err := p.pixels(c); err != nil {
		return fmt.Errorf("compress picture: %w", err)
	}
	p.end(p.begin("IEND"))
	if _, err := w.Write(p.out); err != nil {
		return fmt.Errorf("write picture: %w", err)
	}
	return nil
}

// begin starts a chunk and returns where it starts.
func (p *packer) begin(kind string) int {
	at := len(p.out)
	p.out = append(p.out, 0, 0, 0, 0)
	p.out = append(p.out, kind...)
	return at
}

// end closes the chunk that starts at at with its length and checksum.
func (p *packer) end(at int) {
	binary.BigEndian.PutUint32(p.out[at:], uint32(len(p.out)-at-8))
	p.out = binary.BigEndian.AppendUint32(p.out, crc32.ChecksumIEEE(p.out[at+4:]))
}

// header writes size and kind: eight bits a pixel, with a palette.
func (p *packer) header(c *canvas) {
	at := p.begin("IHDR")
	p.out = binary.BigEndian.AppendUint32(p.out, uint32(c.w))
	p.out = binary.BigEndian.AppendUint32(p.out, uint32(c.h))
	p.out = append(p.out, 8, 3, 0, 0, 0)
	p.end(at)
}

// palette writes the colours.
func (p *packer) palette(k *inks) {
	at := p.begin("PLTE")
	for _, c := range k.colors {
		px := c.(color.RGBA)
		p.out = append(p.out, px.R, px.G, px.B)
	}
	p.end(at)
}

// pixels writes the rows, unfiltered as is best for palettes.
func (p *packer) pixels(c *canvas) error {
	at := p.begin("IDAT")
	p.zip.Reset(p)
	p.line = append(p.line[:0], make([]byte, c.w+1)...)
	for y := range c.h {
		copy(p.line[1:], c.pix[y*c.w:(y+1)*c.w])
		if _, err := p.zip.Write(p.line); err != nil {
			return err
		}
	}
	if err := p.zip.Close(); err != nil {
		return err
	}
	p.end(at)
	return nil
}
