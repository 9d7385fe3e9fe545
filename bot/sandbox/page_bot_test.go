package sandbox_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

// object is JSON as a script writes it.
type object = map[string]any

// scriptBot is a bot that answers interactions by a script: over the gateway and REST, like any.
type scriptBot struct {
	t      *testing.T
	base   string
	socket *websocket.Conn
	script map[string]func(event)
	done   chan struct{}
}

// event is what the bot reads of an interaction.
type event struct {
	ID, Token string
	Type      int
	Data      struct {
		Name     string
		CustomID string `json:"custom_id"`
		Values   []string
		TargetID string `json:"target_id"`
		Options  []struct {
			Name    string
			Value   any
			Focused bool
		}
		Components []object
	}
}

// key names an interaction in a script: "/name", "/name?" for autocomplete, or the custom id.
func (e event) key() string {
	switch {
	case e.Data.CustomID != "":
		return e.Data.CustomID
	case e.Type == int(sandbox.InteractionAutocomplete):
		return "/" + e.Data.Name + "?"
	default:
		return "/" + e.Data.Name
	}
}

// option is the value of an option, nil when it was not given.
func (e event) option(name string) any {
	for _, o := range e.Data.Options {
		if o.Name == name {
			return o.Value
		}
	}
	return nil
}

// startBot connects a bot with commands to the stand-in at base, until the test ends.
func startBot(t *testing.T, base string, commands []object) *scriptBot {
	t.Helper()
	b := &scriptBot{t: t, base: base, script: map[string]func(event){}, done: make(chan struct{})}
	path := fmt.Sprintf("/applications/%d/commands", sandbox.BotID)
	require.Less(t, b.call(http.MethodPut, path, commands), 300)
	return b
}

// on says how the bot answers an interaction. All must be said before connect.
func (b *scriptBot) on(key string, answer func(event)) { b.script[key] = answer }

// connect identifies at the gateway and listens.
func (b *scriptBot) connect() {
	b.t.Helper()
	socket, response, err := websocket.DefaultDialer.DialContext(b.t.Context(),
		strings.Replace(b.base, "http", "ws", 1)+"/gateway/?v=9&encoding=json", nil)
	require.NoError(b.t, err)
	require.NoError(b.t, response.Body.Close())
	b.socket = socket
	require.NoError(b.t, socket.WriteJSON(object{"op": 2, "d": object{
		"token": "Bot " + sandbox.DefaultToken, "intents": 0,
		"properties": object{"os": "test", "browser": "test", "device": "test"},
	}}))
	go b.listen()
	b.t.Cleanup(func() {
		assert.NoError(b.t, socket.Close())
		<-b.done
	})
}

func (b *scriptBot) listen() {
	defer close(b.done)
	defer func() {
		if r := recover(); r != nil {
			b.t.Errorf("bot: %v", r)
		}
	}()
	for {
		var packet struct {
			T string
			D json.RawMessage
		}
		if b.socket.ReadJSON(&packet) != nil {
			return // closed at the end of the test
		}
		if packet.T != "INTERACTION_CREATE" {
			continue
		}
		var e event
		assert.NoError(b.t, json.Unmarshal(packet.D, &e))
		answer, known := b.script[e.key()]
		if assert.True(b.t, known, "the script has no %s", e.key()) {
			answer(e)
		}
	}
}

// answer sends the first answer to an interaction.
func (b *scriptBot) answer(e event, kind sandbox.CallbackType, data object) {
	path := "/interactions/" + e.ID + "/" + e.Token + "/callback"
	b.call(http.MethodPost, path, object{"type": kind, "data": data})
}

// call makes a REST call with a JSON body and returns the status, which must not be an error.
func (b *scriptBot) call(method, path string, body any) int {
	text, err := json.Marshal(body)
	assert.NoError(b.t, err)
	return b.send(method, path, "application/json", bytes.NewReader(text))
}

// callWithPicture makes a REST call with one file, a small picture.
func (b *scriptBot) callWithPicture(method, path, name string, body any) int {
	text, err := json.Marshal(body)
	assert.NoError(b.t, err)
	var buffer bytes.Buffer
	form := multipart.NewWriter(&buffer)
	part, err := form.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {`form-data; name="payload_json"`}, "Content-Type": {"application/json"},
	})
	assert.NoError(b.t, err)
	_, err = part.Write(text)
	assert.NoError(b.t, err)
	file, err := form.CreateFormFile("files[0]", name)
	assert.NoError(b.t, err)
	assert.NoError(b.t, png.Encode(file, gradient(320, 200)))
	assert.NoError(b.t, form.Close())
	return b.send(method, path, form.FormDataContentType(), &buffer)
}

func (b *scriptBot) send(method, path, kind string, body io.Reader) int {
	request, err := http.NewRequest(method, b.base+"/api/v9"+path, body)
	assert.NoError(b.t, err)
	request.Header.Set("Content-Type", kind)
	request.Header.Set("Authorization", "Bot "+sandbox.DefaultToken)
	request.Header.Set("User-Agent", "DiscordBot (https://example.invalid, 1)")
	client := http.Client{Timeout: 10 * time.Second}
	response, err := client.Do(request)
	if !assert.NoError(b.t, err) {
		return 0
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	assert.NoError(b.t, err)
	assert.Less(b.t, response.StatusCode, 300, "%s %s: %s", method, path, answer)
	return response.StatusCode
}

// gradient is a picture with something on it.
func gradient(width, height int) image.Image {
	m := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			m.Set(x, y, color.RGBA{R: uint8(x * 255 / width), G: 60, B: uint8(y * 255 / height), A: 255})
		}
	}
	return m
}
