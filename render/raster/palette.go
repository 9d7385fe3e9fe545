package raster

import (
	"image"
	"image/color"
	"slices"
)

// MaxColors is the maximum number of colours of a palette: one of the 256 indexes is transparent.
const MaxColors = 255

// transparent is the index of unchanged pixels in an animation.
const transparent = MaxColors

// Palette is a set of at most MaxColors opaque colours, with a table from any colour to the nearest of them. Use
// NewPalette to make one. It does not change afterwards, so it can be used concurrently.
type Palette struct {
	colors color.Palette
	rgb    [][3]int32
	table  []uint8 // by the upper tableBits of red, green and blue
}

// The table has a cell for each cellSide values of a channel, and is filled in blocks of cells.
const (
	tableBits  = 6
	tableSide  = 1 << tableBits
	cellSide   = 256 / tableSide
	cellMiddle = cellSide / 2
	blockSide  = 8 // in cells
)

// NewPalette returns a palette of the colours of keep, which must be opaque, and of at most more others that suit
// picture best. If there are more than MaxColors, it drops the last ones.
func NewPalette(keep []color.RGBA, picture *image.RGBA, more int) *Palette {
	counts := map[uint32]int{}
	for i := 0; i < len(picture.Pix); i += 4 {
		px := picture.Pix[i : i+4 : i+4]
		counts[uint32(px[0])<<16|uint32(px[1])<<8|uint32(px[2])]++
	}
	p := &Palette{}
	for _, c := range slices.Concat(keep, medianCut(counts, more)) {
		if len(p.colors) < MaxColors && !slices.Contains(p.colors, color.Color(c)) {
			p.colors = append(p.colors, c)
			p.rgb = append(p.rgb, [3]int32{int32(c.R), int32(c.G), int32(c.B)})
		}
	}
	p.tabulate()
	return p
}

// appendTo appends red, green and blue of each colour, the format of both file types.
func (p *Palette) appendTo(dst []byte) []byte {
	for _, c := range p.rgb {
		dst = append(dst, uint8(c[0]), uint8(c[1]), uint8(c[2]))
	}
	return dst
}

// index returns the colour nearest to the middle of the cell of r, g, b.
func (p *Palette) index(r, g, b uint8) uint8 {
	const down = 8 - tableBits
	return p.table[int(r>>down)<<(2*tableBits)|int(g>>down)<<tableBits|int(b>>down)]
}

// nearest returns the colour nearest to r, g, b, by searching all of them.
func (p *Palette) nearest(r, g, b uint8) uint8 {
	best, at := int32(1<<30), 0
	for i := range p.rgb {
		if d := p.distance(i, int32(r), int32(g), int32(b)); d < best {
			best, at = d, i
		}
	}
	return uint8(at)
}

// distance weights the channels roughly as the eye does.
func (p *Palette) distance(i int, r, g, b int32) int32 {
	return weigh(p.rgb[i][0]-r, p.rgb[i][1]-g, p.rgb[i][2]-b)
}

func weigh(dr, dg, db int32) int32 { return 3*dr*dr + 5*dg*dg + 2*db*db }

// tabulate fills the table. Few colours can be the nearest to a cell of a block: those whose smallest distance to the
// block is at most the smallest of all largest distances.
func (p *Palette) tabulate() {
	p.table = make([]uint8, tableSide*tableSide*tableSide)
	near := make([]int, 0, MaxColors)
	for r := 0; r < tableSide; r += blockSide {
		for g := 0; g < tableSide; g += blockSide {
			for b := 0; b < tableSide; b += blockSide {
				near = p.candidates(near[:0], r, g, b)
				p.tabulateBlock(near, r, g, b)
			}
		}
	}
}

// candidates appends the colours that can be the nearest to some colour of the block.
func (p *Palette) candidates(dst []int, r, g, b int) []int {
	const half = blockSide * cellSide / 2
	cr, cg, cb := int32(r*cellSide+half), int32(g*cellSide+half), int32(b*cellSide+half)
	var least [MaxColors]int32
	limit := int32(1 << 30)
	for i := range p.rgb {
		dr, dg, db := abs(p.rgb[i][0]-cr), abs(p.rgb[i][1]-cg), abs(p.rgb[i][2]-cb)
		least[i] = weigh(max(dr-half, 0), max(dg-half, 0), max(db-half, 0))
		limit = min(limit, weigh(dr+half, dg+half, db+half))
	}
	for i, d := range least[:len(p.rgb)] {
		if d <= limit {
			dst = append(dst, i)
		}
	}
	return dst
}

func (p *Palette) tabulateBlock(near []int, r0, g0, b0 int) {
	middle := func(cell int) int32 { return int32(cell*cellSide + cellMiddle) }
	for r := r0; r < r0+blockSide; r++ {
		for g := g0; g < g0+blockSide; g++ {
			for b := b0; b < b0+blockSide; b++ {
				best, at := int32(1<<30), 0
				for _, i := range near {
					if d := p.distance(i, middle(r), middle(g), middle(b)); d < best {
						best, at = d, i
					}
				}
				p.table[r<<(2*tableBits)|g<<tableBits|b] = uint8(at)
			}
		}
	}
}

func abs(v int32) int32 {
	if v < 0 {
		return -v
	}
	return v
}
