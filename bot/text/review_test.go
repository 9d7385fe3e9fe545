package text

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/bot/i18n/i18ntest"
	"madbot/rules"
	"madbot/rules/review"
)

// TestResult_Proven: a proven win of either side is mentioned below the result.
func TestResult_Proven(t *testing.T) {
	t.Parallel()
	m := ended(t, rules.Resignation, bob, four...) // Red wins
	chance := review.Turn{Ply: 1, Side: rules.Blue, Missed: 3, Played: rules.ShiftTurn(rules.Swap112x221)}
	for _, c := range []struct {
		known review.Proven
		want  string
	}{
		{review.Proven{}, ""},
		{review.Proven{Won: review.Won{Side: rules.Red, Ply: 2}}, "\nRed won by force from round 2."},
		{review.Proven{Won: review.Won{Side: rules.Blue, Ply: 3}}, "\nBlue could have won by force from round 2."},
		{review.Proven{Won: review.Won{Side: rules.Red, Ply: 4}, Chance: chance},
			"\n**Round 1, Blue: 112=221** · There was a win in 3 turns.\nRed won by force from round 3."},
		{review.Proven{Chance: chance}, "\n**Round 1, Blue: 112=221** · There was a win in 3 turns."},
	} {
		got := MatchAnd(i18ntest.English(), m, "", Background{Proven: c.known})
		plain := Match(i18ntest.English(), m, "")
		assert.Contains(t, got, "<@102> played **112-d4** — 112 sails from d5"+c.want+"\n2 rounds")
		assert.Len(t, got, len(plain)+len(c.want))
	}
	semi := ended(t, rules.Agreement, "", four...)
	known := Background{Proven: review.Proven{Won: review.Won{Side: semi.Game.Outcome().Winner}}}
	assert.Contains(t, MatchAnd(i18ntest.English(), semi, "", known), "could have won by force from round 1.")
}
