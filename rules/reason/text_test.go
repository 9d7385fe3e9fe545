package reason_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/rules"
	"madbot/rules/reason"
)

// TestReason_String: the fields that are filled in follow the name of the kind.
func TestReason_String(t *testing.T) {
	t.Parallel()
	square := rules.MakeSquare(3, 5)
	takes := rules.MoveTurn(rules.Ship211, square, true)
	assert.Equal(t, "threatens ship 121 square c5 turn 211xc5",
		reason.Reason{Kind: reason.Threatens, Ship: rules.Ship121, Square: square, Turn: takes}.String())
	assert.Equal(t, "covers ship 121 other 211 square c5 turn 211xc5 reply 211xc5 count 3 was 1",
		reason.Reason{Kind: reason.Covers, Ship: rules.Ship121, Other: rules.Ship211, Square: square, Turn: takes,
			Reply: takes, Count: 3, Was: 1}.String())
	assert.Equal(t, "none", reason.Reason{}.String())
}

// TestKind_String: each kind has a name of its own.
func TestKind_String(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for k := reason.None; k < reason.NumKinds; k++ {
		assert.False(t, seen[k.String()] || k.String() == "", k)
		seen[k.String()] = true
	}
	assert.Equal(t, "unknown", reason.NumKinds.String())
}
