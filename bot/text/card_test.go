package text

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/bot/i18n/i18ntest"
	"madbot/rules"
	"madbot/rules/match"
)

func TestCard(t *testing.T) {
	t.Parallel()
	short := match.Terms{Side: match.PlayBlue,
		Options: rules.Options{Board: rules.Board5x5, StallLimit: rules.ShortStallLimit},
		Pace:    match.Pace{PerTurn: 10 * time.Minute}}
	endless := match.Terms{Side: match.PlayRed, Options: rules.Options{Board: rules.Board6x4}}
	usual := match.Terms{Options: rules.DefaultOptions()}
	tests := []struct {
		name string
		m    match.Match
		want string
	}{
		{"to one", match.Match{Challenger: alice, Opponent: bob, Terms: usual},
			"**<@101> challenges <@102> to MAD**: exile the enemy corvette\n" +
				"6x4 · random sides · no clock · unlimited hints\n" +
				"-# Open until <t:605800:f>."},
		{"to anyone", match.Match{Challenger: alice, Terms: short},
			"**<@101> challenges anyone here to MAD**: exile the enemy corvette\n" +
				"5x5 · <@101> is Blue · 10 minutes per turn, no bank · unlimited hints · no positioning turn · 30 turns without expulsion\n" +
				"-# Open until <t:605800:f>: the first to accept plays."},
		{"without a limit", match.Match{Challenger: alice, Terms: endless},
			"**<@101> challenges anyone here to MAD**: exile the enemy corvette\n6x4 · <@101> is Red · no clock · unlimited hints · no positioning turn\n" +
				"-# Open until <t:605800:f>: the first to accept plays."},
		{"declined", match.Match{Status: match.Declined, Challenger: alice, Opponent: bob, Terms: usual},
			"**<@102> declined <@101>'s challenge.** Another time, perhaps.\n" +
				"6x4 · random sides · no clock · unlimited hints"},
		{"withdrawn", match.Match{Status: match.Withdrawn, Challenger: alice, Opponent: bob, Terms: usual},
			"**<@101> withdrew the challenge to <@102>.**\n" +
				"6x4 · random sides · no clock · unlimited hints"},
		{"expired", match.Match{Status: match.Expired, Challenger: alice, Opponent: bob, Terms: usual},
			"**<@101>'s challenge to <@102> expired.** No answer in 7 days.\n" +
				"6x4 · random sides · no clock · unlimited hints"},
		{"to anyone, expired", match.Match{Status: match.Expired, Challenger: alice, Terms: usual},
			"**<@101>'s challenge to anyone here expired.** No answer in 7 days.\n" +
				"6x4 · random sides · no clock · unlimited hints"},
		{"to anyone, withdrawn", match.Match{Status: match.Withdrawn, Challenger: alice, Terms: short},
			"**<@101> withdrew the challenge to anyone here.**\n" +
				"5x5 · <@101> is Blue · 10 minutes per turn, no bank · unlimited hints · no positioning turn · 30 turns without expulsion"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if test.m.Status == 0 {
				test.m.Status = match.Proposed
			}
			test.m.Created = time.Unix(1000, 0)
			assert.Equal(t, test.want, Match(i18ntest.English(), &test.m, ""))
		})
	}
}
