package bot

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/rulebook"
	"madbot/bot/ui"
	"madbot/render"
	"madbot/rules/match"
)

// turnsTo has p press what leads to a page of the rules.
func (tb table) turnsTo(p match.PlayerID, id ui.ID, picked ...string) ui.Message {
	tb.t.Helper()
	reply, err := tb.press(p, id, picked...)
	require.NoError(tb.t, err)
	require.Equal(tb.t, dispatch.Update, reply.Kind)
	requireAccepted(tb.t, reply.Message)
	return reply.Message
}

// TestRules_Pages: one can read all pages in their order and back, each with its picture, and the menu shows
// where one is.
func TestRules_Pages(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	reply, err := tb.run(alice, "rules")
	require.NoError(t, err)
	assert.Equal(t, dispatch.Private, reply.Kind)
	m, pages := reply.Message, rulebook.Pages()
	var read []ui.Message
	for i, page := range pages {
		read = append(read, m)
		assert.Contains(t, m.Text, fmt.Sprintf("**%s** · %d of %d\n%s", page.Title.Other, i+1, len(pages), page.Text.Other))
		assert.Equal(t, page.Alt.Other, m.Picture.Alt)
		for n, item := range m.Rows[0].Menu.Items {
			assert.Equal(t, n == i, item.Picked)
			assert.Equal(t, fmt.Sprintf("%d. %s", n+1, pages[n].Title.Other), item.Label)
		}
		want := []string{"Previous", "Next", "Learn it on a board"}
		if i == len(pages)-1 {
			assert.Equal(t, slices.Delete(want, 1, 2), labels(m))
			break
		}
		assert.Equal(t, want[min(1, max(0, 1-i)):], labels(m))
		m = tb.turnsTo(alice, button(t, m, "Next"))
	}
	for i := len(pages) - 2; i >= 0; i-- {
		m = tb.turnsTo(alice, button(t, m, "Previous"))
		assert.Equal(t, read[i].Text, m.Text)
	}
}

// TestRules_Sections: the option, the menu and the help lead to a page; one that is not there, to the first.
func TestRules_Sections(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	first := tb.turnsTo(alice, rulesID(""))
	for i, page := range rulebook.Pages() {
		want := fmt.Sprintf("**%s** · %d of", page.Title.Other, i+1)
		named, err := tb.run(alice, "rules", "section", string(page.ID))
		require.NoError(t, err)
		assert.Contains(t, named.Message.Text, want)
		assert.Contains(t, tb.turnsTo(alice, first.Rows[0].Menu.ID, string(page.ID)).Text, want)
		assert.Contains(t, tb.turnsTo(alice, rulesID(string(page.ID))).Text, want)
	}
	assert.Equal(t, first.Text, tb.turnsTo(alice, rulesID("nosuch")).Text)
	assert.Equal(t, first.Text, tb.turnsTo(alice, rulesID(rulesMenu)).Text)
	help, err := tb.run(alice, "help")
	require.NoError(t, err)
	assert.Equal(t, first.Text, tb.turnsTo(alice, button(t, help.Message, "All the rules")).Text)
	shown := slices.Collect(func(yield func(string) bool) {
		for _, c := range tb.rules().Spec.Options[0].Choices {
			yield(c.Value.(string))
		}
	})
	assert.Len(t, shown, len(rulebook.Pages()))
}

// TestRules_InWords: who turned pictures off reads what each picture shows below the text.
func TestRules_InWords(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.chooses(alice, func(s *play.Settings) { s.NoPictures = true })
	reply, err := tb.run(alice, "rules")
	require.NoError(t, err)
	m := reply.Message
	for i, page := range rulebook.Pages() {
		if i > 0 {
			m = tb.uses(alice, m, "Next")
		}
		assert.Nil(t, m.Picture, page.ID)
		assert.True(t, strings.HasSuffix(m.Text, page.Text.Other+"\n"+page.Alt.Other), "%s: %s", page.ID, m.Text)
	}
	reply, err = tb.run(alice, "rules", "section", "swap")
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "Dots lead from the panel of Blue's destroyers in exile to c4")
}

// TestRules_Limits: in each language a page fits into a message, with its commands as links, and also with words in
// place of its picture.
func TestRules_Limits(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	known := &ui.Links{}
	known.Learn(map[string]string{"challenge": longID, "stop": longID, "move": longID, "learn": longID})
	for _, language := range tb.catalog.Languages() {
		printer := tb.catalog.Printer(language.Code)
		for n, page := range rulebook.Pages() {
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

// longID is an id of the length that Discord gives.
const longID = "1400000000000000001"

// TestRules_Theme: the pictures have the colours that the reader chose.
func TestRules_Theme(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	_, err := tb.service.ChangePlayer(t.Context(), actor(alice), func(p *play.Player) {
		p.Settings.Theme = render.Contrast.String()
	})
	require.NoError(t, err)
	require.NoError(t, tb.turnsTo(alice, rulesID("swap")).Picture.Draw(&bytes.Buffer{}))
	require.NotEmpty(t, tb.renderer.asked)
	assert.Equal(t, render.Contrast, tb.renderer.asked[len(tb.renderer.asked)-1].Theme)
}
