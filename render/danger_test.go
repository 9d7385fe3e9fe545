package render

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/rules"
)

// TestThreatened: a corvette is in danger when the enemy could expel it, whoever is to move.
func TestThreatened(t *testing.T) {
	t.Parallel()
	for position, want := range map[string][]rules.Color{
		opening: nil,
		lastRow: {rules.Blue},
		"5x5 b1e2--b3a2e1c4d2 c3e5--b5--e4a5d5 b - 36 b": {rules.Blue},
		lost: nil,
		"6x4 b3-------------- b4-------------- r - 0 -": {rules.Red, rules.Blue},
		"6x4 b2-------------- b4-------------- r - 0 -": nil,
	} {
		p, err := rules.ParsePosition(position)
		if assert.NoError(t, err) {
			assert.Equal(t, want, threatened(&p, Options{}), position)
		}
	}
}

func TestNoDangerAfterTheEnd(t *testing.T) {
	t.Parallel()
	p := position(t, lastRow)
	over := Options{Outcome: rules.Outcome{Winner: rules.Blue, Reason: rules.Stall}}
	assert.Empty(t, threatened(&p, over))
}

// TestWarningOverArrows: an arrow that comes to the corvette does not hide that it is in danger.
func TestWarningOverArrows(t *testing.T) {
	t.Parallel()
	r := renderer(t)
	p := position(t, "6x4 b1----b4--c4b2d2 b6------a2c5a6c6 r - 13 r")
	plain := board(t, r, p, Options{})
	hinted := board(t, r, p, Options{Marks: Marks{Hints: []rules.Turn{turn(t, p, "111=222")}}})
	b := newLayout(p.Board(), RedView, plain.Bounds().Dx()).at(p.SquareOf(rules.Red, rules.Ship111))
	for y := -4; y <= 4; y++ {
		for x := -4; x <= 4; x++ {
			x, y := int(b.x+b.w*0.84)+x, int(b.y+b.h*0.17)+y
			assert.Equal(t, plain.At(x, y), hinted.At(x, y), "at %d,%d", x, y)
		}
	}
}
