package render

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image/color"
	"io"
	"sync"

	"github.com/klauspost/compress/zlib"
)

// packing is the level of compression, the best for its time of those that keep a board below
// 30 KB: image/png, bound to compress/zlib, takes three times as long for two per cent less.
const packing = 6

// encoder writes canvases as PNG, in the memory of the ones before. The zero value is ready and
// safe for concurrent use.
type encoder struct{ pool sync.Pool }

// packer is the memory of one encoding.
type packer struct {
	out  []byte // the file
	row  []byte // one of the pixels'
	zlib *zlib.Writer
}

// pngSignature begins a PNG file.
const pngSignature = "\x89PNG\r\n\x1a\n"

// encode writes c to w.
func (e *encoder) encode(w io.Writer, c *canvas) error {
	p, err := e.packer()
	if err != nil {
		return fmt.Errorf("encode picture: %w", err)
	}
	defer e.pool.Put(p)
	p.out = append(p.out[:0], pngSignature...)
	p.header(c)
	p.palette(c.inks)
	if err := p.pixels(c); err != nil {
		return fmt.Errorf("encode picture: %w", err)
	}
	p.end(p.begin("IEND"))
	if _, err := w.Write(p.out); err != nil {
		return fmt.Errorf("write picture: %w", err)
	}
	return nil
}

// packer returns the memory of an encoding before, or new.
func (e *encoder) packer() (*packer, error) {
	if p, ok := e.pool.Get().(*packer); ok {
		return p, nil
	}
	z, err := zlib.NewWriterLevel(nil, packing)
	return &packer{zlib: z}, err
}

// Write appends to the file; it never fails.
func (p *packer) Write(b []byte) (int, error) {
	p.out = append(p.out, b...)
	return len(b), nil
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

// pixels writes the rows, each after the byte that says it is not filtered, as is best for
// palettes.
func (p *packer) pixels(c *canvas) error {
	at := p.begin("IDAT")
	p.zlib.Reset(p)
	for y := range c.h {
		p.row = append(append(p.row[:0], 0), c.pix[y*c.w:(y+1)*c.w]...)
		if _, err := p.zlib.Write(p.row); err != nil {
			return err
		}
	}
	if err := p.zlib.Close(); err != nil {
		return err
	}
	p.end(at)
	return nil
}
