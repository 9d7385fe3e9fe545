package engine

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestScore_Worth(t *testing.T) {
	t.Parallel()
	for score, want := range map[Score]float64{
		wins(1): 1, SemiVictory: 0.75, 0: 0.5, -SemiVictory: 0.25, loses(2): 0,
		maxEstimate: 1, 100: 0.648,
	} {
		assert.InDelta(t, want, score.Worth(), 0.001, "score %d", score)
		assert.InDelta(t, 1, score.Worth()+(-score).Worth(), 1e-9, "score %d", score)
	}
}
