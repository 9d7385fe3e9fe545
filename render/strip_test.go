package render

import (
	"bytes"
	"image/gif"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/rulestest"
)

// TestStripOfABlueStart: a game that begins with Blue is numbered like its record, and only the last picture shows the
// end.
func TestStripOfABlueStart(t *testing.T) {
	t.Parallel()
	g := rules.GameFrom(rulestest.Position(t, "6x4 b1d2a3a1a4c4d1c1 b3d5b6a5c5a6d6b5 b - 3 r"), 40)
	for _, s := range []string{"112-d4", "112-d3", "211-c6", "121xb3"} {
		require.NoError(t, g.PlayText(s))
	}
	require.True(t, g.Outcome().Over())
	pictures := stripPictures(&g, Options{View: BlueView})
	var captions []string
	var over []bool
	for _, p := range pictures {
		captions, over = append(captions, p.caption), append(over, p.options.Outcome.Over())
	}
	assert.Equal(t, []string{"2. 112-d3", "2... 211-c6", "3. 121xb3"}, captions)
	assert.Equal(t, []bool{false, false, true}, over)
	var b bytes.Buffer
	require.NoError(t, renderer(t).Replay(&b, &g, Options{}))
	m, err := gif.DecodeAll(&b)
	require.NoError(t, err)
	assertEndsWith(t, renderer(t), m, &g)
}

// TestStripLayout: three boards fill a strip, boards of a shorter strip are not larger than usual, and no strip is
// wider than asked for.
func TestStripLayout(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		pictures, width int
		part            crop
		board, shown    int
	}{
		{3, 1200, wholeBoard(), 373, 373},
		{2, 1200, wholeBoard(), 570, 570},
		{1, 1200, wholeBoard(), 800, 800},
		{2, 1200, crop{0.25, 0.75}, 800, 400},
		{3, 240, wholeBoard(), 74, 74},
	} {
		pictures := slices.Repeat([]picture{{position: rules.Start(rules.Board5x5, false)}}, x.pictures)
		s := planStrip(pictures, x.part, x.width)
		assert.Equal(t, x.board, s.board, x)
		assert.Equal(t, x.shown, s.shown, x)
		assert.Equal(t, int(x.part.from*float64(s.board)), s.from, x)
		assert.LessOrEqual(t, s.x(x.pictures), x.width, x)
		assert.Zero(t, s.footer, "no captions")
	}
	s := planStrip([]picture{{caption: "1. pass"}, {}}, wholeBoard(), 1200)
	assert.Equal(t, 57, s.footer)
	assert.Equal(t, []string{"1. pass", ""}, s.captions)
}
