package sandbox_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
	"madbot/bot/sandbox/pagetest"
)

// TestTyping: who sees a channel is told that the bot writes there, and nobody else.
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
}

// TestTyping_Refused: the bot writes only where it may, and what it may is asked anew each time.
func TestTyping_Refused(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	thread := b.do("POST", "/channels/1000000000000000012/threads",
		`{"name":"m1","type":11,"auto_archive_duration":10080}`).body["id"].(string)
	require.Equal(t, 204, b.do("POST", "/channels/"+thread+"/typing", "").status)
	require.Equal(t, 200, b.do("PATCH", "/channels/"+thread, `{"archived":true}`).status)
	check(t, b, []refusal{
		{name: "unknown channel", call: "POST /channels/5/typing", status: 404, code: 10003},
		{name: "quiet channel", call: "POST /channels/1000000000000000013/typing", status: 403, code: 50013},
		{name: "archived thread", call: "POST /channels/" + thread + "/typing", status: 400, code: 50083},
	})
}

// TestTyping_Page: the page shows that the bot writes, in its channel alone, until it has written.
func TestTyping_Page(t *testing.T) {
	t.Parallel()
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
