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

// page returns the page of that ID.
func page(t *testing.T, id PageID) Page {
	t.Helper()
	p := Pages()[Index(id)]
	require.Equal(t, id, p.ID)
	return p
}

// TestPages: each page has a name, texts and a diagram of its own, and only /help has the others.
func TestPages(t *testing.T) {
	t.Parallel()
	ids, shown := map[PageID]bool{}, map[render.Diagram]bool{render.LegendDiagram: true}
	for i, p := range Pages() {
		assert.Regexp(t, "^[a-z]+$", string(p.ID))
		assert.False(t, ids[p.ID] || shown[p.Diagram], p.ID)
		ids[p.ID], shown[p.Diagram] = true, true
		assert.Equal(t, i, Index(p.ID))
		for field, m := range map[string]i18n.Message{"text": p.Text, "alt": p.Alt} {
			assert.Equal(t, "rules."+string(p.ID)+"."+field, m.ID)
		}
		assert.Equal(t, "option.section.choice."+string(p.ID), p.Title.ID, "the choice of /rules says the same")
	}
	assert.Len(t, shown, len(render.Diagrams()))
	assert.Zero(t, Index("nosuch"))
	assert.Zero(t, Index(""))
}

// fact is what is the same in each language: a turn, a square, a ship, a size, a number.
var fact = regexp.MustCompile("`[^`]+`|\\b[a-e][1-6]\\b|\\b[456]x[45]\\b|[0-9]+/[0-9]+|½|\\b[0-9]+\\b")

// facts are those of text, each once.
func facts(text string) []string {
	all := fact.FindAllString(text, -1)
	slices.Sort(all)
	return slices.Compact(all)
}

// TestPages_Languages: a translation names the same ships, squares, turns and numbers.
func TestPages_Languages(t *testing.T) {
	t.Parallel()
	catalog, err := i18n.Embedded()
	require.NoError(t, err)
	for _, language := range catalog.Languages() {
		printer := catalog.Printer(language.Code)
		for _, p := range Pages() {
			for _, m := range []i18n.Message{p.Text, p.Alt} {
				assert.Equal(t, facts(m.Other), facts(printer.Text(m, nil)), "%s in %s", m.ID, language.Code)
			}
		}
	}
}
