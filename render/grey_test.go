package render

import (
	"image"
	"image/color"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/rulestest"
)

// grey returns the relative luminance of c (WCAG 2), which is all that a grey print keeps of it.
func grey(c color.Color) float64 {
	l := linear(color.RGBAModel.Convert(c).(color.RGBA))
	return 0.2126*l[0] + 0.7152*l[1] + 0.0722*l[2]
}

// TestFleetsInGrey: in a picture printed in grey, the plates under the numbers distinguish the ships of the two fleets,
// with a contrast ratio of at least 4.5 (WCAG 2, AA).
func TestFleetsInGrey(t *testing.T) {
	t.Parallel()
	p := rulestest.Position(t, opening)
	for _, theme := range Themes() {
		t.Run(theme.String(), func(t *testing.T) {
			t.Parallel()
			img := board(t, renderer(t), p, Options{Theme: theme})
			l := newLayout(p.Board(), RedView, usualWidth(p.Board()))
			var plates [2][]float64
			each(&p, func(x rules.Piece, s rules.Square) {
				plates[x.Color-1] = append(plates[x.Color-1], plateGrey(img, l.at(s), x.Color == rules.Red))
			})
			darkest, lightest := slices.Max(plates[0]), slices.Min(plates[1])
			assert.GreaterOrEqual(t, (lightest+0.05)/(darkest+0.05), 4.5)
		})
	}
}

// plateGrey returns the brightness of a number's plate: of most pixels in the middle of its square. Digits cover less
// than half of it.
func plateGrey(img image.Image, b box, dark bool) float64 {
	var all []float64
	for y := int(b.y + b.h*0.44); y < int(b.y+b.h*0.56); y++ {
		for x := int(b.x + b.w*0.28); x < int(b.x+b.w*0.72); x++ {
			all = append(all, grey(img.At(x, y)))
		}
	}
	slices.Sort(all)
	if dark { // then the digits are light
		return all[len(all)/4]
	}
	return all[len(all)*3/4]
}

// TestFleetsByShape: whatever their colours, ships of Red and Blue have different outlines, even if both head the same
// way.
func TestFleetsByShape(t *testing.T) {
	t.Parallel()
	th, err := renderer(t).theme(Contrast)
	require.NoError(t, err)
	const size = 100
	for _, ship := range rules.Ships() {
		var masks [2]*image.RGBA
		for _, c := range []rules.Color{rules.Red, rules.Blue} {
			masks[c-1] = th.drawShip(rules.Piece{Color: c, Ship: ship}, size, -1, inArena())
		}
		differ := 0
		for i := 3; i < len(masks[0].Pix); i += 4 {
			if masks[0].Pix[i] > 127 != (masks[1].Pix[i] > 127) {
				differ++
			}
		}
		assert.Greater(t, differ, size*size/50, "%s: a fiftieth of its square", ship)
	}
}
