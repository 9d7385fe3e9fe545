package teach

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/i18n"
	"madbot/bot/ui"
)

// TestRules_Limits checks that in each language a page fits into a message, with its commands as links, with and
// without the description of its picture.
func TestRules_Limits(t *testing.T) {
	t.Parallel()
	catalog, err := i18n.Embedded()
	require.NoError(t, err)
	known := &ui.Links{}
	known.Learn(map[string]string{"challenge": longID, "stop": longID, "move": longID, "learn": longID})
	for _, language := range catalog.Languages() {
		printer := catalog.Printer(language.Code)
		for n, page := range RulePages() {
			text := known.In(rulesText(printer, n))
			assert.LessOrEqual(t, len([]rune(text)), discord.MaxContent, "%s in %s", page.ID, language.Code)
			alt := printer.Text(page.Alt, nil)
			assert.LessOrEqual(t, len([]rune(alt)), discord.MaxDescription, "%s", page.ID)
			words := ui.Message{Text: text, Picture: &ui.Picture{Alt: alt}}.InWords().Text
			assert.LessOrEqual(t, len([]rune(words)), discord.MaxContent, "%s in %s, in words", page.ID, language.Code)
			for _, item := range rulesRows(printer, n)[0].Menu.Items {
				assert.LessOrEqual(t, len([]rune(item.Label)), discord.MaxSelectText, "%s", page.ID)
			}
		}
	}
}

// longID is as long as the ids of Discord.
const longID = "1400000000000000001"
