package ui

import (
	"io"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
)

func TestMenusOnTheWire(t *testing.T) {
	t.Parallel()
	id := ID{Verb: "set", Ply: play.AnyPly}
	items := []Item{{Label: "A", Value: "a", Picked: true}, {Label: "B", Value: "b"}}
	options := []discordgo.SelectMenuOption{{Label: "A", Value: "a", Default: true}, {Label: "B", Value: "b"}}
	several := func(least int) discordgo.SelectMenu {
		return discordgo.SelectMenu{CustomID: "set:::", MinValues: &least, MaxValues: 2, Options: options}
	}
	channels := []discordgo.ChannelType{discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews}
	for name, test := range map[string]struct {
		row  Row
		want discordgo.SelectMenu
	}{
		"of one pick": {Row{Menu: &Menu{ID: id, Items: items}},
			discordgo.SelectMenu{CustomID: "set:::", Options: options}},
		"of several":        {Row{Menu: &Menu{ID: id, Items: items, Count: Count{Least: 1, Most: 2}}}, several(1)},
		"of any number":     {Row{Menu: &Menu{ID: id, Items: items, Count: Count{Most: 2}}}, several(0)},
		"of more than are":  {Row{Menu: &Menu{ID: id, Items: items, Count: Count{Most: 25}}}, several(0)},
		"that asks for all": {Row{Menu: &Menu{ID: id, Items: items, Count: Count{Least: 9, Most: 9}}}, several(2)},
		"of channels": {Row{Channels: &ChannelMenu{ID: id, Prompt: "Where?", Picked: []string{"5001"},
			Count: Count{Most: 25}}}, discordgo.SelectMenu{MenuType: discordgo.ChannelSelectMenu, CustomID: "set:::",
			Placeholder: "Where?", ChannelTypes: channels, MinValues: new(0), MaxValues: 25,
			DefaultValues: []discordgo.SelectMenuDefaultValue{{ID: "5001", Type: "channel"}}}},
		"of one channel": {Row{Channels: &ChannelMenu{ID: id}}, discordgo.SelectMenu{
			MenuType: discordgo.ChannelSelectMenu, CustomID: "set:::", ChannelTypes: channels}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m, err := Message{Rows: []Row{test.row}}.Wire(nil)
			require.NoError(t, err)
			row := discordgo.ActionsRow{Components: []discordgo.MessageComponent{test.want}}
			assert.Equal(t, []discordgo.MessageComponent{row}, m.Components)
		})
	}
}

// TestAsBlock: a message that becomes a block keeps its picture, and no other file.
func TestAsBlock(t *testing.T) {
	t.Parallel()
	picture := Picture{Alt: "A board.", Draw: func(w io.Writer) error { _, err := io.WriteString(w, "drawn"); return err }}
	want, err := Message{Block: true, Text: "Look.", Picture: &picture}.Wire(nil)
	require.NoError(t, err)
	shown, err := Message{Text: "Look.", Picture: &picture}.Wire(nil)
	require.NoError(t, err)
	assert.Equal(t, want, AsBlock(shown))
	record, err := Message{Text: "Look.", File: &File{Name: "a.txt", Data: []byte("1. pass")}}.Wire(nil)
	require.NoError(t, err)
	plain, err := Message{Block: true, Text: "Look."}.Wire(nil)
	require.NoError(t, err)
	assert.Equal(t, plain, AsBlock(record))
}
