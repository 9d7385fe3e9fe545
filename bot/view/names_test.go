package view

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/bot/play"
	"madbot/rules/match"
)

// TestSameOpponent: the others that a player plays against the same player, and no challenge.
func TestSameOpponent(t *testing.T) {
	t.Parallel()
	const alice, bob, carol match.PlayerID = "2001", "2002", "2003"
	summary := func(id match.ID, to match.PlayerID, s match.Status) play.Summary {
		return play.Summary{ID: id, Status: s, Challenger: alice, Opponent: to}
	}
	m := &play.Match{Match: match.Match{ID: "a", Status: match.Playing, Challenger: alice, Opponent: bob}}
	crossed := play.Summary{ID: "e", Status: match.Playing, Challenger: bob, Opponent: alice}
	same := sameOpponent(m, []play.Summary{summary("a", bob, match.Playing), summary("b", bob, match.Proposed),
		summary("c", bob, match.Playing), summary("d", carol, match.Playing), crossed}, alice)
	var ids []match.ID
	for _, s := range same {
		ids = append(ids, s.ID)
	}
	assert.Equal(t, []match.ID{"a", "c", "e"}, ids)
}
