package tries_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/bot/play/tries"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/rules/review"
)

// TestFromGame: of each person's blunders that make puzzles, the costliest; none of the bot's, or of somebody who was
// forgotten, and none where nothing is to be found: a plain expulsion, a second turn that is good, a game that is not
// won with the best one, or what only a deep search sees.
func TestFromGame(t *testing.T) {
	t.Parallel()
	quiet := rules.ShiftTurn(rules.Swap112x221)
	takes := rules.MoveTurn(rules.Ship211, rules.MakeSquare(2, 3), true)
	blunder := func(change func(*review.Turn)) review.Review {
		worst := review.Turn{Ply: 7, Side: rules.Blue, Best: quiet, Class: review.Blunder, Loss: 0.4, Outlook: 0.9, Gap: 0.36}
		change(&worst)
		smaller := worst
		smaller.Ply, smaller.Loss = 5, 0.3
		other := worst
		other.Ply, other.Side, other.Missed = 6, rules.Red, 3
		return review.Review{Turns: []review.Turn{smaller, other, worst}}
	}
	m := match.Match{ID: "m", Players: rules.BySide[match.PlayerID]{Red: "alice", Blue: "bob"}}
	good := blunder(func(*review.Turn) {})
	want := []tries.Own{{Match: "m", Player: "alice", Guild: "7", Ply: 6, Turn: "112=221", Wins: true},
		{Match: "m", Player: "bob", Guild: "7", Ply: 7, Turn: "112=221"}}
	assert.Equal(t, want, tries.FromGame(&m, "7", &good))
	for name, change := range map[string]func(*review.Turn){
		"a plain expulsion":    func(t *review.Turn) { t.Best, t.Missed = takes, 0 },
		"easy":                 func(t *review.Turn) { t.Easy = true },
		"another is good":      func(t *review.Turn) { t.Gap = 0.34 },
		"not won":              func(t *review.Turn) { t.Outlook = 0.84 },
		"a trap":               func(t *review.Turn) { t.Class = review.DeepTrap },
		"a mistake":            func(t *review.Turn) { t.Class = review.Mistake },
		"the corvette is free": func(t *review.Turn) { t.Missed = 1 },
	} {
		r := blunder(change)
		if name == "a plain expulsion" { // that wins by force is one
			r.Turns[1].Side = rules.Blue
			r.Turns[1].Missed = 0
		}
		list := tries.FromGame(&m, "7", &r)
		if name == "the corvette is free" {
			assert.Len(t, list, 1, name) // the other wins in three
			continue
		}
		assert.Empty(t, list, name)
	}
	m.Terms.Level, m.Challenger, m.Opponent = 3, "alice", "bob"
	assert.Equal(t, want[:1], tries.FromGame(&m, "7", &good), "not the bot's")
	m = match.Match{ID: "m", Players: rules.BySide[match.PlayerID]{Red: match.Former + "x", Blue: "bob"}, Practice: true}
	want[1].Guild = ""
	assert.Equal(t, want[1:], tries.FromGame(&m, "7", &good))
	assert.Equal(t, "m.7", want[1].ID())
}
