package rules_test

import (
	"errors"
	"fmt"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/rulestest"
)

func TestStartPositions(t *testing.T) {
	t.Parallel()
	assert.Equal(t, opening, rules.Start(rules.Board6x4, true).String())
	assert.Equal(t, start6x4, rules.Start(rules.Board6x4, false).String())
	assert.Equal(t, start5x5, rules.Start(rules.Board5x5, false).String())
	assert.Equal(t, rules.Position{}, rules.Start(rules.NoBoard, true))
}

// Play and the engine copy positions all the time.
func TestPositionIsSmall(t *testing.T) {
	t.Parallel()
	assert.LessOrEqual(t, unsafe.Sizeof(rules.Position{}), uintptr(48))
}

func TestPositionAnswersForItself(t *testing.T) {
	t.Parallel()
	p := rulestest.Position(t, "5x5 b2--b3--a4e2d1-- a2--------e5d5d4 b b 39 r")
	assert.Equal(t, rules.Board5x5, p.Board())
	assert.Equal(t, rules.Blue, p.Side())
	assert.Equal(t, 39, p.Quiet())
	assert.Equal(t, rules.Red, p.Last())
	assert.True(t, p.Positioning(rules.Blue))
	assert.False(t, p.Positioning(rules.Red))
	assert.False(t, p.Positioning(rules.NoColor))
	assert.Equal(t, rules.Piece{Color: rules.Red, Ship: rules.Ship211}, p.At(rulestest.Square(t, "a4")))
	assert.Equal(t, rules.Piece{Color: rules.Blue, Ship: rules.Ship222}, p.At(rulestest.Square(t, "d4")))
	assert.Equal(t, rules.Piece{}, p.At(rulestest.Square(t, "c3")))
	assert.Equal(t, rules.Piece{}, p.At(rules.NoSquare))
	assert.Equal(t, rulestest.Square(t, "e2"), p.SquareOf(rules.Red, rules.Ship212))
	assert.Equal(t, rules.NoSquare, p.SquareOf(rules.Blue, rules.Ship112))
	assert.Equal(t, rules.NoSquare, p.SquareOf(rules.NoColor, rules.Ship112))
	assert.Equal(t, rules.NoSquare, p.SquareOf(rules.Red, rules.NoShip))
}

func TestPositionsThatCannotBe(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		field      rules.Field
		err        error
	}{
		{"nothing", "", rules.NoField, rules.ErrSyntax},
		{"six fields", "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r rb 0", rules.NoField,
			rules.ErrSyntax},
		{"eight fields", opening + " -", rules.FieldLast, rules.ErrSyntax},
		{"two spaces", "6x4  b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r rb 0 -", rules.FieldRed,
			rules.ErrSyntax},
		{"board", "4x6 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r rb 0 -", rules.FieldBoard,
			rules.ErrSyntax},
		{"seven ships", "6x4 b1d2a2b2c2d1a1 b6d5a5b5c5d6a6c6 r rb 0 -", rules.FieldRed,
			rules.ErrSyntax},
		{"no square", "6x4 b1d2a2b2c2d1a1zz b6d5a5b5c5d6a6c6 r rb 0 -", rules.FieldRed,
			rules.ErrSyntax},
		{"off the smaller board", "6x4 b1d2a2b2c2d1a1e1 b6d5a5b5c5d6a6c6 r rb 0 -",
			rules.FieldRed, rules.ErrOffBoard},
		{"off the wider board", "5x5 b1-------------- b6-------------- r - 0 -",
			rules.FieldBlue, rules.ErrOffBoard},
		{"two of a side on a square", "6x4 b1b1------------ b6-------------- r - 0 -",
			rules.FieldRed, rules.ErrSquareTaken},
		{"two on a square", "6x4 b1-------------- b1-------------- r - 0 -",
			rules.FieldBlue, rules.ErrSquareTaken},
		{"no corvette", "6x4 --b1------------ --b6------------ r - 0 -", rules.NoField,
			rules.ErrNoCorvette},
		{"side", "6x4 b1-------------- b6-------------- - - 0 -", rules.FieldSide,
			rules.ErrSyntax},
		{"positioning", "6x4 b1-------------- b6-------------- r br 0 -",
			rules.FieldPositioning, rules.ErrSyntax},
		{"no number", "6x4 b1-------------- b6-------------- r - x -", rules.FieldQuiet,
			rules.ErrSyntax},
		{"number with a sign", "6x4 b1-------------- b6-------------- r - +1 -",
			rules.FieldQuiet, rules.ErrSyntax},
		{"number with a nought before it", "6x4 b1-------------- b6-------------- r - 01 -",
			rules.FieldQuiet, rules.ErrSyntax},
		{"big number", "6x4 b1-------------- b6-------------- r - 65536 -",
			rules.FieldQuiet, rules.ErrCounterTooBig},
		{"last", "6x4 b1-------------- b6-------------- r - 0 red", rules.FieldLast,
			rules.ErrSyntax},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := rules.ParsePosition(test.text)
			var e *rules.PositionError
			require.ErrorAs(t, err, &e)
			assert.Equal(t, test.field, e.Field, "%v", e.Field)
			assert.ErrorIs(t, err, test.err)
			assert.EqualError(t, err, fmt.Sprintf("parse %v %q: %v", e.Field, e.Text, test.err))
		})
	}
}

// Positions that no game reaches can be parsed.
func TestComposedPositions(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r r 0 -",
		"6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 b rb 7 b",
		"6x4 b1-------------- --b6------------ b - 65535 -",
	} {
		assert.Equal(t, text, rulestest.Position(t, text).String())
	}
}

// A position that is parsed and printed is the same text, and parses to the same position again.
func FuzzPosition(f *testing.F) {
	f.Add(opening)
	f.Add(start5x5)
	f.Add("6x4 B1-------------- --b6------------ b r 65535 b")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := rules.ParsePosition(text)
		if err != nil {
			var e *rules.PositionError
			require.True(t, errors.As(err, &e), "%v", err)
			require.Equal(t, rules.Position{}, p)
			return
		}
		q := rulestest.Position(t, p.String())
		require.True(t, p == q)
		require.Equal(t, len(p.AppendTurns(nil)), p.CountTurns())
		require.NotEmpty(t, p.Diagram())
	})
}
