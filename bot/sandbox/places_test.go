package sandbox_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

// install registers commands with different installations and contexts.
func install(t *testing.T, s *sandbox.Server) (*bench, *wire) {
	t.Helper()
	b := start(t, s)
	w := b.identified("0")
	got := b.do("PUT", commands, `[
		{"name":"both","description":"d"},
		{"name":"guild","description":"d","integration_types":[0]},
		{"name":"user","description":"d","integration_types":[1]},
		{"name":"private","description":"d","contexts":[2],"integration_types":[1]},
		{"name":"direct","description":"d","contexts":[1,2],"integration_types":[0,1]},
		{"name":"owner","description":"d","default_member_permissions":"0"},
		{"type":2,"name":"Ask them","contexts":[0,2],"integration_types":[0,1]},
		{"type":3,"name":"Explain"}]`)
	require.Equal(t, 200, got.status, "%v", got.body)
	return b, w
}

// asks starts a command without options as a person in a channel.
func asks(t *testing.T, b *bench, w *wire, person *sandbox.Actor, at sandbox.Snowflake,
	name string) *happening {
	t.Helper()
	return b.act(w, func() (sandbox.Answer, error) { return person.Command(within(t), at, name) })
}

func TestCommandsAreOfferedWhereTheyAreInstalled(t *testing.T) {
	t.Parallel()
	b, _ := install(t, &sandbox.Server{})
	bob := b.Actor("bob")
	for name, c := range map[string]struct {
		at      sandbox.Snowflake
		offered []string
	}{
		"the bot's guild":        {sandbox.MadID, []string{"both", "guild", "user"}},
		"a conversation with it": {bob.DM(), []string{"both", "guild", "user", "direct", "owner"}},
		"a conversation of two": {sandbox.PrivateID,
			[]string{"both", "user", "private", "direct", "owner"}},
		"a group":       {sandbox.GroupID, []string{"both", "user", "private", "direct", "owner"}},
		"another guild": {sandbox.LoungeID, []string{"both", "user"}},
	} {
		t.Run(name, func(t *testing.T) {
			var s struct {
				Channels []struct {
					ID       sandbox.Snowflake
					Commands []sandbox.Snowflake
				}
				Commands []sandbox.Command
			}
			require.Equal(t, 200, b.page(bob.ID(), "GET", "/state", "", &s))
			names := map[sandbox.Snowflake]string{}
			for _, c := range s.Commands {
				if c.Type == 1 {
					names[c.ID] = c.Name
				}
			}
			for _, channel := range s.Channels {
				if channel.ID != c.at {
					continue
				}
				var offered []string
				for _, id := range channel.Commands {
					if names[id] != "" {
						offered = append(offered, names[id])
					}
				}
				assert.Equal(t, c.offered, offered)
				return
			}
			t.Error("the channel is not on the page")
		})
	}
	assert.ErrorAs(t, second(bob.Command(within(t), sandbox.GroupID, "guild")),
		new(sandbox.Refusal))
	assert.ErrorAs(t, second(b.Actor("carol").Command(within(t), sandbox.PrivateID, "user")),
		new(sandbox.Refusal), "she is not in the conversation")
}

func TestInteractionsOutsideTheGuildCarryWhatRealOnesDo(t *testing.T) {
	t.Parallel()
	b, w := install(t, &sandbox.Server{})
	bob := b.Actor("bob")
	mine := map[string]any{"1": bob.ID().String()}
	friends := map[string]any{"type": 3.0, "name": "friends",
		"owner_id": sandbox.AliceID.String(), "icon": nil}
	for name, c := range map[string]struct {
		at         sandbox.Snowflake
		command    string
		context    float64
		owners     map[string]any
		may        string
		recipients []sandbox.Snowflake
		channel    map[string]any
	}{
		"guild, installed there alone": {at: sandbox.MadID, command: "guild", may: "309238025216",
			owners: map[string]any{"0": sandbox.GuildID.String()}},
		"guild, on an account alone": {at: sandbox.MadID, command: "user", may: "309238025216",
			owners: mine},
		"conversation with the bot": {at: bob.DM(), command: "direct", context: 1, may: "442368",
			owners:     map[string]any{"0": "0", "1": bob.ID().String()},
			recipients: []sandbox.Snowflake{bob.ID()}},
		"conversation of two": {at: sandbox.PrivateID, command: "private", context: 2,
			may: "180224", owners: mine, recipients: []sandbox.Snowflake{sandbox.AliceID},
			channel: map[string]any{"type": 1.0}},
		"group": {at: sandbox.GroupID, command: "direct", context: 2, may: "180224", owners: mine,
			recipients: []sandbox.Snowflake{sandbox.AliceID, sandbox.CarolID}, channel: friends},
		"another guild": {at: sandbox.LoungeID, command: "both", may: "311296", owners: mine,
			channel: map[string]any{"guild_id": sandbox.ElsewhereID.String()}},
	} {
		t.Run(name, func(t *testing.T) {
			h := asks(t, b, w, bob, c.at, c.command)
			raw := h.Raw
			assert.EqualValues(t, c.context, raw["context"])
			assert.Equal(t, c.owners, raw["authorizing_integration_owners"])
			assert.Equal(t, c.may, raw["app_permissions"])
			assert.Equal(t, "en-US", raw["locale"])
			channel := raw["channel"].(map[string]any)
			assert.Equal(t, c.at.String(), channel["id"])
			assert.Equal(t, c.at.String(), raw["channel_id"])
			for key, value := range c.channel {
				assert.Contains(t, channel, key)
				assert.Equal(t, value, channel[key])
			}
			var recipients []sandbox.Snowflake
			for _, one := range list(channel["recipients"]) {
				id, err := sandbox.ParseSnowflake(one.(map[string]any)["id"].(string))
				require.NoError(t, err)
				recipients = append(recipients, id)
			}
			assert.Equal(t, c.recipients, recipients)
			inGuild := c.context == 0
			assert.Equal(t, inGuild, raw["member"] != nil)
			assert.Equal(t, inGuild, raw["guild_id"] != nil)
			assert.Equal(t, inGuild, raw["guild_locale"] != nil)
			assert.Equal(t, !inGuild, raw["user"] != nil)
			shown := h.callback(withButton)
			require.Equal(t, 200, shown.status)
			message := shown.body["resource"].(map[string]any)["message"].(map[string]any)
			metadata := message["interaction_metadata"].(map[string]any)
			assert.Equal(t, c.owners, metadata["authorizing_integration_owners"])
			h.must()
		})
	}
}

