package play

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/rules/match"
)

// TestBeaten: a player who won two of the last three matches at a level, without hints, has beaten it.
func TestBeaten(t *testing.T) {
	t.Parallel()
	won, lost, hinted := Trial{Level: 4, Won: true}, Trial{Level: 4}, Trial{Level: 4, Won: true, Hints: 1}
	higher := Trial{Level: match.MaxLevel, Won: true}
	for want, lists := range map[match.Level][][]Trial{
		0:              {nil, {won}, {won, lost, lost, won}, {won, hinted, lost}, {lost, hinted, won}, {won, higher}},
		4:              {{won, won}, {won, lost, won}, {lost, won, won, lost}, {won, higher, won}, {hinted, won, won}},
		match.MaxLevel: {{won, higher, won, higher}},
	} {
		for _, list := range lists {
			assert.Equal(t, want, beaten(list), "%v", list)
		}
	}
}
