package rated

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/rules"
	"madbot/rules/match"
)

// TestSeason: a season is a quarter of a year in UTC.
func TestSeason(t *testing.T) {
	t.Parallel()
	west := time.FixedZone("", -3600)
	for want, at := range map[string]time.Time{
		"2026-1": time.Date(2026, 3, 31, 23, 59, 0, 0, time.UTC),
		"2026-2": time.Date(2026, 3, 31, 23, 59, 0, 0, west),
		"2026-3": time.Date(2026, 9, 30, 12, 0, 0, 0, time.UTC),
		"2026-4": time.Date(2026, 12, 31, 12, 0, 0, 0, time.UTC),
		"2027-1": time.Date(2026, 12, 31, 23, 0, 0, 0, west),
	} {
		assert.Equal(t, want, Season(at))
	}
}

// TestStandingsOf: a match counts that people played to a result on a server.
func TestStandingsOf(t *testing.T) {
	t.Parallel()
	ended := func(why rules.Reason, winner rules.Color) match.Match {
		m := match.Match{Players: rules.BySide[match.PlayerID]{Red: "1", Blue: "2"}, Status: match.Finished, Game: rules.NewGame(rules.DefaultOptions()),
			Ended: time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)}
		m.Game.End(why, winner.Other())
		return m
	}
	won := ended(rules.Resignation, rules.Blue)
	assert.Equal(t, []Standing{{"7", "2026-2", "2", 1, 2}, {"7", "2026-2", "1", 1, 0}}, StandingsOf("7", &won))
	assert.Empty(t, StandingsOf("", &won), "nowhere")
	robot, open, left := won, won, ended(rules.Aborted, rules.Red)
	robot.Terms.Level, open.Status = 1, match.Playing
	for _, m := range []match.Match{robot, open, left} {
		assert.Empty(t, StandingsOf("7", &m))
	}
	assert.Equal(t, 1, Halves(rules.Outcome{Winner: rules.Red, Reason: rules.Stall}))
}

// TestRanking: what is equal shares a place.
func TestRanking(t *testing.T) {
	t.Parallel()
	rows := []Row{{"d", 9, 1, 1600}, {"b", 5, 4, 1499.6}, {"a", 6, 4, 1500.4}, {"c", 5, 9, 1200}}
	places := func(list []Place) (all []any) {
		for _, p := range list {
			all = append(all, p.N, p.Player)
		}
		return all
	}
	id := func(s match.PlayerID) match.PlayerID { return s }
	assert.Equal(t, []any{1, id("c"), 2, id("a"), 2, id("b"), 4, id("d")}, places(Ranking(rows, false)))
	assert.Equal(t, []any{1, id("d"), 2, id("a"), 2, id("b"), 4, id("c")}, places(Ranking(rows, true)))
}
