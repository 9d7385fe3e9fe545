package sandbox_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
	"madbot/bot/sandbox/pagetest"
)

func TestPageStaysUnderThePointer(t *testing.T) {
	pagetest.Parallel(t)
	for name, size := range map[string]pagetest.Size{
		"mouse": pagetest.Desk, "finger": pagetest.Phone,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := start(t, &sandbox.Server{})
			p := pagetest.Open(t, fmt.Sprintf("%s/?as=%d", b.url, sandbox.AliceID), size)
			alice := b.events(sandbox.AliceID)
			p.Hold(id("account", "name", "bob"), "", func() {
				_, err := b.Actor("carol").Say(sandbox.GeneralID, "hello")
				require.NoError(t, err)
				for !strings.Contains(await(t, alice), `"unread":0`) {
					continue // the page does not show the message yet
				}
			})
			p.See(id("account", "name", "bob")+`[aria-checked="true"]`, "")
			p.See(id("message"), "hello")
		})
	}
}

// TestPageStaysUnderThePointerWhileAChannelLoads: the messages of a channel may arrive while the mouse is pressed on
// messages of the previous one.
func TestPageStaysUnderThePointerWhileAChannelLoads(t *testing.T) {
	pagetest.Parallel(t)
	b := start(t, &sandbox.Server{})
	b.play(script{"good": func(b *scriptBot, e event) { b.tell(e, "Very well") }},
		pageCommands())
	post, err := json.Marshal(object{"content": "Well?", "components": controls()})
	require.NoError(t, err)
	require.Equal(t, 200, b.do("POST", mad, string(post)).status)
	url, _, open := b.gate("/sandbox/channels/" + sandbox.GeneralID.String() + "/messages")
	p := pagetest.Open(t, fmt.Sprintf("%s/?as=%d&channel=%d", url, sandbox.AliceID, sandbox.MadID),
		pagetest.Desk)
	p.See(id("message"), "Well?")
	_, err = b.Actor("carol").Say(sandbox.GeneralID, "hello")
	require.NoError(t, err)

	p.Click(id("channel", "name", "general", "unread", "1"), "")
	alice := b.events(sandbox.AliceID)
	p.Hold(id("button", "label", "Good"), "", func() {
		open()
		for !strings.Contains(await(t, alice), `"unread":0`) {
			continue // the page does not have the messages yet
		}
	})
	p.See(id("message"), "hello")
	p.Enter("mad")
	p.See(only(), "Very well")
}

// TestPageForgetsWhatComesTooLate: late responses for the previous channel or person have no effect.
func TestPageForgetsWhatComesTooLate(t *testing.T) {
	pagetest.Parallel(t)
	b := start(t, &sandbox.Server{})
	b.play(script{"/card": func(b *scriptBot, e event) { b.tell(e, "For one alone") }},
		pageCommands())
	carol := b.Actor("carol")
	say := func(channel sandbox.Snowflake, text string) {
		_, err := carol.Say(channel, text)
		require.NoError(t, err)
	}
	_, err := b.Actor("alice").Command(within(t), sandbox.MadID, "card")
	require.NoError(t, err)
	for i := range 60 {
		say(sandbox.MadID, fmt.Sprintf("line %d", i))
	}
	say(sandbox.GeneralID, "hello")
	general := "/sandbox/channels/" + sandbox.GeneralID.String() + "/messages"
	t.Run("channel", func(t *testing.T) {
		url, _, open := b.gate(general)
		p := pagetest.Open(t, fmt.Sprintf("%s/?as=%d&channel=%d", url, sandbox.BobID,
			sandbox.MadID), pagetest.Desk)
		p.Click(id("channel", "name", "general"), "")
		p.Click(id("channel", "name", "mad"), "")
		p.See(id("message"), "line 59")
		open()
		p.Fetched(general)
		p.Run("drawn anew")
		p.See(id("message"), "drawn anew")
		p.Gone(id("divider-new"), "")
	})
	t.Run("person", func(t *testing.T) {
		url, asked, open := b.gate("before=")
		p := pagetest.Open(t, fmt.Sprintf("%s/?as=%d&channel=%d", url, sandbox.AliceID,
			sandbox.MadID), pagetest.Desk)
		p.See(id("message"), "line 59")
		p.Click(id("message"), "line 59")
		p.Type(pagetest.Home)
		await(t, asked)
		p.Become("carol")
		p.See(id("message"), "line 59")
		open()
		p.Fetched("before=")
		p.Run("drawn anew, too")
		p.See(id("message"), "drawn anew, too")
		p.Gone(id("message"), "For one alone")
	})
}

