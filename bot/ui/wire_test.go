package ui

import (
	"errors"
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
	items := []Item{{Label: "A", Value: "a", Selected: true}, {Label: "B", Value: "b"}}
	options := []discordgo.SelectMenuOption{{Label: "A", Value: "a", Default: true}, {Label: "B", Value: "b"}}
	several := func(least int) discordgo.SelectMenu {
		return discordgo.SelectMenu{CustomID: "set:::", MinValues: &least, MaxValues: 2, Options: options}
	}
	channels := []discordgo.ChannelType{discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews,
		discordgo.ChannelTypeGuildVoice, discordgo.ChannelTypeGuildStageVoice}
	for name, test := range map[string]struct {
		row  Row
		want discordgo.SelectMenu
	}{
		"of one pick": {Row{Menu: &Menu{ID: id, Items: items}},
			discordgo.SelectMenu{CustomID: "set:::", Options: options}},
		"of several":        {Row{Menu: &Menu{ID: id, Items: items, Count: Count{Min: 1, Max: 2}}}, several(1)},
		"of any number":     {Row{Menu: &Menu{ID: id, Items: items, Count: Count{Max: 2}}}, several(0)},
		"of more than are":  {Row{Menu: &Menu{ID: id, Items: items, Count: Count{Max: 25}}}, several(0)},
		"that asks for all": {Row{Menu: &Menu{ID: id, Items: items, Count: Count{Min: 9, Max: 9}}}, several(2)},
		"of channels": {Row{Channels: &ChannelMenu{ID: id, Prompt: "Where?", Selected: []string{"5001"},
			Count: Count{Max: 25}}}, discordgo.SelectMenu{MenuType: discordgo.ChannelSelectMenu, CustomID: "set:::",
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

// TestDraw: Draw draws a picture once, and leaves messages without one unchanged.
func TestDraw(t *testing.T) {
	t.Parallel()
	drawn := 0
	board := Message{Text: "Look.", Picture: &Picture{Alt: "A board.", Draw: func(w io.Writer) error {
		drawn++
		_, err := io.WriteString(w, "drawn")
		return err
	}}}
	words := Message{Text: "Look."}
	require.NoError(t, Draw(&board, nil, &words))
	for range 2 {
		m, err := board.Wire(nil)
		require.NoError(t, err)
		assert.Equal(t, "drawn", string(m.Files[0].Data))
	}
	assert.Equal(t, 1, drawn)
	assert.Equal(t, Message{Text: "Look."}, words)
	broken := errors.New("no ink")
	assert.ErrorIs(t, Draw(&Message{Picture: &Picture{Draw: func(io.Writer) error { return broken }}}), broken)
}
