package compose_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules/compose"
	"madbot/rules/engine"
	"madbot/rules/puzzle"
)

func newComposer(t *testing.T) *compose.Composer {
	t.Helper()
	c, err := compose.New(engine.NewEndings())
	require.NoError(t, err)
	return c
}

// TestFinish: a puzzle is dropped if another first turn wins, ends before another later turn wins, and is otherwise
// followed to the victory.
func TestFinish(t *testing.T) {
	t.Parallel()
	c := newComposer(t)
	for _, test := range []struct{ name, line, want string }{
		{"another first turn", "5x5 b2--e2----e3---- d5c5--e4-------- b - 3 b ; 40 ; 112=221 212-d3 122-d4 ; victory ; 7 ; " +
			"recalls leaves-nothing", ""},
		{"another third turn", "5x5 d1e3----------b3 c5----------a5d5 b - 2 r ; 40 ; 221-a4 222-c3 221-c4 222-d2 221-d4 ; " +
			"victory ; 10 ; frees", "5x5 d1e3----------b3 c5----------a5d5 b - 2 r ; 40 ; 221-a4 222-c3 221-c4 ; " +
			"victory ; 10 ; frees"},
		{"one turn", "5x5 c1----------a3-- b5------d3------ b - 6 r ; 40 ; 211-d2 ; victory ; 7 ; leaves-nothing",
			"5x5 c1----------a3-- b5------d3------ b - 6 r ; 40 ; 211-d2 ; victory ; 7 ; leaves-nothing ; " +
				"111-b1 211-d1 111-a1 211-c1 111-a2 211-b1 111-a1 211xa1"},
	} {
		p, err := puzzle.Parse(test.line)
		require.NoError(t, err, test.name)
		ok, err := c.Finish(t.Context(), &p)
		require.NoError(t, err, test.name)
		assert.Equal(t, test.want != "", ok, test.name)
		if ok {
			assert.Equal(t, test.want, p.String(), test.name)
		}
	}
}
