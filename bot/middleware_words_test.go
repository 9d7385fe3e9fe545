package bot

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/bot/discord"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// TestSettings_NoPictures: turning pictures off turns on words on the buttons, and keeps the theme for later.
func TestSettings_NoPictures(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	m := tb.inPrivate(alice, false, ui.NoMatch("set", "theme"), "paper").Message
	assert.Contains(t, m.Text, "**Pictures**: Paper")
	m = tb.inPrivate(alice, false, ui.NoMatch("set", "theme"), "off").Message
	assert.Contains(t, m.Text, "**Pictures**: none")
	assert.Equal(t, play.Settings{Theme: "paper", NoPictures: true, Words: true}, tb.chosen(alice))
	tb.inPrivate(alice, false, ui.NoMatch("set", "theme"), "contrast")
	assert.Equal(t, play.Settings{Theme: "contrast", Words: true}, tb.chosen(alice))
}

// TestNoPictures: for people who turned pictures off, everything is in words; others are not affected.
func TestNoPictures(t *testing.T) {
	t.Parallel()
	tb, id := fight(t)
	tb.chooses(alice, func(s *play.Settings) { s.NoPictures = true })
	sees := func(p match.PlayerID, label string, m ui.Message) {
		t.Helper()
		if p == alice {
			assert.Nil(t, m.Picture, label)
			assert.NotEmpty(t, m.Text, label)
			return
		}
		assert.NotNil(t, m.Picture, "%s, by %s", label, p)
	}
	for _, p := range []match.PlayerID{alice, bob, carol} {
		m := tb.more(p, id)
		sees(p, "More", m)
		for _, label := range []string{"What is attacked?", "Last turns", "112", "Look back", "Back", "Flip"} {
			m = tb.uses(p, m, label)
			sees(p, label, m)
		}
		reply := tb.ok(tb.run(p, "board", "game", string(id)))
		sees(p, "board", reply.Message)
		reply = tb.ok(tb.run(p, "help"))
		rules := tb.uses(p, reply.Message, "Rules")
		sees(p, "page", tb.uses(p, rules, "All the rules"))
	}
}

// TestInWords: words replace a picture unless the text says everything already.
func TestInWords(t *testing.T) {
	t.Parallel()
	assert.Equal(t, ui.Message{Text: "Your turn\nRow by row"},
		ui.Message{Text: "Your turn", Picture: &ui.Picture{Alt: "A board", Words: "Row by row"}}.InWords())
	assert.Equal(t, ui.Message{Text: "Swap\nA diagram"},
		ui.Message{Text: "Swap", Picture: &ui.Picture{Alt: "A diagram"}}.InWords())
	assert.Equal(t, ui.Message{Text: "Attacked"},
		ui.Message{Text: "Attacked", Picture: &ui.Picture{Alt: "A board", Described: true}}.InWords())
	assert.Equal(t, ui.Message{Text: "Done"}, ui.Message{Text: "Done"}.InWords())
}

// TestRoomIn: captions of pictures count, and so do the links that commands become.
func TestRoomIn(t *testing.T) {
	t.Parallel()
	msg := ui.Message{Text: "`/play`", Picture: &ui.Picture{Caption: "`/move`"}}
	assert.Equal(t, discord.MaxContent-2*(len("`/play`")+25)-len("\n"), roomIn(msg))
	msg.Block = true
	assert.Equal(t, discord.MaxText-2*(len("`/play`")+25)-len("\n"), roomIn(msg))
}
