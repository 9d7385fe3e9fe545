package sandbox_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

const beginThread = "POST /channels/1000000000000000012/threads"

// thread begins a thread in #mad, and returns its id and its path.
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
	b.SetPermissions(sandbox.MadID, sandbox.PermissionViewChannel|sandbox.PermissionManageThreads|
		sandbox.PermissionSendInThreads)
	assert.Equal(t, 200, b.do("POST", at+"/messages", `{"content":"turn 3"}`).status, "so is the bot")
	assert.Equal(t, 200, b.do("PATCH", at, `{"locked":false}`).status)
	assert.Equal(t, "false false", state())
}

func TestRefusesThreads(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	_, at := thread(t, b, "m1")
	dm := b.Actor("bob").DM().String()
	bad := func(name, body, leaf string) refusal {
		return refusal{name: name, call: beginThread, body: body, status: 400, code: 50035, leaf: leaf}
	}
	public := `{"name":"m2","type":11}`
	check(t, b, []refusal{
		bad("no name", `{"type":11}`, "name: BASE_TYPE_REQUIRED"),
		bad("empty name", `{"type":11,"name":""}`, "name: BASE_TYPE_REQUIRED"),
		bad("long name", `{"type":11,"name":"`+long(101)+`"}`, "name: BASE_TYPE_BAD_LENGTH"),
		bad("odd duration", `{"type":11,"name":"x","auto_archive_duration":7}`,
			"auto_archive_duration: BASE_TYPE_CHOICES"),
		bad("no type of thread", `{"type":5,"name":"x"}`, "type: BASE_TYPE_CHOICES"),
		{name: "unknown channel", call: "POST /channels/5/threads", body: public, status: 404, code: 10003},
		{name: "in a conversation", call: "POST /channels/" + dm + "/threads", body: public, status: 403,
			code: 50003},
		{name: "in a thread", call: "POST " + at + "/threads", body: public, status: 400, code: 50024},
		{name: "in a quiet channel", call: "POST /channels/1000000000000000013/threads", body: public,
			status: 403, code: 50013},
		{name: "in another guild", call: "POST /channels/1000000000000000016/threads", body: public,
			status: 403, code: 50001},
		{name: "change of a conversation", call: "PATCH /channels/" + dm, body: `{"archived":true}`,
			status: 403, code: 50003},
		{name: "change without sense", call: "PATCH " + at, body: `{"archived":"yes"}`, status: 400,
			code: 50035, leaf: "archived: BOOLEAN_TYPE_CONVERT"},
		{name: "lock without the right", call: "PATCH " + at, body: `{"locked":true}`, status: 403,
			code: 50013},
	})
	assert.Empty(t, b.Unhandled())
	for what, call := range map[string][2]string{
		"private threads":    {beginThread, `{"name":"x"}`},
		"threads of type 12": {beginThread, `{"name":"x","type":12}`},
		"slow mode":          {beginThread, `{"name":"x","type":11,"rate_limit_per_user":5}`},
		"flags of a thread":  {"PATCH " + at, `{"flags":2}`},
		"changes of channels that are no threads": {"PATCH /channels/1000000000000000012", `{"name":"x"}`},
	} {
		method, path, _ := strings.Cut(call[0], " ")
		assert.Equal(t, http.StatusNotImplemented, b.do(method, path, call[1]).status, what)
		assert.Contains(t, strings.Join(b.Unhandled(), "\n"), what)
	}
}