// TestPageLetsScrollUp: a new message does not scroll down once the person has started to scroll up.
func TestPageLetsScrollUp(t *testing.T) {
	pagetest.Parallel(t)
	b := start(t, &sandbox.Server{})
	say := func(text string) {
		_, err := b.Actor("carol").Say(sandbox.GeneralID, text)
		require.NoError(t, err)
	}
	for i := range 40 {
		say(fmt.Sprintf("line %d", i))
	}
	p := pagetest.Open(t, fmt.Sprintf("%s/?as=%d", b.url, sandbox.AliceID), pagetest.Desk)
	p.Click(id("message"), "line 39")
	end := p.Scrolled(".timeline")
	p.Type(pagetest.Up)
	becomes(t, func() bool { return p.Scrolled(".timeline") < end })
	say("one more")
	p.See(id("message"), "one more")
	require.Less(t, p.Scrolled(".timeline"), end)

	becomes(t, func() bool {
		p.Type(pagetest.End) // again if the page is still scrolling
		return p.Scrolled(".timeline") > end
	})
	end = p.Scrolled(".timeline")
	say("the last")
	p.See(id("message"), "the last")
	becomes(t, func() bool { return p.Scrolled(".timeline") > end })
}

// becomes waits until so returns true.
func becomes(t *testing.T, so func() bool) {
	t.Helper()
	for ctx := within(t); !so(); {
		require.NoError(t, ctx.Err())
	}
}

// TestPageStaysAtTheEndOfAnotherChannel: older messages of the previous channel do not move the current ones.
func TestPageStaysAtTheEndOfAnotherChannel(t *testing.T) {
	pagetest.Parallel(t)
	b := start(t, &sandbox.Server{})
	for i := range 60 {
		_, err := b.Actor("carol").Say(sandbox.MadID, fmt.Sprintf("line %d", i))
		require.NoError(t, err)
		if i < 40 {
			_, err = b.Actor("carol").Say(sandbox.GeneralID, fmt.Sprintf("other line %d", i))
			require.NoError(t, err)
		}
	}
	url, asked, open := b.gate("before=")
	p := pagetest.Open(t, fmt.Sprintf("%s/?as=%d&channel=%d", url, sandbox.AliceID, sandbox.MadID),
		pagetest.Desk)
	p.Click(id("message"), "line 59")
	p.Type(pagetest.Home)
	await(t, asked)
	p.Enter("general")
	p.See(id("message"), "other line 39")
	open()
	p.Fetched("before=")
	_, err := b.Actor("carol").Say(sandbox.GeneralID, "one more")
	require.NoError(t, err)
	p.See(id("message"), "one more")
	p.Gone(id("jump"), "")
}

// TestPageDoesNothingForAnother: a pending action is not performed as another person.
func TestPageDoesNothingForAnother(t *testing.T) {
	pagetest.Parallel(t)
	b := start(t, &sandbox.Server{})
	b.play(script{}, pageCommands())
	t.Run("a message refused", func(t *testing.T) {
		t.Parallel()
		url, asked, open := b.gate("messages?as=")
		p := pagetest.Open(t, fmt.Sprintf("%s/?as=%d", url, sandbox.AliceID), pagetest.Desk)
		box := id("command-input")
		p.Click(box, "")
		p.Insert(strings.Repeat("x", 2001))
		p.Type(pagetest.Enter)
		await(t, asked)
		p.Become("bob")
		open()
		p.Fetched("messages?as=")
		p.Run("a message of Bob's")
		p.See(id("message"), "a message of Bob's")
		p.Become("alice")
		p.See(box+":not(:placeholder-shown)", "")
	})
	t.Run("direct messages", func(t *testing.T) {
		t.Parallel()
		url, asked, open := b.gate("/sandbox/dms")
		p := pagetest.Open(t, fmt.Sprintf("%s/?as=%d", url, sandbox.CarolID), pagetest.Desk)
		p.Click(id("member", "name", "MAD"), "")
		p.Click(id("menu-item", "name", "Message"), "")
		await(t, asked)
		p.Become("bob")
		n := p.Count(id("channel"), "")
		open()
		p.Fetched("/sandbox/dms")
		p.Run("hello from Bob")
		p.See(id("message"), "hello from Bob")
		require.Equal(t, n, p.Count(id("channel"), ""))
	})
}

func TestPageKeepsWhatIsTypedForItsPerson(t *testing.T) {
	pagetest.Parallel(t)
	p := openPage(t, &sandbox.Server{}, pagetest.Desk, script{
		"/find?": func(b *scriptBot, e event) {
			b.answer(e, discordgo.InteractionApplicationCommandAutocompleteResult, object{"choices": []object{}})
		},
	})
	box := id("command-input")
	p.Click(box, "")
	p.Type("half a sentence")
	p.Become("bob")
	p.See(box+":placeholder-shown", "")
	p.Click(box, "")
	p.Type("/find ")
	p.See(id("command", "name", "find"), "")
	p.Become("alice")
	p.See(box+":not(:placeholder-shown)", "")
	p.Gone(id("command"), "")
}

