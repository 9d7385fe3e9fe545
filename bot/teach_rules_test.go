package bot

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/teach"
	"madbot/bot/ui"
	"madbot/render"
	"madbot/rules/match"
)

// turnsTo presses a button that leads to a page of the rules.
func (tb table) turnsTo(p match.PlayerID, id ui.ID, picked ...string) ui.Message {
	tb.t.Helper()
	reply := tb.ok(tb.press(p, id, picked...))
	require.Equal(tb.t, dispatch.Update, reply.Kind)
	requireAccepted(tb.t, reply.Message)
	return reply.Message
}

// TestRules_Pages: all pages can be read in order and back, each with its picture, and the menu shows the current one.
func TestRules_Pages(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	reply := tb.ok(tb.run(alice, "rules"))
	assert.Equal(t, dispatch.Private, reply.Kind)
	m, pages := reply.Message, teach.RulePages()
	var read []ui.Message
	for i, page := range pages {
		read = append(read, m)
		assert.Equal(t, fmt.Sprintf("**%s** · %d of %d\n%s", page.Title.Other, i+1, len(pages), page.Text.Other), m.FullText())
		assert.Equal(t, page.Alt.Other, m.Picture.Alt)
		for n, item := range m.Rows[0].Menu.Items {
			assert.Equal(t, n == i, item.Selected)
			assert.Equal(t, fmt.Sprintf("%d. %s", n+1, pages[n].Title.Other), item.Label)
		}
		want := []string{"Previous", "Next", "Learn"}
		if i == len(pages)-1 {
			assert.Equal(t, slices.Delete(want, 1, 2), labels(m))
			break
		}
		assert.Equal(t, want[min(1, max(0, 1-i)):], labels(m))
		m = tb.turnsTo(alice, pressable(t, m, "Next"))
	}
	for i := len(pages) - 2; i >= 0; i-- {
		m = tb.turnsTo(alice, pressable(t, m, "Previous"))
		assert.Equal(t, read[i].Text, m.Text)
	}
}

// TestRules_Sections: the option, the menu and the help lead to a page; an unknown one leads to the first.
func TestRules_Sections(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	first := tb.turnsTo(alice, ui.NoMatch(ui.Rules, ""))
	for i, page := range teach.RulePages() {
		want := fmt.Sprintf("**%s** · %d of", page.Title.Other, i+1)
		assert.Contains(t, tb.ok(tb.run(alice, "rules", "section", string(page.ID))).Message.Text, want)
		assert.Contains(t, tb.turnsTo(alice, first.Rows[0].Menu.ID, string(page.ID)).Text, want)
		assert.Contains(t, tb.turnsTo(alice, ui.NoMatch(ui.Rules, string(page.ID))).Text, want)
	}
	assert.Equal(t, first.Text, tb.turnsTo(alice, ui.NoMatch(ui.Rules, "nosuch")).Text)
	assert.Equal(t, first.Text, tb.turnsTo(alice, ui.NoMatch(ui.Rules, "menu")).Text)
	help := tb.ok(tb.run(alice, "help"))
	assert.Equal(t, first.Text, tb.turnsTo(alice, pressable(t, tb.presses(alice, help.Message, "Rules"), "All the rules")).Text)
	shown := slices.Collect(func(yield func(string) bool) {
		for _, c := range tb.command("rules").Spec.Options[0].Choices {
			yield(c.Value.(string))
		}
	})
	assert.Len(t, shown, len(teach.RulePages()))
}

// TestRules_InWords: with pictures off, each picture is described below the text.
func TestRules_InWords(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.chooses(alice, func(s *play.Settings) { s.NoPictures = true })
	reply := tb.ok(tb.run(alice, "rules"))
	m := reply.Message
	for i, page := range teach.RulePages() {
		if i > 0 {
			m = tb.uses(alice, m, "Next")
		}
		assert.Nil(t, m.Picture, page.ID)
		rule := page.Text.Other[:strings.LastIndex(page.Text.Other, "\n\n")]
		assert.True(t, strings.HasSuffix(m.Text, rule+"\n"+page.Alt.Other), "%s: %s", page.ID, m.Text)
	}
	reply = tb.ok(tb.run(alice, "rules", "section", "swap"))
	assert.Contains(t, reply.Message.Text, "221 has come from exile to c4, where 112 stood")
}

// TestRules_Theme: the pictures have the reader's theme.
func TestRules_Theme(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	_, err := tb.service().ChangePlayer(t.Context(), actor(alice), func(p *play.Player) {
		p.Settings.Theme = render.Contrast.String()
	})
	require.NoError(t, err)
	require.NoError(t, tb.turnsTo(alice, ui.NoMatch(ui.Rules, "swap")).Picture.Draw(&bytes.Buffer{}))
	require.NotEmpty(t, tb.renderer.asked)
	assert.Equal(t, render.Contrast, tb.renderer.asked[len(tb.renderer.asked)-1].Theme)
}
