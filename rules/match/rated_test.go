package match_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/rules"
	"madbot/rules/match"
)

// TestRated: a match is rated only where it tells who plays better.
func TestRated(t *testing.T) {
	t.Parallel()
	propose := func(change func(*match.Terms)) error {
		terms := match.Terms{Options: rules.DefaultOptions(), Pace: match.Pace{PerTurn: time.Hour}, Hints: match.NoHints,
			NoTakebacks: true, Rated: true}
		change(&terms)
		_, _, err := match.Propose(match.Proposal{ID: "aaaa", By: "1", To: "2", Terms: terms}, time.Unix(0, 0))
		return err
	}
	assert.NoError(t, propose(func(*match.Terms) {}))
	assert.NoError(t, propose(func(t *match.Terms) { t.Options.StallLimit = 30 }))
	for name, change := range map[string]func(*match.Terms){
		"robot":     func(t *match.Terms) { t.Level = 1 },
		"no clock":  func(t *match.Terms) { t.Pace = match.Pace{} },
		"hints":     func(t *match.Terms) { t.Hints = 1 },
		"any hints": func(t *match.Terms) { t.Hints = 0 },
		"takebacks": func(t *match.Terms) { t.NoTakebacks = false },
		"stall":     func(t *match.Terms) { t.Options.StallLimit = 29 },
		"no stall":  func(t *match.Terms) { t.Options.StallLimit = 0 },
		"other start": func(t *match.Terms) {
			g := t.NewGame()
			p := g.Position()
			t.Start = p.Play(p.AppendTurns(nil)[0])
		},
	} {
		assert.ErrorIs(t, propose(change), match.ErrRated, name)
		assert.NoError(t, propose(func(t *match.Terms) { change(t); t.Rated = false }), name)
	}
}
