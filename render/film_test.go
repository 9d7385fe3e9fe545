package render

import (
	"bytes"
	"image"
	"image/gif"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
)

// TestFilmsOfABlueStart: a game that begins with Blue is numbered as its record is, and only the
// last picture shows the end.
func TestFilmsOfABlueStart(t *testing.T) {
	t.Parallel()
	g := rules.GameFrom(position(t, "6x4 b1d2a3a1a4c4d1c1 b3d5b6a5c5a6d6b5 b - 3 r"), 40)
	for _, s := range []string{"112-d4", "112-d3", "211-c6", "121xb3"} {
		require.NoError(t, g.PlayText(s))
	}
	require.True(t, g.Outcome().Over())
	panels := stripPanels(&g, Options{View: BlueView})
	var captions []string
	var over []bool
	for _, p := range panels {
		captions, over = append(captions, p.caption), append(over, p.options.Outcome.Over())
	}
	assert.Equal(t, []string{"2. 112-d3", "2... 211-c6", "3. 121xb3"}, captions)
	assert.Equal(t, []bool{false, false, true}, over)
	var b bytes.Buffer
	require.NoError(t, renderer(t).Replay(&b, &g, Options{}))
	film, err := gif.DecodeAll(&b)
	require.NoError(t, err)
	assertEndsWith(t, renderer(t), film, &g)
}

// TestBonusMovesOverTheBoardAsItIs: while the ships of a bonus cross, the others stand where they
// will stand, and what the movement expelled is in its tray.
func TestBonusMovesOverTheBoardAsItIs(t *testing.T) {
	t.Parallel()
	p := position(t, "6x4 b1--a2b3--d2c5a1 a5d5--a6--a4--c6 r - 4 b")
	a, err := renderer(t).atlas(p.Board(), Options{}, replayWidth)
	require.NoError(t, err)
	bonus := turn(t, p, "221xc6+112=221")
	f := &flick{atlas: a, movie: newMovie(io.Discard, a.inks, a.width, a.height), mover: p}
	require.NoError(t, f.move(&p, bonus))
	var want canvas
	want.copyFrom(a.ground)
	require.NoError(t, a.drawSigns(&want, &p, f.options))
	after := p.Play(bonus)
	each(&after, func(x rules.Piece, s rules.Square) {
		if x.Color != rules.Red || !bonus.Shift().Includes(x.Ship) {
			a.putShip(&want, x, s)
		}
	})
	assert.Equal(t, image.Rectangle{}, f.base.changed(&want))
}

// TestQuietCountStaysInItsSign: whatever is counted, nothing else of the picture changes.
func TestQuietCountStaysInItsSign(t *testing.T) {
	t.Parallel()
	r := renderer(t)
	a, err := r.atlas(rules.Board5x5, Options{}, DefaultWidth)
	require.NoError(t, err)
	draw := func(p rules.Position, limit rules.StallLimit) *canvas {
		var c canvas
		require.NoError(t, a.drawBoard(&c, &p, Options{Limit: limit}))
		return &c
	}
	none := draw(position(t, "5x5 b1e2a2c2c1e1a1d1 b5e4a4c4c5e5a5d5 r - 0 -"), 0)
	for _, quiet := range []string{"0", "39", "200", "255"} {
		p := position(t, "5x5 b1e2a2c2c1e1a1d1 b5e4a4c4c5e5a5d5 r - "+quiet+" -")
		for _, limit := range []rules.StallLimit{1, 40, 255} {
			c := draw(p, limit)
			part := c.changed(none)
			assert.True(t, part.In(a.signs[1].bounds()), "%s of %d: %v", quiet, limit, part)
			corner := int(a.signs[1].y+7*a.scale)*c.w + part.Max.X - 1
			assert.Equal(t, none.pix[corner], c.pix[corner], "%s of %d is round", quiet, limit)
		}
	}
}
