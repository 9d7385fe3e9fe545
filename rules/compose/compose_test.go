package compose_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules/compose"
	"madbot/rules/engine"
	"madbot/rules/puzzle"
)

// TestComposer_Puzzle: the same game makes the same puzzle each time, whatever was made before; some make none.
func TestComposer_Puzzle(t *testing.T) {
	t.Parallel()
	c, err := compose.New(engine.NewEndings())
	require.NoError(t, err)
	for number, want := range map[uint64]string{
		0: "",
		2: "6x4 b1------d1----b2 c6d6----b4--d5-- r - 2 b ; 40 ; 222xb4 ; victory ; 3 ; " +
			"expels-for-free threatens-victory closes-corvette",
		15: "5x5 e1----c2--d2e2-- b5----------d5c3 b - 1 b ; 40 ; 222xc2 ; victory ; 2 ; " +
			"expels-for-free threatens-victory saves",
	} {
		g, err := compose.Play(t.Context(), 1, number)
		require.NoError(t, err)
		p, found, err := c.Puzzle(t.Context(), &g)
		require.NoError(t, err)
		assert.Equal(t, want != "", found, number)
		if !found {
			continue
		}
		assert.Equal(t, want, p.String())
		again, err := puzzle.Parse(p.String())
		require.NoError(t, err)
		assert.Equal(t, p, again)
	}
}
