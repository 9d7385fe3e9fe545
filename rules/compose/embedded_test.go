package compose_test

import (
	"flag"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/explain"
	"madbot/rules/puzzle"
)

// ends is the share of the embedded victories that TestFinish_Embedded proves, one in so many:
//
//	go test ./rules/compose -run TestFinish_Embedded -ends 1 -timeout 2h
var ends = flag.Int("ends", 150, "TestFinish_Embedded proves one in so many victories")

// lastTurns is how many of the solver's last turns are also proven by trying everything.
const lastTurns = 2

// TestFinish_Embedded: the lines of the embedded victories that lead to the end are legal and end in a victory; each of
// the solver's turns is shown to win, and no other turn of the solution.
func TestFinish_Embedded(t *testing.T) {
	t.Parallel()
	c := newComposer(t)
	shown := 0
	for i, p := range puzzle.All() {
		if p.Kind != puzzle.Victory {
			assert.Empty(t, p.Rest, p.ID())
			continue
		}
		if endOf(t, &p) {
			shown++
		}
		if i%*ends != 0 {
			continue
		}
		f := c.Facts(&p)
		assert.Equal(t, rules.NoTurn, f.Second, "%v", p.String())
		assert.True(t, f.Ends || len(p.Rest) == 0, "%v", p.String())
	}
	t.Logf("%d victories are shown to their end", shown)
}

// endOf plays the line of a victory and reports whether it ends the game, in a victory of the solver. It proves the
// last turns by trying everything.
func endOf(t *testing.T, p *puzzle.Puzzle) bool {
	t.Helper()
	g, line := p.Game(), p.Line()
	if !assert.Equal(t, 1, len(p.Solution)%2) {
		return false
	}
	for i, turn := range line {
		if n := (len(line) - i + 1) / 2; i%2 == 0 && n <= lastTurns && len(p.Rest) > 0 {
			assert.True(t, explain.NewSolver(p.Limit).Claim(&g, turn, n), "%v in %v", turn, p.String())
		}
		require.NoError(t, g.Play(turn))
	}
	o := g.Outcome()
	if len(p.Rest) > 0 {
		assert.Equal(t, rules.Outcome{Winner: p.Position.Side(), Reason: rules.CorvetteExile}, o, p.String())
	}
	return o.Over()
}
