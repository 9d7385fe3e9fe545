package render

import (
	"image/color"
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/render/raster"
)

// TestPaletteHasRoomForShips: the flat colours, which a palette keeps unchanged, leave room for the ships' colours.
func TestPaletteHasRoomForShips(t *testing.T) {
	t.Parallel()
	for _, name := range Themes() {
		flat := map[color.RGBA]bool{}
		for _, c := range (&theme{scheme: themes[name].scheme()}).flatColors() {
			assert.Equal(t, uint8(255), c.A, name)
			flat[c] = true
		}
		assert.LessOrEqual(t, len(flat), raster.MaxColors-shipShades, name)
	}
}
