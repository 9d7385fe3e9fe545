package text

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
)

func TestLosingAtOnceIsNeverSuggested(t *testing.T) {
	t.Parallel()
	p, err := rules.ParsePosition("6x4 b1d2a2b2c2d1a1-- b6d5a5b5c5d6a6c6 r - 0 b")
	require.NoError(t, err)
	en := english(t)
	for _, typed := range []string{"", "111", "swap", "222"} {
		for _, turn := range Suggest(en, p, typed, 25) {
			assert.False(t, p.LosesAtOnce(turn), "typing %q suggests %v", typed, turn)
		}
	}
	only, err := rules.ParsePosition("6x4 b1b6------a5--b5 a6-------------- b - 0 -")
	require.NoError(t, err)
	assert.Len(t, Suggest(en, only, "", 25), 1, "unless there is nothing else")
}

func TestSuggestionsForgive(t *testing.T) {
	t.Parallel()
	p, err := rules.ParsePosition("6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c3d6a6c6 r - 0 -")
	require.NoError(t, err)
	tests := []struct{ typed, first string }{
		{"", "211xc3"}, {"211 c", "211xc3"}, {"211c3", "211xc3"}, {"112 = 2", "112=221"},
		{"221=112", "112=221"}, {"rotation 122", "122>212>221"}, {"expels", "211xc3"},
		{"113-d3", "112-d3"}, {"c2-c3", "211xc3"},
	}
	for _, test := range tests {
		list := Suggest(english(t), p, test.typed, 20)
		if assert.NotEmpty(t, list, "typing %q", test.typed) {
			assert.Equal(t, test.first, list[0].String(), "typing %q", test.typed)
		}
		assert.LessOrEqual(t, len(list), 20)
	}
}

// TestSuggest_Order: what is meant most often comes first, and nothing twice.
func TestSuggest_Order(t *testing.T) {
	t.Parallel()
	en := english(t)
	p, err := rules.ParsePosition("6x4 b1d2a2b2c2d5a1c1 b6--a5b5c5a6d6c6 r - 0 r")
	require.NoError(t, err)
	var kinds []string
	for _, turn := range Suggest(en, p, "", 1000) {
		kind := "swap or rotation"
		switch {
		case turn.Expels() && turn.HasBonus():
			kind = "expulsion with bonus"
		case turn.Expels():
			kind = "expulsion"
		case turn.IsMove() && turn.HasBonus():
			kind = "move with bonus"
		case turn.IsMove():
			kind = "move"
		}
		if len(kinds) == 0 || kinds[len(kinds)-1] != kind {
			kinds = append(kinds, kind)
		}
	}
	assert.Equal(t, []string{"expulsion", "expulsion with bonus", "move", "swap or rotation"}, kinds)

	opening := Suggest(en, rules.Start(rules.Board6x4, true), "", 1000)
	assert.Equal(t, rules.Pass, opening[len(opening)-1], "in a positioning turn few people pass")

	exact := Suggest(en, rules.Start(rules.Board6x4, false), "112=221", 25)
	assert.Len(t, exact, 1)
}
