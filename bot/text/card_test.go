package text

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/rules"
	"madbot/rules/match"
)

func TestCard(t *testing.T) {
	t.Parallel()
	short := match.Terms{Side: match.PlayBlue,
		Options: rules.Options{Board: rules.Board5x5, StallLimit: rules.ShortStallLimit}}
	endless := match.Terms{Side: match.PlayRed, Options: rules.Options{Board: rules.Board6x4}}
	usual := match.Terms{Options: rules.DefaultOptions()}
	tests := []struct {
		name string
		m    match.Match
		want string
	}{
		{"to one", match.Match{Challenger: alice, Opponent: bob, Terms: usual},
			"**<@101> challenges <@102> to MAD**\n" +
				"6x4 · random sides · positioning turn · stops after 40 quiet turns\n" +
				"-# The challenge waits for <@102>, for days if need be. New to it? `/help` has the rules in short."},
		{"to anyone", match.Match{Challenger: alice, Terms: short},
			"**<@101> challenges anyone here to MAD**\n" +
				"5x5 · <@101> plays Blue · no positioning turn · stops after 30 quiet turns\n" +
				"-# The first to accept plays. New to it? `/help` has the rules in short."},
		{"without a limit", match.Match{Challenger: alice, Terms: endless},
			"**<@101> challenges anyone here to MAD**\n6x4 · <@101> plays Red · no positioning turn\n" +
				"-# The first to accept plays. New to it? `/help` has the rules in short."},
		{"declined", match.Match{Status: match.Declined, Challenger: alice, Opponent: bob, Terms: usual},
			"**<@102> declined <@101>'s challenge.** Another time, perhaps.\n" +
				"6x4 · random sides · positioning turn · stops after 40 quiet turns"},
		{"withdrawn", match.Match{Status: match.Withdrawn, Challenger: alice, Opponent: bob, Terms: usual},
			"**<@101> withdrew the challenge to <@102>.**\n" +
				"6x4 · random sides · positioning turn · stops after 40 quiet turns"},
		{"to anyone, withdrawn", match.Match{Status: match.Withdrawn, Challenger: alice, Terms: short},
			"**<@101> withdrew the challenge to anyone here.**\n" +
				"5x5 · <@101> plays Blue · no positioning turn · stops after 30 quiet turns"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if test.m.Status == 0 {
				test.m.Status = match.Proposed
			}
			assert.Equal(t, test.want, Match(english(t), &test.m, ""))
		})
	}
}
