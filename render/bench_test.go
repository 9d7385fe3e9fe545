package render

import (
	"bytes"
	"io"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"madbot/render/raster"
	"madbot/rules"
)

// boards returns the pictures of a game as a channel sees them: after each turn, the turn marked.
func boards(t testing.TB, b rules.Board) (positions []rules.Position, options []Options) {
	g := game(t, b, 60)
	p := g.Start()
	for _, turn := range g.Turns() {
		before := p
		p = p.Play(turn)
		positions = append(positions, p)
		options = append(options, Options{View: ViewOf(p.Side()), Last: turn, Before: before,
			Limit: g.Limit()})
	}
	return positions, options
}

// BenchmarkBoard draws and encodes the boards of a game at their usual width. It reports the median
// time and size.
func BenchmarkBoard(b *testing.B) {
	for _, size := range rules.Boards() {
		b.Run(size.String(), func(b *testing.B) {
			r := renderer(b)
			positions, options := boards(b, size)
			var out bytes.Buffer
			var times []time.Duration
			var sizes []int
			for i := range positions { // the background and the sprites are drawn once
				require.NoError(b, r.Board(io.Discard, positions[i], options[i]))
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				out.Reset()
				start := time.Now()
				if err := r.Board(&out, positions[i%len(positions)], options[i%len(positions)]); err != nil {
					b.Fatal(err)
				}
				times = append(times, time.Since(start))
				sizes = append(sizes, out.Len())
			}
			slices.Sort(times)
			slices.Sort(sizes)
			b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "median-ms")
			b.ReportMetric(float64(sizes[len(sizes)/2]), "median-bytes")
			b.ReportMetric(float64(sizes[len(sizes)-1]), "largest-bytes")
		})
	}
}

// BenchmarkStart draws and encodes the fullest board.
func BenchmarkStart(b *testing.B) {
	r := renderer(b)
	p := rules.Start(rules.Board6x4, true)
	require.NoError(b, r.Board(io.Discard, p, Options{}))
	b.ReportAllocs()
	for b.Loop() {
		if err := r.Board(io.Discard, p, Options{Limit: rules.DefaultStallLimit}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkEncode encodes a full board.
func BenchmarkEncode(b *testing.B) {
	r := renderer(b)
	t, err := r.sprites(rules.Board6x4, Options{}, usualWidth(rules.Board6x4))
	require.NoError(b, err)
	p, c := rules.Start(rules.Board6x4, true), &raster.Canvas{}
	require.NoError(b, t.drawBoard(c, &p, Options{}))
	b.ReportAllocs()
	for b.Loop() {
		if err := r.png.Encode(io.Discard, c); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFirst draws the first picture of a theme: its palette, its background and its sprites.
func BenchmarkFirst(b *testing.B) {
	p := rules.Start(rules.Board6x4, true)
	for b.Loop() {
		if err := fresh(b).Board(io.Discard, p, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkReplay draws a game of sixty turns.
func BenchmarkReplay(b *testing.B) {
	r, g := renderer(b), game(b, rules.Board6x4, 60)
	var out bytes.Buffer
	for b.Loop() {
		out.Reset()
		if err := r.Replay(&out, g, Options{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(out.Len()), "bytes")
}
