package render

import (
	"cmp"
	"image"
	"image/color"
	"math"
	"slices"
)

// luminance returns how light c looks, from 0 to 1, near enough for choices.
func luminance(c color.RGBA) float64 {
	return (0.299*float64(c.R) + 0.587*float64(c.G) + 0.114*float64(c.B)) / 255
}

// paletteSize leaves one of 256 colours for the transparent one of films.
const paletteSize = 255

// transparent is the index of no colour.
const transparent = 255

// inks is the palette of a theme with a table from any colour to the nearest in it.
type inks struct {
	colors color.Palette // opaque, paletteSize at most
	rgb    [][3]int32
	table  []uint8 // by the upper six bits of red, green and blue
}

// bits of a colour channel that the table looks at.
const tableBits = 6

// index returns the palette's colour nearest to r, g, b.
func (k *inks) index(r, g, b uint8) uint8 {
	const down = 8 - tableBits
	return k.table[int(r>>down)<<(2*tableBits)|int(g>>down)<<tableBits|int(b>>down)]
}

// nearest returns the same, exactly and slowly.
func (k *inks) nearest(r, g, b int32) uint8 {
	best, at := int32(1<<30), 0
	for i := range k.rgb {
		if d := k.distance(i, r, g, b); d < best {
			best, at = d, i
		}
	}
	return uint8(at)
}

// distance weighs the channels about as the eye does.
func (k *inks) distance(i int, r, g, b int32) int32 {
	dr, dg, db := k.rgb[i][0]-r, k.rgb[i][1]-g, k.rgb[i][2]-b
	return 3*dr*dr + 5*dg*dg + 2*db*db
}

// newInks makes a palette of the colours of keep, which must leave room, and of those that serve
// the picture best.
func newInks(keep []color.RGBA, picture *image.RGBA, more int) *inks {
	counts := map[uint32]int{}
	for i := 0; i < len(picture.Pix); i += 4 {
		px := picture.Pix[i : i+4 : i+4]
		counts[uint32(px[0])<<16|uint32(px[1])<<8|uint32(px[2])]++
	}
	k := &inks{}
	for _, c := range append(keep, medianCut(counts, more)...) {
		if len(k.colors) < paletteSize && !slices.Contains(k.colors, color.Color(c)) {
			k.colors = append(k.colors, c)
			k.rgb = append(k.rgb, [3]int32{int32(c.R), int32(c.G), int32(c.B)})
		}
	}
	k.tabulate()
	return k
}

// sample is a colour of the pictures and its weight.
type sample struct {
	c [3]int32
	n float64
}

// bucket is a set of colours that will share one.
type bucket struct {
	samples []sample
	channel int     // with the widest spread
	spread  float64 // error that a cut would take away
}

// medianCut returns at most n colours for the counted ones.
func medianCut(counts map[uint32]int, n int) []color.RGBA {
	all := make([]sample, 0, len(counts))
	for v, c := range counts {
		// The square root keeps large flat parts from taking all colours from the small ones.
		px := [3]int32{int32(v >> 16), int32(v >> 8 & 255), int32(v & 255)}
		all = append(all, sample{px, math.Sqrt(float64(c))})
	}
	slices.SortFunc(all, func(a, b sample) int { return slices.Compare(a.c[:], b.c[:]) })
	buckets := []bucket{newBucket(all)}
	for len(buckets) < n {
		i := widest(buckets)
		if i < 0 {
			break
		}
		low, high := buckets[i].cut()
		buckets[i] = low
		buckets = append(buckets, high)
	}
	colors := make([]color.RGBA, len(buckets))
	for i, b := range buckets {
		colors[i] = b.mean()
	}
	return colors
}

// widest returns the bucket that most wants to be cut, -1 when none can be.
func widest(buckets []bucket) int {
	at, most := -1, 0.0
	for i, b := range buckets {
		if len(b.samples) > 1 && b.spread > most {
			at, most = i, b.spread
		}
	}
	return at
}

