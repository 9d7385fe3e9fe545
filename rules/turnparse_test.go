package rules_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/rulestest"
)

// nearLastRow has a red ship next to the last row, and a blue ship that it can expel there.
const nearLastRow = "6x4 b1d2a2b2c2d1a5c1 b6d5--b5c5d6a6c6 r - 0 -"

// Other spellings of a turn are parsed as that turn (rules 6.3), and the canonical text is printed.
func TestSpellings(t *testing.T) {
	t.Parallel()
	tests := []struct {
		position, canonical string
		spellings           []string
	}{
		{start6x4, "211-c4", []string{"211-c4", "211-C4", " 211 - c4 ", "211c4", "211 c4", "211xc4",
			"211:c4", "211->c4", "211→c4", "211 → C4", "c2-c4", "c2c4", "C2 C4", "C2→c4", "211–c4",
			"211Xc4", "c2:c4", "c2 x c4", "\t211\u00a0c4\n", "211⟶c4", "211 ➡\ufe0f C4",
			"211⇒c4", "211\u2011c4", "211\u2010c4", "\u200e211\u200b-\u00adc4", "\ufeffc2=>c4",
			"211 c 4", "2 1 1 - c 4", "c 2 c 4"}},
		{diagram, "211xb3", []string{"211xb3", "211-b3", "211b3", "c4xb3", "c4b3", "211×b3"}},
		{start6x4, "112=221", []string{"112=221", "221=112", "112 = 221", "112 221", "221-112",
			"112->221", "112↔221", "112<->221", "112:221", "112221"}},
		{start6x4, "112>121>211", []string{"112>121>211", "121>211>112", "211>112>121",
			"112->121->211", "112 → 121 → 211", "211-112-121", "112 121 211", "112:121:211",
			"112=121=211"}},
		{start6x4, "112>211>121", []string{"112>211>121", "211>121>112", "121>112>211"}},
		{opening, "pass", []string{"pass", "PASS", " Pass ", "p a s s"}},
		{nearLastRow, "221xa6+112=221", []string{"221xa6+112=221", "221-a6+221=112",
			"221 a6 + 112 = 221", "a5a6 112 221", "a5xa6+221-112", "221a6112221",
			"A5A6221112"}},
		{nearLastRow, "221xa6+122>212>221", []string{"221xa6+122>212>221", "221A6+212>221>122",
			"221→a6 + 221→122→212",
			"2 2 1 a 6 1 2 2 2 1 2 2 2 1"}},
	}
	for _, test := range tests {
		p := rulestest.Position(t, test.position)
		for _, spelling := range test.spellings {
			t.Run(test.canonical+" as "+spelling, func(t *testing.T) {
				t.Parallel()
				turn := rulestest.Turn(t, p, spelling)
				assert.Equal(t, test.canonical, turn.String())
			})
		}
	}
}

// A movement misses if its text says that it expels but it does not.
func TestTurn_Misses(t *testing.T) {
	t.Parallel()
	start, reach := rulestest.Position(t, start6x4), rulestest.Position(t, nearLastRow)
	for text, misses := range map[string]bool{"211xc4": true, "c2 X c4": true, "211×c4": true, "211-c4": false,
		"211c4": false, "112x221": false} {
		assert.Equal(t, misses, rulestest.Turn(t, start, text).Misses(text), text)
	}
	for _, text := range []string{"221xa6", "221xa6+112x221", "221-a6+112x221"} {
		assert.False(t, rulestest.Turn(t, reach, text).Misses(text), text)
	}
}

