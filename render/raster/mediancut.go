package raster

import (
	"cmp"
	"image/color"
	"math"
	"slices"
)

// sample is a colour of a picture and its weight.
type sample struct {
	c [3]int32
	n float64
}

// bucket is a set of colours that will be replaced by one.
type bucket struct {
	samples []sample
	channel int     // with the widest spread
	spread  float64 // the error that a cut would remove
}

// medianCut returns at most n colours for the counted ones, whose keys are 0xRRGGBB.
func medianCut(counts map[uint32]int, n int) []color.RGBA {
	if len(counts) == 0 || n < 1 {
		return nil
	}
	buckets := []bucket{newBucket(samplesOf(counts))}
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

// samplesOf returns the counted colours in an order that does not depend on the map.
func samplesOf(counts map[uint32]int) []sample {
	all := make([]sample, 0, len(counts))
	for v, c := range counts {
		// The square root keeps large flat parts from taking all colours from the small ones.
		px := [3]int32{int32(v >> 16), int32(v >> 8 & 255), int32(v & 255)}
		all = append(all, sample{px, math.Sqrt(float64(c))})
	}
	slices.SortFunc(all, func(a, b sample) int { return slices.Compare(a.c[:], b.c[:]) })
	return all
}

// widest returns the index of the bucket with the largest spread, -1 if none can be cut.
func widest(buckets []bucket) int {
	at, most := -1, 0.0
	for i, b := range buckets {
		if len(b.samples) > 1 && b.spread > most {
			at, most = i, b.spread
		}
	}
	return at
}

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

// cut splits b at the mean of its widest channel.
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

// mean returns the colour that replaces the samples of b.
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