// list returns a JSON array, nil if v is none.
func list(v any) []any {
	out, _ := v.([]any)
	return out
}

func TestTheBotIsNotWhereOnlyItsUsersAre(t *testing.T) {
	t.Parallel()
	b, w := install(t, &sandbox.Server{})
	said, err := b.Actor("alice").Say(sandbox.PrivateID, "hello")
	require.NoError(t, err)
	h := asks(t, b, w, b.Actor("alice"), sandbox.PrivateID, "user")
	require.Equal(t, 200, h.callback(withButton).status)
	answer := h.must().Message
	for _, at := range []sandbox.Snowflake{sandbox.PrivateID, sandbox.GroupID, sandbox.LoungeID} {
		channel := "/channels/" + at.String()
		for _, call := range []string{"GET " + channel, "POST " + channel + "/messages",
			"GET " + channel + "/messages/" + said.ID.String(),
			"PATCH " + channel + "/messages/" + answer.ID.String(),
			"DELETE " + channel + "/messages/" + answer.ID.String()} {
			b.check(refusal{name: call, call: call, body: `{"content":"x"}`, status: 403, code: 50001})
		}
	}
	list := b.Actor("bob").Messages(sandbox.PrivateID)
	require.Len(t, list, 2)
	assert.Equal(t, "hello", list[1].Content, "the answer is there for the other person too")
	assert.Empty(t, b.Actor("carol").Messages(sandbox.PrivateID))
}

func TestFollowUpsOfAnAccountsAppAreFew(t *testing.T) {
	t.Parallel()
	c := &clock{}
	b, w := install(t, &sandbox.Server{Now: c.now})
	carol := b.Actor("carol")
	for _, at := range []sandbox.Snowflake{sandbox.GroupID, sandbox.LoungeID} {
		h := asks(t, b, w, carol, at, "both")
		require.Equal(t, 200, h.callback(`{"type":5}`).status)
		follow := func() reply { return h.webhook("POST", "", `{"content":"more"}`) }
		require.Equal(t, 200, follow().status, "the first takes the place of the deferral")
		for range 5 {
			require.Equal(t, 200, follow().status)
		}
		sixth := follow()
		assert.Equal(t, []int{400, 40094}, []int{sixth.status, sixth.code()})
		edit := func() reply {
			return h.webhook("PATCH", "/messages/@original", `{"content":"again"}`)
		}
		assert.Equal(t, 200, edit().status)
		c.advance(16 * time.Minute)
		dead := edit()
		assert.Equal(t, []int{401, 50027}, []int{dead.status, dead.code()})
	}
	h := asks(t, b, w, carol, sandbox.MadID, "both")
	require.Equal(t, 200, h.callback(`{"type":5}`).status)
	for range 8 {
		require.Equal(t, 200, h.webhook("POST", "", `{"content":"more"}`).status,
			"no such limit where the bot is")
	}
}

