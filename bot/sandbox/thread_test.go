package sandbox_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

const beginThread = "POST /channels/1000000000000000012/threads"

// thread creates a thread in #mad, and returns its id and path.
func thread(t *testing.T, b *bench, name string) (sandbox.Snowflake, string) {
	t.Helper()
	got := b.do("POST", "/channels/1000000000000000012/threads",
		`{"name":"`+name+`","type":11,"auto_archive_duration":10080}`)
	require.Equal(t, 201, got.status, "%v", got.body)
	id, err := sandbox.ParseSnowflake(got.body["id"].(string))
	require.NoError(t, err)
	return id, "/channels/" + id.String()
}

func TestThread(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	b, w := ask(t, &sandbox.Server{Dir: dir})
	alice, bob := b.Actor("alice"), b.Actor("bob")
	id, at := thread(t, b, "Alice and Bob")
	got := b.do("GET", at, "").body
	for key, want := range map[string]any{"type": 11.0, "name": "Alice and Bob",
		"parent_id": sandbox.MadID.String(), "guild_id": sandbox.GuildID.String(),
		"owner_id": sandbox.BotID.String(), "message_count": 0.0} {
		assert.Equal(t, want, got[key], key)
	}
	assert.Equal(t, 10080.0, got["thread_metadata"].(map[string]any)["auto_archive_duration"])

	require.Equal(t, 200, b.do("POST", at+"/messages", `{"content":"hello <@`+bob.ID().String()+`>"}`).status)
	_, pings := bob.Unread(id)
	assert.Equal(t, 1, pings)
	assert.Empty(t, alice.Messages(sandbox.MadID), "a channel does not hold what is in its threads")
	_, err := bob.Say(id, "here")
	require.NoError(t, err)

	h := uses(t, b, w, id)
	assert.Equal(t, 11.0, h.Raw["channel"].(map[string]any)["type"])
	assert.Equal(t, sandbox.MadID.String(), h.Raw["channel"].(map[string]any)["parent_id"])
	require.Equal(t, 200, h.callback(withButton).status)
	h.must()
	assert.Equal(t, 3.0, b.do("GET", at, "").body["message_count"])

	again := start(t, &sandbox.Server{Dir: killed(t, dir)})
	require.Len(t, again.Threads(sandbox.MadID), 1, "a thread is kept")
	assert.Equal(t, alice.Messages(id), again.Actor("alice").Messages(id))
}

func TestThreadIsArchivedAndLocked(t *testing.T) {
	t.Parallel()
	b, w := ask(t, &sandbox.Server{})
	alice, bob := b.Actor("alice"), b.Actor("bob")
	id, at := thread(t, b, "m1")
	sent := b.do("POST", at+"/messages", `{"content":"turn 1"}`)
	first := at + "/messages/" + sent.body["id"].(string)
	state := func() string {
		c := b.Threads(sandbox.MadID)[0].Thread
		return fmt.Sprint(c.Archived, c.Locked)
	}
	archive := func() reply { return b.do("PATCH", at, `{"archived":true}`) }

	require.Equal(t, 200, archive().status)
	assert.Equal(t, "true false", state())
	assert.Equal(t, 50083, archive().code(), "nothing but to reopen it")
	assert.Equal(t, 50083, b.do("PATCH", first, `{"content":"x"}`).code(), "nothing is edited in it")
	assert.Equal(t, 200, b.do("POST", at+"/messages", `{"content":"turn 2"}`).status)
	assert.Equal(t, "false false", state(), "a message reopens it")
	assert.Equal(t, 200, b.do("PATCH", first, `{"content":"turn one"}`).status)

	require.Equal(t, 200, archive().status)
	h := uses(t, b, w, id)
	require.Equal(t, 200, h.callback(`{"type":4,"data":{"content":"for you","flags":64}}`).status)
	h.must()
	assert.Equal(t, "true false", state(), "what one person sees does not reopen it")
	_, err := bob.Say(id, "still there?")
	require.NoError(t, err)
	assert.Equal(t, "false false", state(), "a person reopens it too")
	require.Equal(t, 200, archive().status)
	require.Equal(t, 200, b.do("PATCH", at, `{"archived":false,"name":"m1 again"}`).status)
	assert.Equal(t, "false false", state())
	assert.Equal(t, "m1 again", b.Threads(sandbox.MadID)[0].Name)

	assert.ErrorAs(t, bob.SetThread(id, false, true), new(sandbox.Refusal), "only who manages threads")
	h = uses(t, b, w, id)
	require.NoError(t, alice.SetThread(id, true, true))
	assert.Equal(t, 50083, h.callback(withButton).code(), "it was locked before the answer")
	assert.Equal(t, 50083, b.do("POST", at+"/messages", `{"content":"turn 3"}`).code())
	assert.Equal(t, 50083, b.do("PATCH", first, `{"content":"x"}`).code())
	assert.Equal(t, 50083, b.do("DELETE", first, "").code())
	assert.Equal(t, 50083, b.do("PATCH", at, `{"archived":false}`).code())
	_, err = bob.Say(id, "hello?")
	assert.ErrorAs(t, err, new(sandbox.Refusal))
	_, err = alice.Say(id, "I may")
	require.NoError(t, err)
	assert.Equal(t, "false true", state(), "a moderator reopens it, and it stays locked")
	assert.Equal(t, 50083, b.do("POST", at+"/messages", `{"content":"turn 3"}`).code())
	assert.Equal(t, 50013, b.do("PATCH", at, `{"locked":false}`).code())
	b.SetPermissions(sandbox.MadID, discordgo.PermissionViewChannel|discordgo.PermissionManageThreads|
		discordgo.PermissionSendMessagesInThreads)
	assert.Equal(t, 200, b.do("POST", at+"/messages", `{"content":"turn 3"}`).status, "so is the bot")
	assert.Equal(t, 200, b.do("PATCH", at, `{"locked":false}`).status)
	assert.Equal(t, "false false", state())
}

