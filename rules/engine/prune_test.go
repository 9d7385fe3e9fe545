package engine

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/rulestest"
)

// However bad it looks, a turn that attacks the corvette is not pruned near the leaves.
func TestPrunable(t *testing.T) {
	t.Parallel()
	g := rulestest.GameFrom(t, "6x4 a1--d1--b3------ c6--d6---------- r - 0 -", 40)
	p := g.Position()
	w := workerWith(t, g, nil)
	w.frames[0].static = 0
	attacks := 0
	for _, turn := range p.AppendTurns(nil) {
		next := p.Play(turn)
		attacked := next.CorvetteAttacked(rules.Blue)
		if attacked {
			attacks++
		}
		for depth := 1; depth <= 5; depth++ {
			late := moveContext{turn: turn, number: 64, depth: depth}
			assert.Equal(t, !attacked, w.prunable(0, late, 0), "%v by its number", turn)
			first := moveContext{turn: turn, depth: depth}
			assert.Equal(t, !attacked, w.prunable(0, first, Score(40+55*depth)), "%v by the evaluation", turn)
			assert.False(t, w.prunable(0, first, Score(39+55*depth)), "%v", turn)
		}
		assert.False(t, w.prunable(0, moveContext{turn: turn, number: 64, depth: 6}, 2000), "%v", turn)
	}
	require.Positive(t, attacks)
}
