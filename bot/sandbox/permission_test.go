package sandbox_test

import (
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

func TestPermissions(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	send := func() reply {
		return b.do("POST", "/channels/1000000000000000012/messages", "",
			withFiles(t, `{}`, file{"files[0]", "a.txt", "a"}))
	}
	b.SetPermissions(sandbox.MadID, discordgo.PermissionViewChannel|discordgo.PermissionSendMessages)
	assert.Equal(t, 50013, send().code(), "no files")
	b.SetPermissions(sandbox.MadID, 0)
	assert.Equal(t, 50001, send().code(), "no channel")
	assert.Equal(t, 50001, b.do("GET", "/channels/1000000000000000012", "").code())
	b.SetPermissions(sandbox.MadID,
		discordgo.PermissionViewChannel|discordgo.PermissionSendMessages|discordgo.PermissionAttachFiles)
	sent := send()
	assert.Equal(t, 200, sent.status)
	id := sent.body["id"].(string)
	assert.Equal(t, 50001, b.do("GET", mad+"/"+id, "").code(), "no history")
	reply := `{"content":"x","message_reference":{"message_id":"` + id + `"}}`
	assert.Equal(t, 160002, b.do("POST", mad, reply).code(), "no reply to what it cannot read")
	b.SetPermissions(sandbox.MadID, discordgo.PermissionViewChannel)
	more := withFiles(t, `{}`, file{"files[0]", "b.txt", "b"})
	assert.Equal(t, 50013, b.do("PATCH", mad+"/"+id, "", more).code(), "no files in edits either")
}

func TestDirectMessages(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	bob := b.Actor("bob")
	dm := b.do("POST", "/users/@me/channels", `{"recipient_id":"`+bob.ID().String()+`"}`)
	require.Equal(t, 200, dm.status)
	require.Equal(t, bob.DM().String(), dm.body["id"], "one conversation, whoever opens it")
	path := "/channels/" + bob.DM().String() + "/messages"
	require.Equal(t, 200, b.do("POST", path, `{"content":"hello"}`).status)
	unread, pings := bob.Unread(bob.DM())
	assert.Equal(t, [2]int{1, 1}, [2]int{unread, pings}, "a direct message pings without a mention")
	assert.Empty(t, b.Actor("alice").Messages(bob.DM()), "others do not see it")

	bob.CloseDMs(true)
	assert.Equal(t, 50007, b.do("POST", path, `{"content":"hello"}`).code())
	bob.CloseDMs(false)
	assert.Equal(t, 200, b.do("POST", path, `{"content":"hello"}`).status)
}

// TestRoles: a role menu offers the roles of the server; people have their roles on that server only; a deleted role is
// gone everywhere; and all of it is stored.
func TestRoles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	b, w := ask(t, &sandbox.Server{Dir: dir})
	const role = "1000000000000000041"
	menu := func(kind string) string {
		return `{"content":"Who?","components":` + rows(`{"type":6,"custom_id":"who","min_values":0,
		"default_values":[{"type":"`+kind+`","id":"`+role+`"}]}`) + `}`
	}
	assert.Equal(t, 50035, b.do("POST", mad, menu("channel")).code())
	require.Equal(t, 200, b.do("POST", mad, menu("role")).status)
	bob, m := b.Actor("bob"), b.Actor("bob").Messages(sandbox.MadID)[0]
	for _, value := range []string{sandbox.MadID.String(), "5"} {
		assert.ErrorAs(t, second(bob.Select(within(t), m.ID, "who", value)), new(sandbox.Refusal))
	}
	bob.GiveRole(0, true)
	h := b.act(w, func() (sandbox.Answer, error) { return bob.Select(within(t), m.ID, "who", role) })
	assert.Equal(t, []any{role}, h.Data["values"])
	assert.Equal(t, []any{role}, h.Raw["member"].(map[string]any)["roles"])
	assert.Equal(t, "Referees", h.Data["resolved"].(map[string]any)["roles"].(map[string]any)[role].(map[string]any)["name"])
	require.Equal(t, 200, h.callback(`{"type":7,"data":{"content":"Done"}}`).status)
	h.must()
	guild, member := "/guilds/"+sandbox.GuildID.String(), "/members/"+bob.ID().String()
	assert.Equal(t, []any{role}, b.do("GET", guild+member, "").body["roles"])
	assert.Equal(t, 200, b.do("GET", guild+"/roles/"+role, "").status)
	assert.Equal(t, 10011, b.do("GET", guild+"/roles/5", "").code())

	again := start(t, &sandbox.Server{Dir: killed(t, dir)})
	assert.Equal(t, []any{role}, again.do("GET", guild+member, "").body["roles"])
	again.DeleteRole()
	assert.Equal(t, 10011, again.do("GET", guild+"/roles/"+role, "").code())
	assert.Empty(t, again.do("GET", guild+member, "").body["roles"])
}
