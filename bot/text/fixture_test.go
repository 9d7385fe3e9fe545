package text

import (
	"testing"

	"madbot/rules"
	"madbot/rules/match"
	"madbot/rules/rulestest"
)

// The people of the tests.
const (
	alice match.PlayerID = "101"
	bob   match.PlayerID = "102"
	robot match.PlayerID = "9001"
)

// playing returns a match of alice (Red) and bob after the given turns.
func playing(t *testing.T, turns ...string) *match.Match {
	t.Helper()
	return playingOn(t, rules.DefaultOptions(), turns...)
}

// playingOn returns such a match with other options.
func playingOn(t *testing.T, o rules.Options, turns ...string) *match.Match {
	t.Helper()
	terms := match.Terms{Options: o}
	return &match.Match{ID: "m1", Status: match.Playing, Terms: terms, Challenger: alice, Opponent: bob,
		Players: rules.BySide[match.PlayerID]{Red: alice, Blue: bob}, Game: *rulestest.NewGame(t, terms.Options, turns...)}
}

// ended returns such a match, ended for a reason by loser, which is "" if no player alone ended it.
func ended(t *testing.T, why rules.Reason, loser match.PlayerID, turns ...string) *match.Match {
	t.Helper()
	m := playing(t, turns...)
	if why == rules.Agreement {
		m.Game.End(why, rules.NoColor)
	} else {
		m.Game.Leave(why, m.ColorOf(loser))
	}
	m.Status, m.EndedBy = match.Finished, loser
	return m
}
