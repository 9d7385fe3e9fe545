package teach

import (
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/i18n"
	"madbot/render"
)

// page returns the page with an id.
func page(t *testing.T, id RulePageID) RulePage {
	t.Helper()
	p := RulePages()[rulePageIndex(id)]
	require.Equal(t, id, p.ID)
	return p
}

// TestRulePages checks that each page has its own name, texts and diagram, and that only /help shows the other
// diagrams.
func TestRulePages(t *testing.T) {
	t.Parallel()
	ids, shown := map[RulePageID]bool{}, map[render.Diagram]bool{render.LegendDiagram: true}
	for i, p := range RulePages() {
		assert.Regexp(t, "^[a-z]+$", string(p.ID))
		assert.False(t, ids[p.ID] || shown[p.Diagram], p.ID)
		ids[p.ID], shown[p.Diagram] = true, true
		assert.Equal(t, i, rulePageIndex(p.ID))
		for field, m := range map[string]i18n.Message{"text": p.Text, "alt": p.Alt} {
			assert.Equal(t, "rules."+string(p.ID)+"."+field, m.ID)
		}
		assert.Equal(t, "option.section.choice."+string(p.ID), p.Title.ID, "the choice of /rules says the same")
	}
	assert.Len(t, shown, len(render.Diagrams()))
	assert.Zero(t, rulePageIndex("nosuch"))
	assert.Zero(t, rulePageIndex(""))
}

// fact matches what is the same in each language: a turn, a square, a ship, a size, a number.
var fact = regexp.MustCompile("`[^`]+`|\\b[a-e][1-6]\\b|\\b[456]x[45]\\b|[0-9]+/[0-9]+|½|\\b[0-9]+\\b")

// facts returns the facts in text, each once.
func facts(text string) []string {
	all := fact.FindAllString(text, -1)
	slices.Sort(all)
	return slices.Compact(all)
}

// TestRulePages_Languages checks that translations name the same ships, squares, turns and numbers.
func TestRulePages_Languages(t *testing.T) {
	t.Parallel()
	catalog, err := i18n.Embedded()
	require.NoError(t, err)
	for _, language := range catalog.Languages() {
		printer := catalog.Printer(language.Code)
		for _, p := range RulePages() {
			for _, m := range []i18n.Message{p.Text, p.Alt} {
				assert.Equal(t, facts(m.Other), facts(printer.Text(m, nil)), "%s in %s", m.ID, language.Code)
			}
		}
	}
}
