package render

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/rulestest"
)

// fullBoard is a position with all ships. Append the quiet count and the side of the last expulsion.
const fullBoard = "5x5 b1e2a2c2c1e1a1d1 b5e4a4c4c5e5a5d5 r - "

// TestQuietCountStaysInItsSign: the quiet count changes nothing else in the picture.
func TestQuietCountStaysInItsSign(t *testing.T) {
	t.Parallel()
	r := renderer(t)
	l := newLayout(rules.Board5x5, RedView, usualWidth(rules.Board5x5))
	none := board(t, r, rulestest.Position(t, fullBoard+"0 -"), Options{})
	for _, quiet := range []string{"0", "39", "200", "255"} {
		p := rulestest.Position(t, fullBoard+quiet+" -")
		for _, limit := range []rules.StallLimit{1, 40, 255} {
			m := board(t, r, p, Options{Limit: limit})
			part := changed(none, m)
			assert.False(t, part.Empty(), "%s of %d", quiet, limit)
			assert.True(t, part.In(l.signs[1].bounds()), "%s of %d: %v", quiet, limit, part)
			x, y := part.Max.X-1, int(l.signs[1].y+7*l.scale)
			assert.Equal(t, none.At(x, y), m.At(x, y), "%s of %d is round", quiet, limit)
		}
	}
}

// TestQuietCountHasTheColorOfTheLeader: the colour is the last expelling side's, or Blue's (rules 5.4).
func TestQuietCountHasTheColorOfTheLeader(t *testing.T) {
	t.Parallel()
	r, o := renderer(t), Options{Limit: 40}
	none := board(t, r, rulestest.Position(t, fullBoard+"20 -"), o)
	assert.Equal(t, none, board(t, r, rulestest.Position(t, fullBoard+"20 b"), o))
	red := board(t, r, rulestest.Position(t, fullBoard+"20 r"), o)
	require.NotEqual(t, none, red)
	sign := newLayout(rules.Board5x5, RedView, usualWidth(rules.Board5x5)).signs[1]
	assert.True(t, changed(none, red).In(sign.bounds()))
}

// changed returns the part in which two pictures of the same size differ.
func changed(a, b image.Image) image.Rectangle {
	var part image.Rectangle
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			if a.At(x, y) != b.At(x, y) {
				part = part.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return part
}
