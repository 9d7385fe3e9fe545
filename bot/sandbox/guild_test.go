package sandbox_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
	ids "madbot/bot/sandbox/wire"
)

// TestKick: a bot that was removed from its guild cannot access it, or send direct messages to people who share no
// other guild with it.
func TestKick(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	bob := b.Actor("bob")
	dm := b.do("POST", "/users/@me/channels", `{"recipient_id":"`+bob.ID().String()+`"}`)
	require.Equal(t, 200, dm.status)
	direct := "/channels/" + bob.DM().String() + "/messages"
	guild := "/guilds/" + sandbox.GuildID.String()
	reaches := func(want [4]int) {
		t.Helper()
		say := `{"content":"x"}`
		assert.Equal(t, want, [4]int{b.do("GET", guild, "").code(), b.do("POST", mad, say).code(),
			b.do("GET", guild+"/members/"+bob.ID().String(), "").code(), b.do("POST", direct, say).code()})
	}
	reaches([4]int{-1, -1, -1, -1})
	assert.Equal(t, 10004, b.do("GET", "/guilds/5", "").code())
	b.Kick(true)
	reaches([4]int{10004, 50001, 10004, 50278})
	bob.ShareNoServer(false)
	reaches([4]int{10004, 50001, 10004, -1})
	b.Kick(false)
	reaches([4]int{-1, -1, -1, -1})
}

// TestGuilds: the bot is in the configured number of guilds, each with its shard.
func TestGuilds(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{Guilds: 3})
	for n, want := range []int{200, 200, 200, 404} {
		id := ids.GuildAt(n)
		assert.Equal(t, want, b.do("GET", "/guilds/"+id.String(), "").status, n)
		assert.Equal(t, want, b.do("POST", "/channels/"+b.Place(n).String()+"/messages", `{"content":"x"}`).status, n)
	}
	assert.Equal(t, 404, b.do("GET", "/guilds/"+(sandbox.GuildID+1).String(), "").status)
	assert.Equal(t, "Sandbox 2", b.do("GET", "/guilds/"+ids.GuildAt(1).String(), "").body["name"])
}