// The error for a text that is not a turn holds what was understood, and offers similar turns.
func TestNearMisses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text    string
		offset  int
		ship    rules.Ship
		to      string
		closest []string
	}{
		{"", 0, rules.NoShip, "--", nil},
		{"hello", 0, rules.NoShip, "--", nil},
		{"211", 3, rules.NoShip, "--", []string{"122=211"}},
		{"move 211 to c4", 0, rules.Ship211, "c4", []string{"211-c4", "211-c3"}},
		{"211-c4!", 6, rules.Ship211, "c4", []string{"211-c4"}},
		{"211--c4", 4, rules.Ship211, "c4", []string{"211-c4"}},
		{"211-c4+", 7, rules.Ship211, "c4", []string{"211-c4"}},
		{"c2-c4-", 5, rules.NoShip, "c4", []string{"211-c4"}},
		{"c4", 2, rules.NoShip, "c4", []string{"211-c4"}},
		{"b9", 2, rules.NoShip, "--", []string{"122-b3", "211-b3"}},
		{"2111-c4", 0, rules.NoShip, "c4", []string{"211-c4"}},
		{"112+221", 3, rules.NoShip, "--", []string{"112=221"}},
		{"112>121>211>112", 11, rules.NoShip, "--", []string{"112>121>211", "112>211>121"}},
		{"112>211>", 8, rules.NoShip, "--", []string{"112>211>121", "112>121>211"}},
		{"112 and 221", 4, rules.NoShip, "--", []string{"112=221"}},
		{"swap 111", 0, rules.NoShip, "--", []string{"111=222"}},
		{"c2 c4 c6", 6, rules.NoShip, "c6", []string{"211-c4"}},
		{"c2-c3+112", 9, rules.NoShip, "c3", []string{"211-c3"}},
		{"c2 112", 3, rules.Ship112, "c2", []string{"112-d3"}},
		{"pass 112=221", 5, rules.NoShip, "--", []string{"112=221"}},
		{"211 c 4!", 4, rules.NoShip, "--", []string{"122=211"}},
		{"a123", 0, rules.NoShip, "--", nil},
		{"211←c4", 3, rules.Ship211, "c4", []string{"211-c4"}},
	}
	p := rulestest.Position(t, start6x4)
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			t.Parallel()
			_, err := p.ParseTurn(test.text)
			var e *rules.TurnSyntaxError
			require.ErrorAs(t, err, &e)
			require.ErrorIs(t, err, rules.ErrSyntax)
			if test.text != "" {
				assert.NotContains(t, e.Error(), test.text, "it is for no log")
			}
			assert.Equal(t, test.offset, e.Offset)
			assert.Equal(t, test.ship, e.Ship)
			assert.Equal(t, test.to, e.To.String())
			if test.closest != nil {
				assert.Equal(t, test.closest, texts(e.Closest(len(test.closest))))
			}
			assert.LessOrEqual(t, len(e.Closest(3)), 3)
			assert.Empty(t, e.Closest(0))
		})
	}
}

// Nothing is offered if nothing was understood, or if no legal turn is similar.
func TestClosest_ToNonsense(t *testing.T) {
	t.Parallel()
	p := rulestest.Position(t, start6x4)
	for _, text := range []string{"", "hello", "11", "223", "x", "--", "pass pass", "passe", "pass",
		"e9", "999-e9", "e9-e8"} {
		_, err := p.ParseTurn(text)
		var misread *rules.TurnSyntaxError
		var refused *rules.TurnError
		switch {
		case errors.As(err, &misread):
			assert.Empty(t, misread.Closest(3), text)
		case errors.As(err, &refused):
			assert.Empty(t, refused.Closest(3), text)
		default:
			require.Error(t, err, text)
		}
	}
}

// A turn that loses at once is suggested only if it is the only legal turn (rules 2.5).
func TestClosest_DoesNotLose(t *testing.T) {
	t.Parallel()
	tests := []struct{ position, text, closest string }{
		{"6x4 b1d2a2b2c2d1a1-- b6d5a5b5c5d6a6c6 r - 0 -", "swap 111 222", "111-c1"},
		{"6x4 a5-------------- c1-------------- r - 0 -", "a5 a6 111 222!", "111-a6"},
		{"6x4 b1b6------a5--b5 a6-------------- b - 0 -", "swap 111", "111=222"},
	}
	for _, test := range tests {
		p := rulestest.Position(t, test.position)
		_, err := p.ParseTurn(test.text)
		var e *rules.TurnSyntaxError
		require.ErrorAs(t, err, &e)
		assert.Equal(t, test.closest, texts(e.Closest(1))[0])
		if test.closest != "111=222" {
			for _, text := range texts(e.Closest(rules.MaxTurns)) {
				assert.NotContains(t, text, "111=222")
			}
		}
	}
}

