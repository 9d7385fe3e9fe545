package text

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/bot/i18n/i18ntest"
	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

func TestTerms(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	for want, terms := range map[string]match.Terms{
		"6x4 · random sides · 3 days per turn, bank 3 days": {Options: rules.DefaultOptions(), Pace: match.Pace{PerTurn: 3 * day, Bank: 3 * day},
			Grace: 2 * day, Hints: 3},
		"5x5 · <@101> is Blue · 10 minutes per turn, no bank, grace 1 hour · 1 hint each · no takebacks · no positioning turn": {
			Options: rules.Options{Board: rules.Board5x5}, Side: match.PlayBlue, Pace: match.Pace{PerTurn: 10 * time.Minute},
			Grace: time.Hour, Hints: 1, NoTakebacks: true},
		"6x4 · <@101> is Red · no clock · no hints · no positioning turn": {
			Options: rules.Options{Board: rules.Board6x4}, Side: match.PlayRed, Grace: time.Hour, Hints: match.NoHints},
		"6x4 · random sides · no clock · unlimited hints · no positioning turn": {
			Options: rules.Options{Board: rules.Board6x4}},
	} {
		assert.Equal(t, want, Terms(i18ntest.English(), &match.Match{Challenger: alice, Opponent: bob, Terms: terms}))
	}
}

func TestHabits(t *testing.T) {
	t.Parallel()
	for want, h := range map[string]play.Habits{
		"<@101>: new here":                          {},
		"<@101>: 1 game so far":                     {Finished: 1},
		"<@101>: left 1 game early":                 {Left: 1, Known: true},
		"<@101>: no finished games with people yet": {Turns: 9, Answer: time.Hour, Known: true},
		"<@101>: 4 games so far":                    {Finished: 4},
		"<@101>: none of 5 games lost on time":      {Finished: 5},
		"<@101>: 1 of 1 game lost on time":          {Finished: 1, LostOnTime: 1},
		"<@101>: answers in about 9 hours · 1 of 40 games lost on time": {Answer: 9*time.Hour + time.Minute, Turns: 100,
			Finished: 40, LostOnTime: 1},
		"<@101>: answers in about 5 minutes":                 {Answer: 5 * time.Minute, Turns: 10},
		"<@101>: answers in about 1 minute · 2 games so far": {Turns: 10, Finished: 2},
	} {
		assert.Equal(t, want, Habits(i18ntest.English(), alice, h))
	}
}

// TestCard_Background: an open challenge says how the challenger plays; one answered with a counter-challenge says so.
func TestCard_Background(t *testing.T) {
	t.Parallel()
	m := match.Match{Status: match.Proposed, Challenger: alice, Opponent: bob,
		Terms: match.Terms{Options: rules.DefaultOptions()}}
	b := Background{Of: alice, Habits: &play.Habits{Finished: 2}}
	assert.Contains(t, MatchAnd(i18ntest.English(), &m, "", b), "unlimited hints\n<@101>: 2 games so far\n-# Open until")
	m.Status = match.Declined
	b.Countered = true
	assert.Equal(t, "**<@102> answered <@101>'s challenge with other terms.**\n"+Terms(i18ntest.English(), &m), MatchAnd(i18ntest.English(), &m, "", b))
}

// TestHints: only players who used hints are listed.
func TestHints(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		limit     match.HintLimit
		level     match.Level
		red, blue int
		want      string
	}{
		{0, 0, 0, 0, ""},
		{0, 0, 0, 2, "hints: <@102> 2"},
		{0, 3, 4, 0, "hints: <@101> 4"},
		{3, 0, 0, 0, ""},
		{3, 0, 1, 0, "hints: <@101> 1/3"},
		{3, 0, 1, 2, "hints: <@101> 1/3, <@102> 2/3"},
		{match.NoHints, 0, 0, 0, ""},
	} {
		m := match.Match{Players: rules.BySide[match.PlayerID]{Red: alice, Blue: bob}, Opponent: bob,
			Terms:     match.Terms{Hints: c.limit, Level: c.level},
			HintsUsed: rules.BySide[int]{Red: c.red, Blue: c.blue}}
		assert.Equal(t, c.want, hintsUsed(i18ntest.English(), &m))
	}
}

func TestHintNumber(t *testing.T) {
	t.Parallel()
	m := match.Match{Players: rules.BySide[match.PlayerID]{Red: alice, Blue: bob}, Opponent: bob,
		Terms: match.Terms{Hints: 3}, HintsUsed: rules.BySide[int]{Blue: 2}}
	assert.Equal(t, "**Hint 2 of 3** (<@101> sees the count)", HintNumber(i18ntest.English(), &m, bob))
	m.Terms.Level, m.HintsUsed.Red = 1, 3
	assert.Equal(t, "**Hint 3 of 3**", HintNumber(i18ntest.English(), &m, alice))
	m.Terms.Hints = 0
	assert.Empty(t, HintNumber(i18ntest.English(), &m, alice))
}

// TestResult_Score: the score of two players is shown from their second match on.
func TestResult_Score(t *testing.T) {
	t.Parallel()
	m := match.Match{Players: rules.BySide[match.PlayerID]{Red: alice, Blue: bob}}
	for want, s := range map[string]*play.Score{
		"":                                  {Matches: 1, Halves: [2]int{2, 0}},
		"head to head: <@101> 1½, <@102> ½": {Matches: 2, Halves: [2]int{3, 1}},
		"head to head: <@101> 0, <@102> 4":  {Matches: 4, Halves: [2]int{0, 8}},
	} {
		assert.Equal(t, want, headToHead(i18ntest.English(), &m, s))
	}
	assert.Empty(t, headToHead(i18ntest.English(), &m, nil))
}

// TestTermsExplained: the aim comes first, then each term that needs explaining.
func TestTermsExplained(t *testing.T) {
	t.Parallel()
	aim := "**Exile the enemy corvette, 111, and you win** (`/help`). These terms:"
	pace := "- **3 days per turn, bank 3 days**: a turn that takes longer uses up the bank, which is for the whole game."
	grace := "- **grace 2 days**: when time is up your opponent may end the game; after the grace it ends " +
		"automatically. Until then a turn still counts."
	positioning := "- **positioning turn**: the first turn of each side swaps two ships, rotates three or passes. " +
		"Ships move from the second."
	stall := "- **40 turns without expulsion**: the game stops, and whoever expelled last has a " +
		"semi-victory, ½ point; Blue, if nobody did."
	days := match.Pace{PerTurn: 72 * time.Hour, Bank: 72 * time.Hour}
	for name, test := range map[string]struct {
		terms match.Terms
		want  []string
	}{
		"all":       {match.Terms{Options: rules.DefaultOptions(), Pace: days, Grace: match.DefaultGrace}, []string{aim, pace, grace, positioning, stall}},
		"no clock":  {match.Terms{Options: rules.DefaultOptions()}, []string{aim, "- **no clock**: turns may take any time.", positioning, stall}},
		"no bank":   {match.Terms{Pace: match.Pace{PerTurn: time.Hour}, Grace: match.DefaultGrace}, []string{aim, grace}},
		"no grace":  {match.Terms{Pace: days}, []string{aim, pace}},
		"straight":  {match.Terms{Options: rules.Options{StallLimit: 40}, Pace: days}, []string{aim, pace, stall}},
		"unstalled": {match.Terms{Options: rules.Options{Positioning: true}, Pace: days}, []string{aim, pace, positioning}},
	} {
		assert.Equal(t, strings.Join(test.want, "\n"), TermsExplained(i18ntest.English(), test.terms), name)
	}
}
