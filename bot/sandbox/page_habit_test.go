package sandbox_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
	"madbot/bot/sandbox/pagetest"
)

// TestPageShowsOnesOwn: sending a message or command scrolls to its result.
func TestPageShowsOnesOwn(t *testing.T) {
	pagetest.Parallel(t)
	for name, size := range map[string]pagetest.Size{"desk": pagetest.Desk, "phone": pagetest.Phone} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := start(t, &sandbox.Server{})
			b.play(script{"/card": func(b *scriptBot, e event) { b.tell(e, "For one alone") }},
				pageCommands())
			for i := range 40 {
				_, err := b.Actor("carol").Say(sandbox.GeneralID, fmt.Sprintf("line %d", i))
				require.NoError(t, err)
			}
			p := pagetest.Open(t, fmt.Sprintf("%s/?as=%d", b.url, sandbox.AliceID), size)
			scrollUp := func() {
				p.Click(id("message"), "line 39")
				becomes(t, func() bool {
					p.Type(pagetest.Home)
					return p.Scrolled(".timeline") == 0
				})
				p.See(id("jump"), "")
			}

			p.See(id("message"), "line 39")
			scrollUp()
			p.Run("a line of mine")
			p.See(id("message"), "a line of mine")
			p.Gone(id("jump"), "")
			scrollUp()
			p.Run("/card")
			p.See(only(), "For one alone")
			p.Gone(id("jump"), "")
			p.Shot("own")
		})
	}
}

// TestPageWithoutServer: without a connection to the server, the bot is shown as offline everywhere.
func TestPageWithoutServer(t *testing.T) {
	pagetest.Parallel(t)
	b := start(t, &sandbox.Server{})
	b.play(script{}, pageCommands())
	var gone atomic.Bool
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if gone.Load() {
			panic(http.ErrAbortHandler)
		}
		b.ServeHTTP(w, r)
	}))
	t.Cleanup(web.CloseClientConnections)
	p := pagetest.Open(t, fmt.Sprintf("%s/?as=%d", web.URL, sandbox.AliceID), pagetest.Desk)
	dots := []string{id("bot-state"), id("member", "name", "MAD"), id("open-dm")}
	for _, dot := range dots {
		p.See(dot+" .presence.online", "")
	}

	gone.Store(true)
	web.CloseClientConnections()
	p.See(id("offline"), "No connection")
	for _, dot := range dots {
		p.See(dot+" .presence.offline", "")
	}
	p.Shot("gone")
	gone.Store(false)
	p.Gone(id("offline"), "")
	for _, dot := range dots {
		p.See(dot+" .presence.online", "")
	}
}

// TestPageTypesIntoTheBox: keys go to the message box unless something else takes them.
func TestPageTypesIntoTheBox(t *testing.T) {
	pagetest.Parallel(t)
	b := start(t, &sandbox.Server{})
	b.play(script{
		"/greet": func(b *scriptBot, e event) { b.tell(e, fmt.Sprint("Hello ", e.option("who"))) },
		"/form":  func(b *scriptBot, e event) { b.answer(e, discordgo.InteractionResponseModal, form()) },
	}, pageCommands())
	post, err := json.Marshal(object{"content": "Well?", "components": controls()})
	require.NoError(t, err)
	general := "/channels/" + sandbox.GeneralID.String() + "/messages"
	require.Equal(t, 200, b.do("POST", general, string(post)).status)
	p := pagetest.Open(t, fmt.Sprintf("%s/?as=%d", b.url, sandbox.AliceID), pagetest.Desk)
	box := id("command-input")
	empty := box + ":placeholder-shown"

	leave := func() { p.Click(id("channel-title"), "") }

	p.Type("hello" + pagetest.Enter)
	p.See(id("message"), "hello")
	leave()
	p.Type("/gr")
	p.See(id("suggestion", "name", "greet"), "")
	p.Type(pagetest.Enter)
	p.See(id("command", "name", "greet"), "")
	leave()
	p.Type("@bob" + pagetest.Enter + pagetest.Enter)
	p.See(only(), "Hello "+sandbox.BobID.String())

	// shortcuts belong to the browser
	leave()
	p.Control("k")
	require.True(t, p.Has(empty, "") && !p.Has(box+":focus", ""))
	// menus, selects and modals take keys themselves
	p.RightClick(id("member", "name", "carol"), "")
	p.See(id("menu"), "Mention")
	p.Type("x")
	require.True(t, p.Has(id("menu"), "") && p.Has(empty, ""))
	p.Type(pagetest.Escape)
	p.Gone(id("menu"), "")
	p.Click(id("select", "custom-id", "fruit"), "")
	p.See(id("select-option", "value", "plum"), "")
	p.Type("p")
	require.True(t, p.Has(id("select-list"), "") && p.Has(empty, ""))
	p.Type(pagetest.Escape)
	p.Gone(id("select-list"), "")
	p.Run("/form")
	p.See(id("modal"), "A note")
	p.Click(id("modal"), "A note")
	p.Type("x")
	p.Click(id("modal-cancel"), "")
	p.Gone(id("modal"), "")
	require.True(t, p.Has(empty, ""))
}

// TestPageKeepsPicturesClear: the button for a picture's description does not cover the picture, and can be reached
// by keyboard.
func TestPageKeepsPicturesClear(t *testing.T) {
	pagetest.Parallel(t)
	for name, size := range map[string]pagetest.Size{"desk": pagetest.Desk, "phone": pagetest.Phone} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := openPage(t, &sandbox.Server{}, size, script{
				"/card": func(b *scriptBot, e event) { b.answerWithPicture(e, "board.png", card()) },
			})
			p.Run("/card")
			p.See(id("container"), "Match 1")
			p.Loaded()
			p.Shot("badge")
			assert.False(t, p.Overlap(id("picture"), id("alt")))
			p.Click(id("picture"), "")
			p.See(id("lightbox"), "")
			p.Type(pagetest.Escape)
			p.Gone(id("lightbox"), "")
			p.Type(pagetest.Tab)
			p.See(id("alt")+":focus", "ALT")
			p.Type(pagetest.Enter)
			p.See(id("alt")+"[aria-expanded=true] + .alt-text", "A small board")
			assert.False(t, p.Overlap(id("picture"), ".alt-text"))
			p.Shot("description")
		})
	}
}

// TestPageNamesWhatWaits: a button that waits for a response keeps its accessible name.
func TestPageNamesWhatWaits(t *testing.T) {
	pagetest.Parallel(t)
	b := start(t, &sandbox.Server{})
	answer := make(chan struct{})
	b.play(script{"good": func(b *scriptBot, e event) {
		<-answer
		b.tell(e, "Very well")
	}}, pageCommands())
	post, err := json.Marshal(object{"content": "Well?", "components": controls()})
	require.NoError(t, err)
	general := "/channels/" + sandbox.GeneralID.String() + "/messages"
	require.Equal(t, 200, b.do("POST", general, string(post)).status)
	p := pagetest.Open(t, fmt.Sprintf("%s/?as=%d", b.url, sandbox.AliceID), pagetest.Desk)
	p.Press("Good")
	p.See(id("button", "label", "Good")+"[aria-busy]", "")
	p.Named()
	p.Shot("waits")
	close(answer)
	p.See(only(), "Very well")
	p.Named()
}