func TestThreadsNeedRights(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	_, at := thread(t, b, "m1")
	send := func() int { return b.do("POST", at+"/messages", `{"content":"x"}`).code() }
	begin := func() int {
		return b.do("POST", strings.TrimPrefix(beginThread, "POST "), `{"name":"x","type":11}`).code()
	}
	view := sandbox.PermissionViewChannel
	b.SetPermissions(sandbox.MadID, view|sandbox.PermissionSendMessages)
	assert.Equal(t, [2]int{50013, 50013}, [2]int{send(), begin()}, "to post in the channel does not help")
	b.SetPermissions(sandbox.MadID, view|sandbox.PermissionSendInThreads)
	assert.Equal(t, [2]int{-1, 50013}, [2]int{send(), begin()})
	b.SetPermissions(sandbox.MadID, view|sandbox.PermissionCreateThreads)
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
	for _, call := range []string{"GET " + at, "POST " + at + "/messages", "PATCH " + at, beginThread, toMad} {
		method, path, _ := strings.Cut(call, " ")
		assert.Equal(t, 10003, b.do(method, path, "").code(), call)
	}
	assert.Equal(t, 10003, h.callback(withButton).code())
	assert.Equal(t, 10003, late.webhook("PATCH", "/messages/@original", `{"content":"x"}`).code())
	assert.ErrorAs(t, second(b.Actor("alice").Command(within(t), id, "ask")), new(sandbox.Refusal))
	assert.Empty(t, b.Threads(sandbox.MadID))
}

// TestNewCallsFail: the calls that open conversations and threads can be made to fail once, before they
// are carried out or after.
func TestNewCallsFail(t *testing.T) {
	t.Parallel()
	var next atomic.Pointer[sandbox.Fault]
	b := start(t, &sandbox.Server{Fault: func(*http.Request) *sandbox.Fault { return next.Swap(nil) }})
	_, at := thread(t, b, "m1")
	for call, body := range map[string]string{"PATCH " + at: `{"name":"x"}`,
		beginThread: `{"name":"m2","type":11}`, "POST /users/@me/channels": `{"recipient_id":"1000000000000000022"}`} {
		method, path, _ := strings.Cut(call, " ")
		next.Store(&sandbox.Fault{Status: 503, Code: 130000})
		assert.Equal(t, 130000, b.do(method, path, body).code(), call)
	}
	assert.Len(t, b.Threads(sandbox.MadID), 1)
	next.Store(&sandbox.Fault{Status: 502, After: true})
	assert.Equal(t, 502, b.do("POST", "/channels/1000000000000000012/threads", `{"name":"m2","type":11}`).status)
	assert.Len(t, b.Threads(sandbox.MadID), 2, "only the answer was lost")
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

// channelMenu is a menu of text channels, of which up to two are picked.
const channelMenu = `{"type":8,"custom_id":"where","channel_types":[0],"min_values":0,"max_values":2%s}`

func TestMenuOfChannels(t *testing.T) {
	t.Parallel()
	b, w := ask(t, &sandbox.Server{})
	alice := b.Actor("alice")
	inThread, _ := thread(t, b, "m1")
	picked := fmt.Sprintf(channelMenu, `,"default_values":[{"type":"channel","id":"1000000000000000012"}]`)
	sent := b.do("POST", mad, `{"content":"Where?","components":`+rows(picked)+`}`)
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
	bad := func(name, rest, leaf string) refusal {
		return refusal{name: name, call: toMad, status: 400, code: 50035, leaf: "components.0.components.0." + leaf,
			body: `{"content":"x","components":` + rows(fmt.Sprintf(channelMenu, rest)) + `}`}
	}
	check(t, b, []refusal{
		bad("no such type", `,"channel_types":[99]`, "channel_types.0: BASE_TYPE_CHOICES"),
		bad("default of another kind", `,"default_values":[{"type":"user","id":"5"}]`,
			"default_values.0.type: BASE_TYPE_CHOICES"),
		bad("default without id", `,"default_values":[{"type":"channel"}]`,
			"default_values.0.id: BASE_TYPE_REQUIRED"),
		bad("the same default twice", `,"default_values":[{"type":"channel","id":"5"},{"type":"channel","id":"5"}]`,
			"default_values.1: SET_TYPE_ALREADY_CONTAINS_VALUE"),
		bad("too many defaults", `,"default_values":[{"type":"channel","id":"5"},{"type":"channel","id":"6"},
			{"type":"channel","id":"7"}]`, "default_values: BASE_TYPE_BAD_LENGTH"),
		bad("too few defaults", `,"min_values":2,"default_values":[{"type":"channel","id":"5"}]`,
			"default_values: BASE_TYPE_BAD_LENGTH"),
	})
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
