package text

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/bot/i18n/i18ntest"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/rules/rulestest"
)

func TestResult(t *testing.T) {
	t.Parallel()
	began := time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)
	const sides = " · <@101> was Red, <@102> Blue"
	from := func(position, turn string) *match.Match {
		m := playing(t)
		m.Status, m.Game = match.Finished, *rulestest.GameFrom(t, position, rules.DefaultStallLimit, turn)
		return m
	}
	tests := []struct {
		name string
		m    *match.Match
		took time.Duration
		want string
	}{
		{"resigned", ended(t, rules.Resignation, bob, four...), 3 * time.Hour,
			"**<@101> wins: <@102> resigned.**\n<@102> played **112-d4** — 112 sails from d5\n" +
				"2 rounds · 3 hours" + sides},
		{"corvette", from("6x4 b1d2a2b2c2d1a1c1 c3d5a5b5c5d6a6c6 r - 0 b", "211xc3"), time.Hour,
			"**<@101> wins: <@102>'s corvette is in exile.**\n" +
				"<@101> played **211xc3** — 211 sails from c2 and expels Blue 111\n" +
				"1 round · 60 minutes" + sides},
		{"stall", from("6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 39 r", "211-c4"), time.Hour,
			"**Semi-victory for <@101>:** 40 turns in a row without an expulsion. <@101> made the last " +
				"expulsion.\n<@101> played **211-c4** — 211 sails from c2\n" +
				"1 round · 60 minutes" + sides},
		{"out of time", ended(t, rules.TimeLoss, alice, four...), 73 * time.Hour,
			"**<@102> wins: <@101> ran out of time.**\n<@102> played **112-d4** — 112 sails from d5\n" +
				"2 rounds · 3 days" + sides},
		{"called off by Red", ended(t, rules.Resignation, alice), 0,
			"**<@101> called the game off** before playing a second turn. It doesn't count.\n" +
				"0 rounds · 1 minute" + sides},
		{"called off by Blue", ended(t, rules.Resignation, bob, "pass"), 90 * time.Minute,
			"**<@102> called the game off** before playing a second turn. It doesn't count.\n" +
				"1 round · 90 minutes" + sides},
		{"called off by nobody known", ended(t, rules.Resignation, ""), 0,
			"**The game was called off** before a second turn. It doesn't count.\n" +
				"0 rounds · 1 minute" + sides},
		{"stopped at once", ended(t, rules.Agreement, ""), time.Minute,
			"**Semi-victory for <@102>:** both agreed to stop. No ship was ever expelled, which counts " +
				"for Blue.\n0 rounds · 1 minute" + sides},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			test.m.Started, test.m.Ended = began, began.Add(test.took)
			for _, reader := range []match.PlayerID{"", alice, bob} {
				assert.Equal(t, test.want, Match(i18ntest.English(), test.m, reader), "the same for all")
			}
		})
	}
}
