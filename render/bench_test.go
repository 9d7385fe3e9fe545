package render

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"madbot/rules"
)

// boards returns the positions of a game as a channel sees them: after each turn, with the turn marked.
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

func BenchmarkBoard(b *testing.B) {
	for _, size := range rules.Boards() {
		b.Run(size.String(), func(b *testing.B) {
			r := renderer(b)
			positions, options := boards(b, size)
			for i := range positions { // the first pictures draw the background and the sprites
				require.NoError(b, r.Board(io.Discard, positions[i], options[i]))
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if err := r.Board(io.Discard, positions[i%len(positions)], options[i%len(positions)]); err != nil {
					b.Fatal(err)
				}
			}
		})
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
