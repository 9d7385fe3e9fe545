package review

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/i18n"
	judged "madbot/rules/review"
)

// TestOutlookAlt checks that the description of the longest game fits, too, in every language.
func TestOutlookAlt(t *testing.T) {
	catalog, err := i18n.Embedded()
	require.NoError(t, err)
	for _, l := range catalog.Languages() {
		for _, turns := range []int{4, 100, 300, 3000} {
			r := judged.Review{Outlooks: make([]float64, turns+1)}
			for i := range r.Outlooks {
				r.Outlooks[i] = 1
			}
			said := outlookAlt(catalog.Printer(l.Code), &r)
			assert.LessOrEqual(t, len([]rune(said)), discord.MaxDescription)
			assert.Equal(t, turns <= 100, strings.Count(said, " 100") > turns, "%d turns in %s: %s", turns, l.Code, said)
			assert.Greater(t, strings.Count(said, " 100"), min(turns, 60))
		}
	}
}
