package engine

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/rules"
	"madbot/rules/rulestest"
)

// Different positions have different keys. The quiet count matters only near the stall, or with exact.
func TestKey(t *testing.T) {
	t.Parallel()
	key := func(text string, limit rules.StallLimit, exact bool) uint64 {
		p := rulestest.GameFrom(t, text, limit).Position()
		return keyOf(&p, limit, exact)
	}
	const text = "5x5 b1----e1----e2-- d5e4--e5----a5-- b - 15 r"
	here := key(text, 40, false)
	for name, other := range map[string]string{
		"board":        "6x4 b1----c1----d2-- d5c4--d6----a5-- b - 15 r",
		"side":         "5x5 b1----e1----e2-- d5e4--e5----a5-- r - 15 r",
		"last":         "5x5 b1----e1----e2-- d5e4--e5----a5-- b - 15 b",
		"nobody last":  "5x5 b1----e1----e2-- d5e4--e5----a5-- b - 15 -",
		"positioning":  "5x5 b1----e1----e2-- d5e4--e5----a5-- b b 15 r",
		"of the other": "5x5 b1----e1----e2-- d5e4--e5----a5-- b r 15 r",
		"a square":     "5x5 b1----e1----e3-- d5e4--e5----a5-- b - 15 r",
		"colours":      "5x5 d5e4--e5----a5-- b1----e1----e2-- b - 15 r",
		"near stall":   "5x5 b1----e1----e2-- d5e4--e5----a5-- b - 16 r",
	} {
		assert.NotEqual(t, here, key(other, 40, false), name)
	}
	assert.NotEqual(t, here, key(text, 30, false), "limit")
	assert.NotEqual(t, key(text, 41, false), here, "limit, both far from it")
	const nearer = "5x5 b1----e1----e2-- d5e4--e5----a5-- b - 14 r"
	assert.Equal(t, here, key(nearer, 40, false), "both far from the stall")
	assert.NotEqual(t, key(text, 40, true), key(nearer, 40, true), "when exact")
	assert.Equal(t, key(text, 0, false), key(nearer, 0, false), "no stall")
}
