package analysis

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/engine"
	"madbot/rules/reason"
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
	why := []reason.Reason{{Kind: reason.Saves, Ship: rules.Ship121}, {Kind: reason.LeadsOnStall}}
	line := engine.Line{Turn: turns[0], PV: turns, Score: 200, Reasons: why}
	assert.Equal(t, play.Candidate{Turn: turns[0], Line: turns, Reasons: why,
		Worth: play.Worth(line.Score.Worth())}, candidate(line))
}