func TestPageMenuStaysWhenAMessageComes(t *testing.T) {
	pagetest.Parallel(t)
	b := start(t, &sandbox.Server{})
	b.play(script{
		"fruit": func(b *scriptBot, e event) { b.tell(e, fmt.Sprint("Taste: ", e.Data.Values)) },
	}, pageCommands())
	say := func(text string) {
		_, err := b.Actor("carol").Say(sandbox.GeneralID, text)
		require.NoError(t, err)
	}
	for range 30 {
		say("so that there is something to scroll")
	}
	post, err := json.Marshal(object{"content": "Well?", "components": controls()})
	require.NoError(t, err)
	general := "/channels/" + sandbox.GeneralID.String() + "/messages"
	require.Equal(t, 200, b.do("POST", general, string(post)).status)
	p := pagetest.Open(t, fmt.Sprintf("%s/?as=%d", b.url, sandbox.AliceID), pagetest.Desk)

	p.Click(id("select", "custom-id", "fruit"), "")
	p.See(id("select-option", "value", "plum"), "")
	p.Shot("menu")
	say("hello")
	p.See(id("message"), "hello")
	p.Shot("menu-after-message")
	p.Click(id("select-option", "value", "plum"), "")
	p.See(only(), "Taste: [plum]")
}

func TestPageMenuKeepsItsScrollWhenAMessageComes(t *testing.T) {
	pagetest.Parallel(t)
	b := start(t, &sandbox.Server{})
	b.play(script{}, pageCommands())
	say := func(text string) {
		_, err := b.Actor("carol").Say(sandbox.GeneralID, text)
		require.NoError(t, err)
	}
	for range 30 {
		say("so that there is something to scroll")
	}
	var options []object
	for i := range 7 {
		label := fmt.Sprintf("%c option", 'a'+i)
		options = append(options, object{"label": label, "value": label})
	}
	post, err := json.Marshal(object{"content": "Well?", "components": []object{{"type": 1,
		"components": []object{{"type": 3, "custom_id": "long", "options": options}}}}})
	require.NoError(t, err)
	general := "/channels/" + sandbox.GeneralID.String() + "/messages"
	require.Equal(t, 200, b.do("POST", general, string(post)).status)
	p := pagetest.Open(t, fmt.Sprintf("%s/?as=%d", b.url, sandbox.AliceID),
		pagetest.Size{Width: 1280, Height: 360})

	p.Click(id("select", "custom-id", "long"), "")
	p.See(id("select-option"), "g option")
	p.Type("g")
	before := p.Scrolled(id("select-list"))
	require.Positive(t, before)
	say("hello")
	p.See(id("message"), "hello")
	p.See(id("select-list"), "g option")
	p.Shot("long-menu-after-message")
	require.GreaterOrEqual(t, p.Scrolled(id("select-list")), before)
}

// TestPageComesBack: after a reconnect the page is where it was, with what it missed.
func TestPageComesBack(t *testing.T) {
	pagetest.Parallel(t)
	b := start(t, &sandbox.Server{})
	say := func(text string) {
		_, err := b.Actor("carol").Say(sandbox.GeneralID, text)
		require.NoError(t, err)
	}
	for i := range 70 {
		say(fmt.Sprintf("line %d", i))
	}
	web := httptest.NewServer(b)
	t.Cleanup(web.CloseClientConnections)
	p := pagetest.Open(t, fmt.Sprintf("%s/?as=%d", web.URL, sandbox.AliceID), pagetest.Desk)
	p.Click(id("message"), "line 69")
	p.Type(pagetest.Home)
	p.See(id("message"), "line 0")
	p.See(id("jump"), "")

	web.CloseClientConnections()
	say("missed")
	p.See(id("message"), "missed")
	p.See(id("message"), "line 0")
	p.See(id("jump"), "")
	p.Gone(id("offline"), "")
	p.Click(id("jump"), "")
	p.Gone(id("jump"), "")
	p.Shot("back")
}

// TestPageComesBackWithWhatFailed: messages that only the page has keep their position after a reconnect.
func TestPageComesBackWithWhatFailed(t *testing.T) {
	pagetest.Parallel(t)
	b := start(t, &sandbox.Server{Deadline: time.Millisecond})
	say := func(text string) {
		_, err := b.Actor("carol").Say(sandbox.GeneralID, text)
		require.NoError(t, err)
	}
	b.play(script{"/card": func(*scriptBot, event) {}}, pageCommands())
	web := httptest.NewServer(b)
	t.Cleanup(web.CloseClientConnections)
	p := pagetest.Open(t, fmt.Sprintf("%s/?as=%d", web.URL, sandbox.AliceID), pagetest.Desk)
	p.Run("/card")
	failed := id("message", "ephemeral", "true")
	p.See(failed, "did not respond")
	say("after")

	web.CloseClientConnections()
	say("missed")
	p.See(failed+" ~ "+id("message"), "missed")
	p.See(failed+" ~ "+id("message"), "after")
}

// gate serves the sandbox at another address. Requests whose path contains part are reported to asked and wait for
// open.
func (b *bench) gate(part string) (url string, asked <-chan string, open func()) {
	b.t.Helper()
	opened, calls := make(chan struct{}), make(chan string, 100)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.RequestURI(), part) {
			calls <- r.URL.Path
			select {
			case <-opened:
			case <-r.Context().Done():
			}
		}
		b.ServeHTTP(w, r)
	}))
	b.t.Cleanup(web.CloseClientConnections)
	return web.URL, calls, sync.OnceFunc(func() { close(opened) })
}