// newBucket measures a set of colours.
func newBucket(samples []sample) bucket {
	b := bucket{samples: samples}
	weights := [3]float64{3, 5, 2}
	for ch := range 3 {
		var n, sum, squares float64
		for _, s := range samples {
			v := float64(s.c[ch])
			n, sum, squares = n+s.n, sum+v*s.n, squares+v*v*s.n
		}
		if spread := (squares - sum*sum/n) * weights[ch]; spread > b.spread {
			b.channel, b.spread = ch, spread
		}
	}
	return b
}

// cut parts b at the mean of its widest channel.
func (b bucket) cut() (low, high bucket) {
	var n, sum float64
	for _, s := range b.samples {
		n, sum = n+s.n, sum+float64(s.c[b.channel])*s.n
	}
	slices.SortStableFunc(b.samples, func(x, y sample) int {
		return cmp.Compare(x.c[b.channel], y.c[b.channel])
	})
	i, _ := slices.BinarySearchFunc(b.samples, sum/n, func(s sample, v float64) int {
		return cmp.Compare(float64(s.c[b.channel]), v)
	})
	i = min(max(i, 1), len(b.samples)-1)
	return newBucket(b.samples[:i]), newBucket(b.samples[i:])
}

// mean returns the colour that b shares.
func (b bucket) mean() color.RGBA {
	var n float64
	var sum [3]float64
	for _, s := range b.samples {
		n += s.n
		for ch := range 3 {
			sum[ch] += float64(s.c[ch]) * s.n
		}
	}
	round := func(v float64) uint8 { return uint8(v/n + 0.5) }
	return color.RGBA{R: round(sum[0]), G: round(sum[1]), B: round(sum[2]), A: 255}
}

// tabulate fills the table. A block of it has few colours that can be the nearest: those whose
// least distance to the block is not above the least of the greatest distances.
func (k *inks) tabulate() {
	const side, block = 1 << tableBits, 8
	k.table = make([]uint8, side*side*side)
	near := make([]int, 0, paletteSize)
	for r := 0; r < side; r += block {
		for g := 0; g < side; g += block {
			for b := 0; b < side; b += block {
				near = k.candidates(near[:0], r, g, b)
				k.tabulateBlock(near, r, g, b)
			}
		}
	}
}

// candidates appends the colours that can be the nearest of some colour of the block.
func (k *inks) candidates(dst []int, r, g, b int) []int {
	const half = 16
	cr, cg, cb := int32(r*4+half), int32(g*4+half), int32(b*4+half)
	var least [paletteSize]int32
	limit := int32(1 << 30)
	for i := range k.rgb {
		dr, dg, db := abs(k.rgb[i][0]-cr), abs(k.rgb[i][1]-cg), abs(k.rgb[i][2]-cb)
		nr, ng, nb := max(dr-half, 0), max(dg-half, 0), max(db-half, 0)
		least[i] = 3*nr*nr + 5*ng*ng + 2*nb*nb
		fr, fg, fb := dr+half, dg+half, db+half
		limit = min(limit, 3*fr*fr+5*fg*fg+2*fb*fb)
	}
	for i, d := range least[:len(k.rgb)] {
		if d <= limit {
			dst = append(dst, i)
		}
	}
	return dst
}

// tabulateBlock fills one block of the table from the candidates.
func (k *inks) tabulateBlock(near []int, r0, g0, b0 int) {
	for r := r0; r < r0+8; r++ {
		for g := g0; g < g0+8; g++ {
			for b := b0; b < b0+8; b++ {
				best, at := int32(1<<30), 0
				for _, i := range near {
					if d := k.distance(i, int32(r*4+2), int32(g*4+2), int32(b*4+2)); d < best {
						best, at = d, i
					}
				}
				k.table[r<<(2*tableBits)|g<<tableBits|b] = uint8(at)
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