func TestThreadsNeedRights(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	_, at := thread(t, b, "m1")
	send := func() int { return b.do("POST", at+"/messages", `{"content":"x"}`).code() }
	begin := func() int {
		return b.do("POST", strings.TrimPrefix(beginThread, "POST "), `{"name":"x","type":11}`).code()
	}
	const view = discordgo.PermissionViewChannel
	b.SetPermissions(sandbox.MadID, view|discordgo.PermissionSendMessages)
	assert.Equal(t, [2]int{50013, 50013}, [2]int{send(), begin()}, "to post in the channel does not help")
	b.SetPermissions(sandbox.MadID, view|discordgo.PermissionSendMessagesInThreads)
	assert.Equal(t, [2]int{-1, 50013}, [2]int{send(), begin()})
	b.SetPermissions(sandbox.MadID, view|discordgo.PermissionCreatePublicThreads)
	assert.Equal(t, [2]int{50013, -1}, [2]int{send(), begin()})
	b.SetPermissions(sandbox.MadID, 0)
	assert.Equal(t, [2]int{50001, 50001}, [2]int{send(), begin()})
}

func TestThereAreOnlySoManyActiveThreads(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{MaxThreads: 2})
	first, at := thread(t, b, "m1")
	thread(t, b, "m2")
	begin := func() reply { return b.do("POST", "/channels/1000000000000000012/threads", `{"name":"m3","type":11}`) }
	assert.Equal(t, 160006, begin().code())
	b.SetThread(first, true, false)
	require.Equal(t, 201, begin().status, "one that is archived does not count")
	assert.Equal(t, 160006, b.do("POST", at+"/messages", `{"content":"x"}`).code(), "to post would reopen it")
	assert.Equal(t, 160006, b.do("PATCH", at, `{"archived":false}`).code())
}

func TestDeletedChannel(t *testing.T) {
	t.Parallel()
	b, w := ask(t, &sandbox.Server{})
	id, at := thread(t, b, "m1")
	require.Equal(t, 200, b.do("POST", at+"/messages", `{"content":"x"}`).status)
	h := uses(t, b, w, id)
	late := uses(t, b, w, sandbox.MadID)
	require.Equal(t, 200, late.callback(`{"type":5}`).status)
	b.DeleteChannel(sandbox.MadID)
	for _, call := range []string{"GET " + at, "POST " + at + "/messages", "PATCH " + at, beginThread, "POST " + mad} {
		method, path, _ := strings.Cut(call, " ")
		assert.Equal(t, 10003, b.do(method, path, "").code(), call)
	}
	assert.Equal(t, 10003, h.callback(withButton).code())
	assert.Equal(t, 10003, late.webhook("PATCH", "/messages/@original", `{"content":"x"}`).code())
	assert.ErrorAs(t, second(b.Actor("alice").Command(within(t), id, "ask")), new(sandbox.Refusal))
	assert.Empty(t, b.Threads(sandbox.MadID))
}

