package sandbox_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
	"madbot/bot/sandbox/pagetest"
)

// TestTyping: exactly the people in a channel see the typing indicator.
func TestTyping(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	alice, bob := b.events(sandbox.AliceID), b.events(sandbox.BobID)
	dm := b.do("POST", "/users/@me/channels", `{"recipient_id":"`+sandbox.AliceID.String()+`"}`)
	require.Equal(t, 200, dm.status)
	private := dm.body["id"].(string)
	for _, channel := range []string{private, sandbox.MadID.String()} {
		got := b.do("POST", "/channels/"+channel+"/typing", "")
		assert.Equal(t, 204, got.status)
		assert.Empty(t, got.body)
	}
	typing := func(events <-chan string) string {
		for {
			if e := await(t, events); strings.HasPrefix(e, "typing ") {
				return e
			}
		}
	}
	assert.Equal(t, `typing {"channel_id":"`+private+`"}`, typing(alice))
	here := `typing {"channel_id":"` + sandbox.MadID.String() + `"}`
	assert.Equal(t, here, typing(alice))
	assert.Equal(t, here, typing(bob))
	assert.Empty(t, b.Actor("alice").Messages(sandbox.MadID), "it is no message")
	thread, at := thread(t, b, "m1")
	require.Equal(t, 204, b.do("POST", at+"/typing", "").status)
	b.SetThread(thread, true, false)
	assert.Equal(t, 50083, b.do("POST", at+"/typing", "").code())
}

// TestTyping_Page: the page shows the typing indicator in its channel until the message arrives.
func TestTyping_Page(t *testing.T) {
	pagetest.Parallel(t)
	b := start(t, &sandbox.Server{})
	b.play(script{}, pageCommands())
	p := pagetest.Open(t, b.url+"/?as="+sandbox.AliceID.String(), pagetest.Desk)
	p.Enter("mad")
	p.Gone(id("typing"), "typing")
	require.Equal(t, 204, b.do("POST", "/channels/1000000000000000012/typing", "").status)
	p.See(id("typing"), "MAD is typing…")
	p.Shot("typing")
	p.Enter("general")
	p.Gone(id("typing"), "typing")
	p.Enter("mad")
	require.Equal(t, 204, b.do("POST", "/channels/1000000000000000012/typing", "").status, "it may have ended")
	p.See(id("typing"), "MAD is typing…")
	require.Equal(t, 200, b.do("POST", mad, `{"content":"written"}`).status)
	p.See(id("message"), "written")
	p.Gone(id("typing"), "typing")
}
