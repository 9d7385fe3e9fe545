package render

import (
	"image"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/rules"
	"madbot/rules/rulestest"
)

// TestThreatened: a corvette is in danger if the enemy could expel it, whichever side is to move.
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
		p := rulestest.Position(t, position)
		assert.Equal(t, want, threatened(&p, Options{}), position)
	}
	p := rulestest.Position(t, lastRow)
	over := Options{Outcome: rules.Outcome{Winner: rules.Blue, Reason: rules.Stall}}
	assert.Empty(t, threatened(&p, over))
}

// TestAttackedShips: with Attacked each ship that could be expelled has a warning, whichever side is to move, in every
// theme and at every width. Without it only corvettes do.
func TestAttackedShips(t *testing.T) {
	t.Parallel()
	r := renderer(t)
	for _, test := range []struct{ position, want string }{
		{sheet, "a3 c4 a4 b3 c5"},
		{lastRow, "c4 b5 e4 d5"}, // besides the corvette on c3, which has a warning anyway
		{opening, ""},
		{lost, ""},
		{"6x4 b3-------------- b4-------------- r rb 0 -", ""},
	} {
		p := rulestest.Position(t, test.position)
		for _, o := range []Options{{Width: 380}, {Theme: Paper, View: BlueView}, {Theme: Contrast, Width: MinWidth}} {
			without := board(t, r, p, o)
			o.Marks.Attacked = true
			with := board(t, r, p, o)
			l := newLayout(p.Board(), o.View, with.Bounds().Dx())
			var squares []string
			for _, piece := range standing(&p) {
				if differ(without, with, l.at(piece.Square)) {
					squares = append(squares, piece.Square.String())
				}
			}
			assert.Equal(t, test.want, strings.Join(squares, " "), "%s %v", test.position, o.Theme)
		}
	}
}

// standing returns the ships in the arena, Red's first.
func standing(p *rules.Position) []rules.Standing {
	var list []rules.Standing
	each(p, func(x rules.Piece, s rules.Square) {
		if s != rules.NoSquare {
			list = append(list, rules.Standing{Piece: x, Square: s})
		}
	})
	return list
}

// differ reports whether two pictures differ in the warning's corner of a square.
func differ(a, b image.Image, square box) bool {
	x, y := int(square.x+square.w*0.84), int(square.y+square.h*0.17)
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			if a.At(x+dx, y+dy) != b.At(x+dx, y+dy) {
				return true
			}
		}
	}
	return false
}

func TestNothingIsAttackedAfterTheEnd(t *testing.T) {
	t.Parallel()
	r, p := renderer(t), rulestest.Position(t, lastRow)
	over := Options{Width: MinWidth, Outcome: rules.Outcome{Winner: rules.Blue, Reason: rules.Resignation}}
	plain := board(t, r, p, over)
	over.Marks.Attacked = true
	assert.Empty(t, Describe(p, over).Attacked)
	assert.Equal(t, plain, board(t, r, p, over))
}

// TestHintNumbersLeaveWarningsFree: a number does not cover a warning if there is room elsewhere.
func TestHintNumbersLeaveWarningsFree(t *testing.T) {
	t.Parallel()
	p := rulestest.Position(t, "6x4 b2d2a2b3--d1a1c5 c6b5a5----a6d6b6 b - 0 r")
	a := prepared(t, p.Board())
	routes := a.routes(&p, []rules.Turn{rulestest.Turn(t, p, "111=222"), rulestest.Turn(t, p, "122>212>221"), rulestest.Turn(t, p, "221-d4")})
	warnings := a.warnings(warned(&p, Options{Marks: Marks{Attacked: true}}))
	covers := func(badges []box) bool {
		return slices.ContainsFunc(badges, func(b box) bool { return slices.ContainsFunc(warnings, b.meets) })
	}
	assert.True(t, covers(a.badges(&p, routes, nil)), "or the test proves nothing")
	assert.False(t, covers(a.badges(&p, routes, warnings)))
}

// TestWarningOverArrows: an arrow to the corvette does not hide its warning.
func TestWarningOverArrows(t *testing.T) {
	t.Parallel()
	r := renderer(t)
	p := rulestest.Position(t, "6x4 b1----b4--c4b2d2 b6------a2c5a6c6 r - 13 r")
	plain := board(t, r, p, Options{})
	hinted := board(t, r, p, Options{Marks: Marks{Hints: []rules.Turn{rulestest.Turn(t, p, "111=222")}}})
	b := newLayout(p.Board(), RedView, plain.Bounds().Dx()).at(p.SquareOf(rules.Red, rules.Ship111))
	for y := -4; y <= 4; y++ {
		for x := -4; x <= 4; x++ {
			x, y := int(b.x+b.w*0.84)+x, int(b.y+b.h*0.17)+y
			assert.Equal(t, plain.At(x, y), hinted.At(x, y), "at %d,%d", x, y)
		}
	}
}
