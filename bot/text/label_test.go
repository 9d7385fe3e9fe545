package text

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/bot/i18n/i18ntest"
	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

// summary returns m as lists show it, with delivery d.
func summary(m *match.Match, d play.Delivery) *play.Summary {
	shown := play.Match{Match: *m, Delivery: d}
	s := shown.Summary()
	return &s
}

// TestLabel: the label of a match for each player.
func TestLabel(t *testing.T) {
	t.Parallel()
	usual := match.Terms{Options: rules.DefaultOptions()}
	proposed := func(to match.PlayerID, s match.Status) *match.Match {
		return &match.Match{Status: s, Challenger: alice, Opponent: to, Terms: usual}
	}
	tests := []struct {
		name                 string
		m                    *match.Match
		aliceLabel, bobLabel string
	}{
		{"a challenge", proposed(bob, match.Proposed),
			"against Bob · 6x4 · waiting for an answer",
			"against Alice · 6x4 · waiting for your answer"},
		{"declined", proposed(bob, match.Declined),
			"against Bob · 6x4 · over",
			"against Alice · 6x4 · over"},
		{"playing", playing(t, "pass", "pass"),
			"against Bob · 6x4 · round 2 · your turn",
			"against Alice · 6x4 · round 2 · their turn"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			en, m := i18ntest.English(), summary(test.m, play.Delivery{Venue: play.Venue{Channel: "5001"}})
			assert.Equal(t, test.aliceLabel, Label(en, m, alice, "Bob"))
			assert.Equal(t, test.bobLabel, Label(en, m, bob, "Alice"))
		})
	}
}

func TestLabel_OpenChallenge(t *testing.T) {
	t.Parallel()
	m := summary(&match.Match{Status: match.Proposed, Challenger: alice,
		Terms: match.Terms{Options: rules.DefaultOptions()}}, play.Delivery{})
	assert.Equal(t, "challenge to anyone · 6x4 · waiting for an answer", Label(i18ntest.English(), m, alice, ""))
}

// TestHasWords: words are found whatever punctuation surrounds them.
func TestHasWords(t *testing.T) {
	t.Parallel()
	const label = "gegen Zoë (Stufe 3) · 6x4 · „du bist am Zug“"
	for typed, want := range map[string]bool{"zoë": true, "@Zoë": true, "ZUG 6x4": true, "stufe 3": true, "zo": false,
		"zoë bob": false, "3": false, "": false} {
		assert.Equal(t, want, HasWords(label, typed), typed)
	}
}
