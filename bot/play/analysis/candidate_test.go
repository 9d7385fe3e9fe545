package analysis

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/engine"
	"madbot/rules/explain"
)

// TestProof: only what the engine has proven is called so.
func TestProof(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		line engine.Line
		want play.Proof
	}{
		"win":            {engine.Line{Score: 29997, Proven: true}, play.WinProven},
		"loss":           {engine.Line{Score: -29996, Proven: true}, play.LossProven},
		"semi":           {engine.Line{Score: engine.SemiVictory, Proven: true}, play.SemiWinProven},
		"semi lost":      {engine.Line{Score: -engine.SemiVictory, Proven: true}, play.SemiLossProven},
		"a likely win":   {engine.Line{Score: 29997}, play.Unproven},
		"a likely semi":  {engine.Line{Score: engine.SemiVictory}, play.Unproven},
		"much ahead":     {engine.Line{Score: 900, Proven: true}, play.Unproven},
		"a likely stall": {engine.Line{Score: -engine.SemiVictory}, play.Unproven},
	} {
		c.line.Turns = 2
		got := candidate(c.line)
		assert.Equal(t, c.want, got.Proof, name)
		assert.Equal(t, c.want != play.Unproven, got.Turns == 2, name)
		assert.Equal(t, c.line.Score > 0, got.Worth > 0.5, name)
	}
}

// TestCandidate: the rest of a line is passed on as it is.
func TestCandidate(t *testing.T) {
	t.Parallel()
	turns := []rules.Turn{rules.ShiftTurn(rules.Swap112x221), rules.NoTurn}
	line := engine.Line{Turn: turns[0], PV: turns, Score: 200, Sure: 1}
	assert.Equal(t, play.Candidate{Turn: turns[0], Line: turns, Sure: 1,
		Worth: play.Worth(line.Score.Worth())}, candidate(line))
}

// TestClaim: of a line only what is proven is claimed.
func TestClaim(t *testing.T) {
	t.Parallel()
	turn := rules.ShiftTurn(rules.Swap112x221)
	for name, c := range map[string]struct {
		line engine.Line
		want explain.Claim
	}{
		"estimate":      {engine.Line{Score: 200}, explain.Claim{}},
		"win":           {engine.Line{Score: 29997, Proven: true}, explain.Claim{Victory: 2}},
		"loss":          {engine.Line{Score: -29998, Proven: true}, explain.Claim{Victory: -1}},
		"semi":          {engine.Line{Score: engine.SemiVictory, Proven: true}, explain.Claim{Semi: true}},
		"semi lost":     {engine.Line{Score: -engine.SemiVictory, Proven: true}, explain.Claim{}},
		"a likely semi": {engine.Line{Score: engine.SemiVictory}, explain.Claim{}},
	} {
		c.line.Turn, c.want.Turn = turn, turn
		assert.Equal(t, c.want, claim(c.line), name)
	}
}
