package discord

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestEmojis(t *testing.T) {
	t.Parallel()
	var asked []string
	client := clientOver(func(r *http.Request) (*http.Response, error) {
		asked = append(asked, r.Method+" "+r.URL.Path)
		resp := answered(200)
		switch {
		case r.Method == http.MethodDelete:
			resp = answered(404)
			resp.Body = bodyOf(`{"code":10014,"message":"Unknown Emoji"}`)
		case r.Method == http.MethodPost:
			resp.Body = bodyOf(`{"id":"8","name":"red_211"}`)
		case r.URL.Path == "/api/v9/applications/@me":
			resp.Body = bodyOf(`{"id":"7"}`)
		default:
			resp.Body = bodyOf(`{"items":[{"id":"8","name":"red_211"}]}`)
		}
		return resp, nil
	})
	want := discordgo.ComponentEmoji{ID: "8", Name: "red_211"}
	list, err := client.Emojis(t.Context())
	require.NoError(t, err)
	assert.Equal(t, []discordgo.ComponentEmoji{want}, list)
	made, err := client.CreateEmoji(t.Context(), "red_211", []byte("png"))
	require.NoError(t, err)
	assert.Equal(t, want, made)
	require.NoError(t, client.DeleteEmoji(t.Context(), "8"), "it is gone already")
	assert.Equal(t, []string{"GET /api/v9/applications/@me", "GET /api/v9/applications/7/emojis",
		"POST /api/v9/applications/7/emojis", "DELETE /api/v9/applications/7/emojis/8"}, asked)
}

// TestMessage_WithoutEmojis: nested emojis are replaced too, and the original message does not change.
func TestMessage_WithoutEmojis(t *testing.T) {
	t.Parallel()
	ship := &discordgo.ComponentEmoji{ID: "8", Name: "red_211"}
	mark := &discordgo.ComponentEmoji{ID: "9", Name: "square"}
	buttons := func(list ...discordgo.MessageComponent) []discordgo.MessageComponent {
		row := discordgo.ActionsRow{Components: list}
		return []discordgo.MessageComponent{discordgo.Container{Components: []discordgo.MessageComponent{
			discordgo.TextDisplay{Content: "tap"}, row}}}
	}
	menu := func(shown *discordgo.ComponentEmoji) []discordgo.MessageComponent {
		m := discordgo.SelectMenu{CustomID: "x",
			Options: []discordgo.SelectMenuOption{{Label: "c2", Emoji: shown}, {Label: "c3"}}}
		return []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{m}}}
	}
	long := strings.Repeat("x", MaxButtonLabel)
	tests := []struct {
		name     string
		in, want []discordgo.MessageComponent
		had      bool
	}{
		{"ship on a square", buttons(discordgo.Button{Label: "c2", Emoji: ship}), buttons(discordgo.Button{Label: "c2 red 211"}), true},
		{"ship named by the label", buttons(discordgo.Button{Label: "c2, your 211", Emoji: ship}),
			buttons(discordgo.Button{Label: "c2, your 211"}), true},
		{"no room", buttons(discordgo.Button{Label: long, Emoji: ship}), buttons(discordgo.Button{Label: long[1:] + "…"}), true},
		{"mark", buttons(discordgo.Button{Label: "c3", Emoji: mark}), buttons(discordgo.Button{Label: "c3"}), true},
		{"mark alone", buttons(discordgo.Button{Emoji: mark}), buttons(discordgo.Button{Label: "square"}), true},
		{"one of two", buttons(discordgo.Button{Label: "c2", Emoji: ship}, discordgo.Button{Label: "c3"}),
			buttons(discordgo.Button{Label: "c2 red 211"}, discordgo.Button{Label: "c3"}), true},
		{"menu", menu(ship), menu(nil), true},
		{"menu without", menu(nil), menu(nil), false},
		{"none", buttons(discordgo.Button{Label: "c2"}), buttons(discordgo.Button{Label: "c2"}), false},
		{"no components", nil, nil, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			in := Message{Content: "said", Components: test.in}
			before, err := json.Marshal(in)
			require.NoError(t, err)
			plain, had := in.WithoutEmojis()
			assert.Equal(t, Message{Content: "said", Components: test.want}, plain)
			assert.Equal(t, test.had, had)
			after, err := json.Marshal(in)
			require.NoError(t, err)
			assert.JSONEq(t, string(before), string(after))
		})
	}
}
