package sandbox_test

import (
	"bytes"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

// object is JSON as a script writes it.
type object = map[string]any

// script says how a bot responds, by the "/name" of a command, the "/name?" of its autocompletion, or the custom id
// of a button, menu or modal up to the first colon.
type script map[string]func(*scriptBot, event)

// scriptBot responds by a script. It uses plain JSON because discordgo lacks types for some of it.
type scriptBot struct {
	*bench
	script script
}

// event is an interaction as far as the bot reads it.
type event struct {
	ID, Token string
	Type      discordgo.InteractionType
	Locale    string
	// of the server; "" elsewhere
	GuildLocale string `json:"guild_locale"`

	Data struct {
		Name       string
		CustomID   string `json:"custom_id"`
		TargetID   string `json:"target_id"`
		Values     []string
		Options    []struct{ Name, Value any }
		Components []object
	}
}

func (e event) key() string {
	switch {
	case e.Data.CustomID != "":
		verb, _, _ := strings.Cut(e.Data.CustomID, ":")
		return verb
	case e.Type == discordgo.InteractionApplicationCommandAutocomplete:
		return "/" + e.Data.Name + "?"
	default:
		return "/" + e.Data.Name
	}
}

// option returns the value of an option, nil if it was not given.
func (e event) option(name string) any {
	for _, o := range e.Data.Options {
		if o.Name == name {
			return o.Value
		}
	}
	return nil
}

// play connects a bot with commands and a script until the test ends.
func (b *bench) play(s script, commands []object) {
	b.t.Helper()
	body, err := json.Marshal(commands)
	require.NoError(b.t, err)
	put := b.do(http.MethodPut, "/applications/"+sandbox.BotID.String()+"/commands", string(body))
	require.Equal(b.t, http.StatusOK, put.status, put.body)
	b.connect((&scriptBot{b, s}).receive)
}

// receive handles every packet of the gateway.
func (b *scriptBot) receive(_ *discordgo.Session, packet *discordgo.Event) {
	if packet.Type != "INTERACTION_CREATE" {
		return
	}
	var e event
	assert.NoError(b.t, json.Unmarshal(packet.RawData, &e))
	answer := b.script[e.key()]
	if assert.NotNil(b.t, answer, "the script has no %s", e.key()) {
		answer(b, e)
	}
}

func (b *scriptBot) answer(e event, kind discordgo.InteractionResponseType, data object,
	edits ...func(*http.Request)) {
	body, err := json.Marshal(object{"type": kind, "data": data})
	assert.NoError(b.t, err)
	path := "/interactions/" + e.ID + "/" + e.Token + "/callback"
	got := b.do(http.MethodPost, path, string(body), edits...)
	assert.Equal(b.t, http.StatusNoContent, got.status, "%s: %v", e.key(), got.body)
}

// tell sends an ephemeral text as the response.
func (b *scriptBot) tell(e event, text string) {
	data := object{"content": text, "flags": discordgo.MessageFlagsEphemeral}
	b.answer(e, discordgo.InteractionResponseChannelMessageWithSource, data)
}

// gradientWidth is the width of the picture of answerWithPicture, in pixels.
const gradientWidth = 320

// answerWithPicture responds with a message that has one picture.
func (b *scriptBot) answerWithPicture(e event, name string, data object) {
	body, err := json.Marshal(object{"type": discordgo.InteractionResponseChannelMessageWithSource, "data": data})
	assert.NoError(b.t, err)
	picture := file{"files[0]", name, string(gradient(b.t, gradientWidth, 200))}
	b.answer(e, discordgo.InteractionResponseChannelMessageWithSource, data, withFiles(b.t, string(body), picture))
}

func gradient(t *testing.T, width, height int) []byte {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			m.Set(x, y, color.RGBA{uint8(x * 255 / width), 60, uint8(y * 255 / height), 255})
		}
	}
	var buf bytes.Buffer
	require.NoError(t, png.Encode(&buf, m))
	return buf.Bytes()
}
