package render

import (
	"bytes"
	"image"
	"image/png"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"madbot/rules"
)

// shared is the Renderer of all tests, because preparing one takes long under the race detector.
var shared = sync.OnceValues(New)

func renderer(t testing.TB) *Renderer {
	t.Helper()
	r, err := shared()
	require.NoError(t, err)
	return r
}

func fresh(t testing.TB) *Renderer {
	t.Helper()
	r, err := New()
	require.NoError(t, err)
	return r
}

// prepared returns the sprites of boards of a size.
func prepared(t testing.TB, b rules.Board) *sprites {
	t.Helper()
	a, err := renderer(t).sprites(b, Options{}, usualWidth(b))
	require.NoError(t, err)
	return a
}

// game plays up to n turns that do not end the game, preferring expulsions.
func game(t testing.TB, b rules.Board, n int) *rules.Game {
	t.Helper()
	g := rules.NewGame(rules.Options{Board: b, Positioning: true, StallLimit: rules.DefaultStallLimit})
	chance := rand.New(rand.NewPCG(7, uint64(b)))
	for g.Ply() < n && !g.Outcome().Over() {
		p := g.Position()
		var choice []rules.Turn
		for _, x := range p.AppendTurns(nil) {
			q := p.Play(x)
			if q.Outcome(g.Limit()).Over() {
				continue
			}
			choice = append(choice, x)
			if x.Expels() {
				choice = append(choice, x, x)
			}
		}
		if len(choice) == 0 {
			break
		}
		require.NoError(t, g.Play(choice[chance.IntN(len(choice))]))
	}
	return &g
}

// board draws p and decodes the picture.
func board(t testing.TB, r *Renderer, p rules.Position, o Options) image.Image {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, r.Board(&b, p, o))
	m, err := png.Decode(&b)
	require.NoError(t, err)
	return m
}
