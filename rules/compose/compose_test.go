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
		4: "6x4 a1----c2d2b4--c3 a6----c6--d5d6a4 b - 7 b ; 40 ; 222-a2 ; victory ; 5 ; " +
			"threatens-victory closes-corvette leaves-nothing",
		13: "5x5 b1a2--c2c1c4--d2 a5----b3--a3---- b - 0 r ; 40 ; 122>221>212 112-b2 221-a2 111=222 212-d3 ; " +
			"victory ; 6 ; stops-victory threatens-victory threatens",
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
