package text

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/bot/i18n/i18ntest"
	"madbot/bot/play/rated"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/rules/rating"
)

// TestRerated: a result says why a rated match changed no ratings, and why a second loss on time within a week did.
func TestRerated(t *testing.T) {
	t.Parallel()
	late := ended(t, rules.TimeLoss, bob, four...)
	late.Terms.Rated = true
	changes := func(why rated.Reason) []rated.Change {
		return []rated.Change{{Player: alice, Step: rated.Step{Why: why, Score: rating.Victory}},
			{Player: bob, Step: rated.Step{Why: why, Score: rating.Defeat}}}
	}
	said := func(m *match.Match, list []rated.Change) string { return rerated(i18ntest.English(), m, list) }
	assert.Empty(t, said(late, changes(rated.Time)))
	assert.Equal(t, "Not rated: <@102> already lost on time in the last 7 days.", said(late, changes(rated.Spared)))
	assert.Equal(t, "rated, though <@102> already lost on time in 7 days: <@101> was winning", said(late, changes(rated.Ahead)))

	short := playing(t, four[:3]...)
	short.Game.End(rules.Resignation, rules.Blue) // in a league this is a defeat
	assert.Empty(t, said(short, nil), "it was not to be rated")
	short.Terms.Rated = true
	assert.Equal(t, "Not rated: fewer than 4 turns.", said(short, nil))
	short.Past.MaxPly = 4
	assert.Empty(t, said(short, nil), "a turn was taken back")
	short.Past.MaxPly, short.Past.Annulled = 3, true
	assert.Empty(t, said(short, nil), "it says that it was annulled")
}