func TestClosedDirectMessagesAreKept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	b := start(t, &sandbox.Server{Dir: dir})
	bob := b.Actor("bob")
	path := "/channels/" + bob.DM().String() + "/messages"
	bob.ShareNoServer(true)
	assert.Equal(t, 50278, b.do("POST", path, `{"content":"hello"}`).code())
	bob.CloseDMs(true)
	again := start(t, &sandbox.Server{Dir: killed(t, dir)})
	assert.Equal(t, 50007, again.do("POST", path, `{"content":"hello"}`).code())
	again.Actor("bob").CloseDMs(false)
	assert.Equal(t, 200, again.do("POST", path, `{"content":"hello"}`).status)
	assert.Equal(t, 200, b.do("POST", "/users/@me/channels",
		`{"recipient_id":"`+bob.ID().String()+`"}`).status, "the conversation opens all the same")
}

func TestMenuOfChannels(t *testing.T) {
	t.Parallel()
	b, w := ask(t, &sandbox.Server{})
	alice := b.Actor("alice")
	inThread, _ := thread(t, b, "m1")
	sent := b.do("POST", mad, `{"content":"Where?","components":`+rows(`{"type":8,"custom_id":"where","channel_types":[0],
		"min_values":0,"max_values":2,"default_values":[{"type":"channel","id":"1000000000000000012"}]}`)+`}`)
	require.Equal(t, 200, sent.status, "%v", sent.body)
	m := alice.Messages(sandbox.MadID)[0]
	for _, values := range [][]string{{inThread.String()}, {sandbox.LoungeID.String()}, {"5"},
		{sandbox.MadID.String(), sandbox.MadID.String()},
		{sandbox.MadID.String(), sandbox.GeneralID.String(), sandbox.QuietID.String()}} {
		_, err := alice.Select(within(t), m.ID, "where", values...)
		assert.ErrorAs(t, err, new(sandbox.Refusal), "%v", values)
	}
	for _, values := range [][]string{{}, {sandbox.GeneralID.String(), sandbox.MadID.String()}} {
		h := b.act(w, func() (sandbox.Answer, error) { return alice.Select(within(t), m.ID, "where", values...) })
		got := []string{}
		for _, v := range h.Data["values"].([]any) {
			got = append(got, v.(string))
		}
		assert.Equal(t, values, got)
		require.Equal(t, 200, h.callback(`{"type":7,"data":{"content":"Done"}}`).status)
		h.must()
	}
}

func TestCommandsOfWhoManagesTheServer(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	w := b.identified("0")
	require.Equal(t, 200, b.do("PUT", commands, `[{"name":"server","description":"d","contexts":[0],
		"default_member_permissions":"32"}]`).status)
	alice, bob := b.Actor("alice"), b.Actor("bob")
	h := asks(t, b, w, alice, sandbox.MadID, "server")
	assert.NotEmpty(t, h.Raw["member"].(map[string]any)["permissions"])
	require.Equal(t, 204, b.do("POST", strings.TrimPrefix(h.path(), "POST "), `{"type":4,"data":{"content":"x"}}`).status)
	h.must()
	assert.ErrorAs(t, second(bob.Command(within(t), sandbox.MadID, "server")), new(sandbox.Refusal))
	assert.ErrorAs(t, second(alice.Command(within(t), alice.DM(), "server")), new(sandbox.Refusal),
		"nor in direct messages")
}

// TestThreadUnderAMessage: the thread has the id of its message, which cannot have a second one, and survives its
// deletion.
func TestThreadUnderAMessage(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	mad := "/channels/" + sandbox.MadID.String()
	message := b.do("POST", mad+"/messages", `{"content":"here"}`).body["id"].(string)
	under := mad + "/messages/" + message + "/threads"
	got := b.do("POST", under, `{"name":"x","auto_archive_duration":10080}`)
	require.Equal(t, 201, got.status, "%v", got.body)
	assert.Equal(t, message, got.body["id"])
	assert.Equal(t, sandbox.MadID.String(), got.body["parent_id"])
	assert.Equal(t, 160004, b.do("POST", under, `{"name":"x"}`).code(), "twice")
	require.Equal(t, 204, b.do("DELETE", mad+"/messages/"+message, "").status)
	require.Len(t, b.Threads(sandbox.MadID), 1)
	b.SetPermissions(sandbox.MadID, discordgo.PermissionViewChannel)
	assert.Equal(t, 50013, b.do("POST", under, `{"name":"x"}`).code())
	assert.Empty(t, b.Unhandled())
}
