package bot

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/bot/discord"
	"madbot/bot/play"
	"madbot/bot/ui"
)

// TestSettings_NoPictures: while pictures are off, there are words on the buttons; the theme and the labels are kept
// for later.
func TestSettings_NoPictures(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	m := tb.inPrivate(alice, false, ui.NoMatch("set", "theme"), "paper").Message
	assert.Contains(t, m.Text, "**Pictures**: Paper")
	m = tb.inPrivate(alice, false, ui.NoMatch("set", "theme"), "off").Message
	assert.Contains(t, m.Text, "**Pictures**: none")
	assert.Equal(t, play.Settings{Theme: "paper", NoPictures: true, Words: true, Lent: true}, tb.chosen(alice))
	tb.inPrivate(alice, false, ui.NoMatch("set", "theme"), "off") // twice is not longer
	tb.inPrivate(alice, false, ui.NoMatch("set", "theme"), "contrast")
	assert.Equal(t, play.Settings{Theme: "contrast"}, tb.chosen(alice))
	tb.inPrivate(alice, false, ui.NoMatch("set", "words"))
	tb.inPrivate(alice, false, ui.NoMatch("set", "theme"), "off")
	tb.inPrivate(alice, false, ui.NoMatch("set", "theme"), "contrast")
	assert.Equal(t, play.Settings{Theme: "contrast", Words: true}, tb.chosen(alice), "her own choice")
}

// TestRoomIn: captions of pictures count, and so do the links that commands become.
func TestRoomIn(t *testing.T) {
	t.Parallel()
	msg := ui.Message{Text: "`/play`", Picture: &ui.Picture{Caption: "`/move`"}}
	assert.Equal(t, discord.MaxContent-2*(len("`/play`")+25)-len("\n"), roomIn(msg))
	msg.Block = true
	assert.Equal(t, discord.MaxText-2*(len("`/play`")+25)-len("\n"), roomIn(msg))
}
