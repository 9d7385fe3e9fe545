package match

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/rules"
)

// TestRated: a match is rated only where it tells who plays better.
func TestRated(t *testing.T) {
	t.Parallel()
	propose := func(change func(*Terms)) error {
		terms := Terms{Options: rules.DefaultOptions(), Pace: Pace{PerTurn: time.Hour}, Hints: NoHints,
			NoTakebacks: true, Rated: true}
		change(&terms)
		_, _, err := Propose(Proposal{ID: "aaaa", By: "1", To: "2", Terms: terms}, time.Unix(0, 0))
		return err
	}
	assert.NoError(t, propose(func(*Terms) {}))
	assert.NoError(t, propose(func(t *Terms) { t.Options.StallLimit = 30 }))
	for name, change := range map[string]func(*Terms){
		"robot":     func(t *Terms) { t.Level = 1 },
		"no clock":  func(t *Terms) { t.Pace = Pace{} },
		"hints":     func(t *Terms) { t.Hints = 1 },
		"any hints": func(t *Terms) { t.Hints = 0 },
		"takebacks": func(t *Terms) { t.NoTakebacks = false },
		"stall":     func(t *Terms) { t.Options.StallLimit = 29 },
		"no stall":  func(t *Terms) { t.Options.StallLimit = 0 },
		"other start": func(t *Terms) {
			g := t.NewGame()
			p := g.Position()
			t.Start = p.Play(p.AppendTurns(nil)[0])
		},
	} {
		assert.ErrorIs(t, propose(change), ErrRated, name)
		assert.NoError(t, propose(func(t *Terms) { change(t); t.Rated = false }), name)
	}
}
