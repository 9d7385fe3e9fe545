package bot

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/ui"
)

// TestHelp_FirstScreen: it begins with the aim, and takes 25 seconds to read at 240 words a minute.
func TestHelp_FirstScreen(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	help := tb.ok(tb.run(alice, "help"))
	assert.Equal(t, dispatch.Private, help.Kind)
	first, _, _ := strings.Cut(help.Message.Text, "\n")
	assert.Equal(t, "**Exile the enemy corvette, 111, and you win.**", first)
	assert.Equal(t, []string{"Learn", "Rules", "Commands"}, labels(help.Message))
	words := len(strings.Fields(help.Message.Text)) + len(strings.Fields(strings.Join(labels(help.Message), " ")))
	assert.LessOrEqual(t, words, 100)
	t.Logf("%d words", words)
}

// TestHelp_Commands: one page lists everything that can be typed, including /server for managers.
func TestHelp_Commands(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	ids := map[string]string{}
	for _, c := range tb.commands().List {
		if c.Spec.Type == discordgo.ChatApplicationCommand { // context menu commands are not typed
			ids[c.Spec.Name] = "1400000000000000001"
		}
	}
	known := &ui.Links{}
	known.Learn(ids)
	manager := tb.call(carol)
	manager.UserRights |= discordgo.PermissionManageGuild
	manager.ID = ui.NoMatch(ui.Help, "commands")
	for page, help := range map[string]string{
		"rules":    tb.ok(tb.press(carol, ui.NoMatch(ui.Help, "rules"))).Message.Text,
		"commands": tb.ok(tb.from(manager, "help")).Message.Text,
	} {
		text := known.In(help)
		assert.LessOrEqual(t, len([]rune(text)), discord.MaxContent)
		for name := range ids {
			if name != "help" && page == "commands" {
				assert.Regexp(t, "</"+name+"( [a-z]+)?:1400000000000000001>", text)
			}
		}
	}
	commands := tb.presses(carol, tb.ok(tb.run(carol, "help")).Message, "Commands")
	assert.Contains(t, commands.Text, "/settings")
	assert.NotContains(t, commands.Text, "/server", "who does not manage the server has none")
	manager.Venue.Away = true
	assert.NotContains(t, tb.ok(tb.from(manager, "help")).Message.Text, "/server")
	assert.Equal(t, []string{"Learn", "Rules", "Commands"}, labels(commands))
}