func TestOthersUseWhatAnAccountsAppAnswers(t *testing.T) {
	t.Parallel()
	b, w := install(t, &sandbox.Server{})
	alice, carol := b.Actor("alice"), b.Actor("carol")
	h := asks(t, b, w, alice, sandbox.GroupID, "user")
	require.Equal(t, 200, h.callback(withButton).status)
	m := h.must().Message
	_, pings := carol.Unread(sandbox.GroupID)
	assert.Equal(t, 1, pings, "a group pings without a mention")

	h = clicks(t, b, w, "carol", m.ID, "go")
	assert.Equal(t, carol.ID().String(), h.Raw["user"].(map[string]any)["id"])
	assert.Equal(t, map[string]any{"1": alice.ID().String()}, h.Raw["authorizing_integration_owners"],
		"it goes on for whom it began")
	require.Equal(t, 200, h.callback(`{"type":7,"data":{"content":"clicked"}}`).status)
	assert.Equal(t, "clicked", alice.Messages(sandbox.GroupID)[0].Content)

	h = clicks(t, b, w, "carol", m.ID, "go")
	input := rows(`{"type":4,"style":1,"label":"l","custom_id":"i"}`)
	require.Equal(t, 200, h.callback(`{"type":9,"data":{"custom_id":"m","title":"t","components":`+
		input+`}}`).status)
	opened := h.must()
	h = b.act(w, func() (sandbox.Answer, error) {
		return carol.Submit(within(t), opened, sandbox.Input{CustomID: "i", Value: "v"})
	})
	assert.Equal(t, map[string]any{"1": alice.ID().String()}, h.Raw["authorizing_integration_owners"])
	require.Equal(t, 200, h.callback(`{"type":4,"data":{"content":"only you","flags":64}}`).status)
	assert.Len(t, alice.Messages(sandbox.GroupID), 1)
	assert.Len(t, carol.Messages(sandbox.GroupID), 2)
}

// TestAnswersAreHushed: where members may not use external apps, responses are ephemeral.
func TestAnswersAreHushed(t *testing.T) {
	t.Parallel()
	b, w := install(t, &sandbox.Server{})
	bob := b.Actor("bob")
	for i, first := range []string{withButton, `{"type":5}`} {
		h := asks(t, b, w, bob, sandbox.HushedID, "both")
		require.Equal(t, 200, h.callback(first).status)
		if i > 0 {
			require.Equal(t, 200, h.webhook("PATCH", "/messages/@original", `{"content":"x"}`).status)
		}
		more := h.webhook("POST", "", `{"content":"more"}`)
		require.Equal(t, 200, more.status)
		assert.EqualValues(t, discordgo.MessageFlagsEphemeral, more.body["flags"])
		assert.Empty(t, b.Actor("alice").Messages(sandbox.HushedID), first)
		assert.Len(t, bob.Messages(sandbox.HushedID), 2*(i+1))
	}
}

func TestMenuCommands(t *testing.T) {
	t.Parallel()
	b, w := install(t, &sandbox.Server{})
	alice := b.Actor("alice")
	for _, at := range []sandbox.Snowflake{sandbox.MadID, sandbox.GroupID, sandbox.LoungeID} {
		t.Run(at.String(), func(t *testing.T) {
			h := b.act(w, func() (sandbox.Answer, error) {
				return alice.UserCommand(within(t), at, "Ask them", sandbox.BobID)
			})
			bob := sandbox.BobID.String()
			assert.Equal(t, []any{2.0, bob}, []any{h.Data["type"], h.Data["target_id"]})
			resolved := h.Data["resolved"].(map[string]any)
			assert.Contains(t, resolved["users"], bob)
			assert.Equal(t, at != sandbox.GroupID, resolved["members"] != nil)
			require.Equal(t, 200, h.callback(withButton).status)
			shown := h.must().Message
			assert.EqualValues(t, 23, shown.Type)
			assert.Equal(t, sandbox.BobID, shown.Origin.TargetUser.ID)

			said, err := b.Actor("carol").Say(at, fmt.Sprintf("about %d", at))
			require.NoError(t, err)
			h = b.act(w, func() (sandbox.Answer, error) {
				return alice.MessageCommand(within(t), at, "Explain", said.ID)
			})
			assert.Equal(t, []any{3.0, said.ID.String()}, []any{h.Data["type"], h.Data["target_id"]})
			messages := h.Data["resolved"].(map[string]any)["messages"].(map[string]any)
			assert.Equal(t, said.Content, messages[said.ID.String()].(map[string]any)["content"])
			require.Equal(t, 200, h.callback(`{"type":4,"data":{"content":"so","flags":64}}`).status)
			shown = h.must().Message
			assert.Equal(t, said.ID, shown.Origin.TargetMessageID)
			require.NotNil(t, shown.Reference)
			assert.Equal(t, said.ID, shown.Reference.MessageID)
			_, err = alice.MessageCommand(within(t), at, "Explain", shown.ID)
			assert.ErrorAs(t, err, new(sandbox.Refusal), "not on a private message")
		})
	}
	assert.ErrorAs(t, second(alice.UserCommand(within(t), alice.DM(), "Ask them", sandbox.BobID)),
		new(sandbox.Refusal), "not for conversations with the bot")
}
