package render

import (
	"bytes"
	"image/gif"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
)

// TestStripOfABlueStart: a game that begins with Blue is numbered as its record is, and only the
// last picture shows the end.
func TestStripOfABlueStart(t *testing.T) {
	t.Parallel()
	g := rules.GameFrom(position(t, "6x4 b1d2a3a1a4c4d1c1 b3d5b6a5c5a6d6b5 b - 3 r"), 40)
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
