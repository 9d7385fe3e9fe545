package teach

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/bot/i18n/i18ntest"
	"madbot/rules"
)

func TestResult(t *testing.T) {
	t.Parallel()
	for outcome, want := range map[rules.Outcome][2]string{ // for Red and for Blue
		{}: {"", ""},
		{Winner: rules.Red, Reason: rules.CorvetteExile}:  {"you've won!", "look whether the enemy could expel"},
		{Winner: rules.Blue, Reason: rules.CorvetteExile}: {"look whether the enemy could expel", "you've won!"},
		{Winner: rules.Blue, Reason: rules.Stall}:         {"whoever expelled last", "half a point"},
		{Winner: rules.Red, Reason: rules.Agreement}:      {"half a point", "whoever expelled last"},
		{Winner: rules.Blue, Reason: rules.Resignation}:   {"ended this one early", "you've won!"},
		{Reason: rules.Aborted}:                           {"ended this one early", "ended this one early"},
	} {
		for i, side := range []rules.Color{rules.Red, rules.Blue} {
			said := result(i18ntest.English(), outcome, side)
			assert.Contains(t, said, want[i], "%v for %s", outcome, side)
			assert.Equal(t, want[i] == "", said == "")
		}
	}
}

// TestFirstGameNotes checks that the most urgent topics come first, and at most maxNotes of them.
func TestFirstGameNotes(t *testing.T) {
	t.Parallel()
	g := game(t, "6x4 c1----c4--b4c2a2 c6------d2b5d6b6 r - 13 b", "")
	notes := FirstGameNotes(i18ntest.English(), &g, rules.Red)
	assert.Len(t, notes, maxNotes)
	assert.Contains(t, notes[0], "- The enemy 211 on d2 could expel your corvette on c1")
	assert.Empty(t, FirstGameNotes(i18ntest.English(), &g, rules.Blue))
	g.End(rules.Resignation, rules.Blue)
	en := i18ntest.English()
	assert.Equal(t, []string{result(en, g.Outcome(), rules.Red)}, FirstGameNotes(en, &g, rules.Red))
}
