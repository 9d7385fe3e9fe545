package explain_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/rules"
	"madbot/rules/explain"
)

// TestReason_String: the fields that are filled in follow the name of the kind.
func TestReason_String(t *testing.T) {
	t.Parallel()
	square := rules.MakeSquare(3, 5)
	takes := rules.MoveTurn(rules.Ship211, square, true)
	assert.Equal(t, "threatens ship 121 square c5 turn 211xc5",
		explain.Reason{Kind: explain.Threatens, Ship: rules.Ship121, Square: square, Turn: takes}.String())
	assert.Equal(t, "covers ship 121 other 211 square c5 turn 211xc5 reply 211xc5 count 3 was 1",
		explain.Reason{Kind: explain.Covers, Ship: rules.Ship121, Other: rules.Ship211, Square: square, Turn: takes,
			Reply: takes, Count: 3, Was: 1}.String())
	assert.Equal(t, "none", explain.Reason{}.String())
}

// TestKind_String: each kind has a name of its own.
func TestKind_String(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for k := explain.None; k < explain.NumKinds; k++ {
		assert.False(t, seen[k.String()] || k.String() == "", k)
		seen[k.String()] = true
	}
	assert.Equal(t, "unknown", explain.NumKinds.String())
}