func TestClosest_ToARefusedTurn(t *testing.T) {
	t.Parallel()
	tests := []struct {
		position, text string
		closest        []string
	}{
		{start6x4, "211-c7", []string{"211-c4", "211-c3"}},
		{start6x4, "212-c4", []string{"211-c4"}},
		{start6x4, "213-c4", []string{"211-c4"}},
		{start6x4, "999-c4", []string{"211-c4", "211-c3"}}, // the square
		{start6x4, "211-e9", []string{"211-c4", "211-d3"}}, // the ship
		{start6x4, "112=222", []string{"111=222", "112=221"}},
		{start6x4, "112>121>122", []string{"112>121>211", "112>211>121"}},
		{start6x4, "112>121", []string{"112>121>211", "112>211>121"}},
		{start6x4, "121>112", []string{"112>211>121", "112>121>211"}},
		{start6x4, "211-c3+122=211", []string{"211-c3"}},
		{opening, "211-c4", []string{"112>121>211", "112>211>121", "122=211"}},
		{opening, "c2-c4", []string{"112>121>211", "112>211>121", "122=211"}},
		{nearLastRow, "221-a6+121=212", []string{"221xa6", "221xa6+122>212>221"}},
		{nearLastRow, "221-a7+122>221>212", []string{"221xa6+122>221>212", "221xa6+122>212>221"}},
		{nearLastRow, "221-a7+122>212>221", []string{"221xa6+122>212>221", "221xa6+122>221>212"}},
		{nearLastRow, "221-a7", []string{"221xa6", "221xa6+112=221"}},
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			t.Parallel()
			p := rulestest.Position(t, test.position)
			_, err := p.ParseTurn(test.text)
			var e *rules.TurnError
			require.ErrorAs(t, err, &e)
			assert.ElementsMatch(t, test.closest, texts(e.Closest(len(test.closest))))
			assert.Equal(t, test.closest[0], texts(e.Closest(1))[0])
		})
	}
}

func TestClosest_ToARefusedValue(t *testing.T) {
	t.Parallel()
	p := rulestest.Position(t, start6x4)
	var e *rules.TurnError
	require.ErrorAs(t, p.Check(rules.MoveTurn(rules.Ship211, rulestest.Square(t, "c5"), false)), &e)
	assert.Equal(t, []string{"211-c4"}, texts(e.Closest(1)))
}

// A text either parses as a legal turn or is refused with a typed error.
func FuzzTurn(f *testing.F) {
	for _, text := range []string{"211-c4", "c2c4", "112>121>211", "221xa6+112=221", "pass", "2 11",
		"211→c4", "é", "x", "112<->221", "z9-a1", "move 211 to c4"} {
		f.Add(start6x4, text)
		f.Add(nearLastRow, text)
		f.Add(opening, text)
	}
	f.Fuzz(func(t *testing.T, where, text string) {
		p, err := rules.ParsePosition(where)
		if err != nil {
			t.Skip("no position")
		}
		turn, err := p.ParseTurn(text)
		var refused *rules.TurnError
		var misread *rules.TurnSyntaxError
		switch {
		case err == nil:
			require.NoError(t, p.Check(turn))
			again := rulestest.Turn(t, p, turn.String())
			require.Equal(t, turn, again)
		case errors.As(err, &refused):
			for _, legal := range append(refused.Closest(3), refused.Legal()...) {
				require.NoError(t, p.Check(legal))
			}
		default:
			require.True(t, errors.As(err, &misread), "%v", err)
			require.LessOrEqual(t, misread.Offset, len(text))
			require.LessOrEqual(t, len(misread.Closest(3)), 3)
		}
	})
}
