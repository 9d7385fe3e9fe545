package bot

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/render"
	"madbot/rules/match"
)

// chosen returns the settings of p.
func (tb table) chosen(p match.PlayerID) play.Settings {
	tb.t.Helper()
	got, err := tb.service().Player(tb.t.Context(), p)
	require.NoError(tb.t, err)
	return got.Settings
}

// TestSettings_Theme: every theme can be picked, and the default again.
func TestSettings_Theme(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	reply := tb.ok(tb.run(alice, "settings"))
	menu := reply.Message.Rows[1].Menu
	themes := len(render.Themes())
	require.Len(t, menu.Items, themes+1, "and no pictures")
	for i := range 2 * themes {
		item := menu.Items[i%themes]
		m := tb.inPrivate(alice, false, menu.ID, item.Value).Message
		assert.Contains(t, m.Text, "**Pictures**: "+item.Label)
		theme, err := render.ParseTheme(item.Value)
		require.NoError(t, err)
		assert.Equal(t, theme, tb.View.Theme(t.Context(), tb.call(alice)))
	}
	tb.inPrivate(alice, false, menu.ID, render.Themes()[0].String())
	assert.Zero(t, tb.chosen(alice))
	for _, forged := range []ui.ID{ui.NoMatch("set", ""), ui.NoMatch("set", "nonsense"), ui.NoMatch("set", "theme")} {
		tb.inPrivate(alice, false, forged, "no such theme")
		assert.Zero(t, tb.chosen(alice), forged)
		tb.inPrivate(alice, false, forged)
		assert.Zero(t, tb.chosen(alice), forged)
	}
}

// TestSettings_ThemeOfPictures: private pictures have the reader's theme; public ones do not.
func TestSettings_ThemeOfPictures(t *testing.T) {
	t.Parallel()
	tb, id := fight(t)
	chosen := render.Themes()[len(render.Themes())-1]
	for _, p := range []match.PlayerID{alice, carol} {
		tb.chooses(p, func(s *play.Settings) { s.Theme = chosen.String() })
	}
	usual := render.Themes()[0]
	require.NotEqual(t, usual, chosen)
	mine := func(p match.PlayerID, want render.Theme) {
		t.Helper()
		m := tb.more(p, id)
		assert.Equal(t, want, tb.draws(m).Theme)
		for _, label := range []string{"What is attacked?", "Last turns", "112", "Look back", "Back", "Flip",
			"Flip"} {
			m = tb.uses(p, m, label)
			assert.Equal(t, want, tb.draws(m).Theme, label)
		}
		assert.Equal(t, want, tb.draws(tb.ok(tb.run(p, "board", "game", string(id))).Message).Theme)
		assert.Equal(t, usual, tb.draws(tb.uses(p, tb.uses(p, tb.ok(tb.run(p, "help")).Message, "Rules"), "The picture")).Theme,
			"the caption names the colours")
	}
	mine(alice, chosen)
	mine(carol, chosen)
	mine(bob, usual)
	reply := tb.ok(tb.run(alice, "hint"))
	assert.Equal(t, chosen, tb.draws(reply.Message).Theme)
	assert.Equal(t, usual, tb.draws(tb.boardMessage(tb.match(id))).Theme)
	tb.resign(id, bob)
	assert.Equal(t, usual, tb.draws(tb.boardMessage(tb.match(id))).Theme)
	over := tb.match(id)
	for p, want := range map[match.PlayerID]render.Theme{alice: chosen, bob: usual, carol: chosen} {
		reply := tb.ok(tb.press(p, pressable(t, tb.boardMessage(over), "Replay")))
		require.True(t, reply.Message.Picture.Animated)
		tb.renderer.mu.Lock()
		found := 0
		for _, o := range tb.renderer.replayed {
			if o.Theme == want && o.View == render.ViewOf(over.ColorOf(p)) {
				found++
			}
		}
		tb.renderer.mu.Unlock()
		assert.NotZero(t, found, "the replay of %s", p)
	}
}

// TestPanel_NoSettings: if settings cannot be read, a turn can still be played on the default panel.
func TestPanel_NoSettings(t *testing.T) {
	t.Parallel()
	tb, id := begun(t)
	tb.chooses(alice, func(s *play.Settings) { s.Menus = true })
	tb.store.broken.Store(true)
	m := tb.taps(alice, tb.opens(alice), "c2, your 211", "c4", "Confirm")
	assert.Contains(t, m.Text, "Played **211-c4**")
	assert.Equal(t, 3, tb.ply(id))
	assert.NotNil(t, tb.more(alice, id).Picture)
}

// TestSettings_Language: if there are several languages, a picked one applies immediately; Discord's can be picked
// again.
func TestSettings_Language(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	assert.Len(t, tb.ok(tb.run(alice, "settings")).Message.Rows, 3, "there is one language")
	var err error
	tb.View.Catalog, err = i18n.Load(fstest.MapFS{
		"l/de.json": {Data: []byte(`{"settings.marks.off": "Keine Punkte.", "settings.item.own": "Sprache: wie Discord"}`)},
		"l/fr.json": {Data: []byte(`{"settings.marks.off": "Sans points."}`)}}, "l")
	require.NoError(t, err)
	m := tb.inPrivate(alice, false, ui.NoMatch("set", "plain")).Message
	tb.requireClassic(m)
	menu := m.Rows[2].Menu
	assert.Equal(t, []ui.Item{{Label: "Language: as in Discord", Value: "own", Selected: true}, {Label: "English", Value: "en"},
		{Label: "Deutsch", Value: "de"}, {Label: "Français", Value: "fr"}}, menu.Items)
	m = tb.inPrivate(alice, false, menu.ID, "de").Message
	assert.Contains(t, m.Text, "Keine Punkte.\n")
	assert.Equal(t, "Sprache: wie Discord", m.Rows[2].Menu.Prompt)
	assert.True(t, m.Rows[2].Menu.Items[2].Selected)
	tb.inPrivate(alice, false, ui.NoMatch("set", "theme"), "paper")
	assert.Equal(t, "de", tb.chosen(alice).Language)
	c := tb.call(alice)
	c.ID, c.Values, c.OnPrivate, c.Actor.Locale = menu.ID, []string{"own"}, true, "fr"
	assert.Contains(t, tb.ok(tb.pressed(c)).Message.Text, "\nSans points.")
	assert.Zero(t, tb.chosen(alice).Language)
	tb.inPrivate(alice, false, menu.ID, "xx")
	assert.Zero(t, tb.chosen(alice).Language)
}
