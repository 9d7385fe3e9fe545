package sandbox_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

// ask registers /ask and returns a bench with a bot and Alice's use of the command.
func ask(t *testing.T, s *sandbox.Server) (*bench, *wire) {
	t.Helper()
	b := start(t, s)
	w := b.identified("0")
	got := b.do("PUT", commands, `[{"name":"ask","description":"d","options":[
		{"type":6,"name":"who","description":"d"},
		{"type":4,"name":"n","description":"d","min_value":1,"max_value":5},
		{"type":3,"name":"side","description":"d","choices":[{"name":"Red","value":"r"}]},
		{"type":3,"name":"turn","description":"d","autocomplete":true,"max_length":10}]},
		{"name":"note","description":"d","options":[{"type":1,"name":"set","description":"d",
			"options":[{"type":3,"name":"text","description":"d","required":true}]}]},
		{"type":2,"name":"Challenge"},{"type":3,"name":"Explain"},
		{"name":"here","description":"d","contexts":[0]},
		{"name":"owner","description":"d","default_member_permissions":"0"}]`)
	require.Equal(t, 200, got.status, "%v", got.body)
	return b, w
}

// uses starts /ask as Alice in a channel.
func uses(t *testing.T, b *bench, w *wire, channel sandbox.Snowflake,
	options ...sandbox.Option) *happening {
	t.Helper()
	return b.act(w, func() (sandbox.Answer, error) {
		return b.Actor("alice").Command(within(t), channel, "ask", options...)
	})
}

// clicks starts a click of a person.
func clicks(t *testing.T, b *bench, w *wire, person string, message sandbox.Snowflake,
	customID string) *happening {
	t.Helper()
	return b.act(w, func() (sandbox.Answer, error) {
		return b.Actor(person).Click(within(t), message, customID)
	})
}

const withButton = `{"type":4,"data":{"content":"hello","components":[{"type":1,"components":[
	{"type":2,"style":1,"label":"Go","custom_id":"go"},
	{"type":2,"style":1,"label":"No","custom_id":"no","disabled":true}]}]}}`

func TestInteractionCarriesWhatRealOnesDo(t *testing.T) {
	t.Parallel()
	b, w := ask(t, &sandbox.Server{})
	alice, bob := b.Actor("alice"), b.Actor("bob")
	require.NoError(t, alice.SetLocale("fr"))
	require.NoError(t, alice.SetGuildLocale("de"))
	require.Error(t, alice.SetLocale("tlh"))
	require.Error(t, bob.SetGuildLocale("fr"))
	h := uses(t, b, w, sandbox.QuietID, sandbox.Option{Name: "who", Value: bob.ID()},
		sandbox.Option{Name: "n", Value: 3})
	raw := h.Raw
	assert.Equal(t, sandbox.BotID.String(), raw["application_id"])
	assert.Equal(t, sandbox.GuildID.String(), raw["guild_id"])
	assert.Equal(t, "fr", raw["locale"])
	assert.Equal(t, "de", raw["guild_locale"])
	assert.EqualValues(t, 0, raw["context"])
	assert.Equal(t, map[string]any{"0": sandbox.GuildID.String(), "1": alice.ID().String()},
		raw["authorizing_integration_owners"])
	assert.Equal(t, []any{}, raw["entitlements"])
	assert.EqualValues(t, 10<<20, raw["attachment_size_limit"])
	assert.Equal(t, "377856", raw["app_permissions"], "in #quiet, without SEND_MESSAGES")
	member := raw["member"].(map[string]any)
	assert.Equal(t, alice.ID().String(), member["user"].(map[string]any)["id"])
	assert.NotEmpty(t, member["permissions"])
	assert.Nil(t, raw["user"])
	resolved := h.Data["resolved"].(map[string]any)
	assert.Contains(t, resolved["users"], bob.ID().String())
	assert.NotContains(t, resolved["members"].(map[string]any)[bob.ID().String()], "user")
	assert.EqualValues(t, 3, h.Data["options"].([]any)[1].(map[string]any)["value"])
	require.Equal(t, 200, h.callback(withButton).status, "an answer needs no permission to send")
	message := h.must().Message

	h = uses(t, b, w, alice.DM())
	assert.Nil(t, h.Raw["member"])
	assert.Nil(t, h.Raw["guild_id"])
	assert.EqualValues(t, 1, h.Raw["context"])
	assert.Equal(t, alice.ID().String(), h.Raw["user"].(map[string]any)["id"])
	assert.Equal(t, map[string]any{"0": "0", "1": alice.ID().String()},
		h.Raw["authorizing_integration_owners"])
	h.callback(`{"type":5}`)

	h = clicks(t, b, w, "bob", message.ID, "go")
	assert.Equal(t, "go", h.Data["custom_id"])
	assert.EqualValues(t, 2, h.Data["component_type"])
	inner := h.Raw["message"].(map[string]any)
	assert.Equal(t, message.ID.String(), inner["id"])
	assert.NotContains(t, inner, "ephemeral", "what Discord does not send is not sent")
	h.callback(`{"type":6}`)
	h.must()
}

func TestCallbackDeadlines(t *testing.T) {
	t.Parallel()
	c := &clock{}
	b, w := ask(t, &sandbox.Server{Now: c.now})

	h := uses(t, b, w, sandbox.MadID)
	c.advance(3100 * time.Millisecond)
	late := h.callback(withButton)
	assert.Equal(t, []int{404, 10062}, []int{late.status, late.code()}, "after 3 s")

	h = uses(t, b, w, sandbox.MadID)
	early := h.webhook("POST", "", `{"content":"x"}`)
	assert.Equal(t, []int{404, 10015}, []int{early.status, early.code()},
		"a follow-up before the answer")
	require.Equal(t, 200, h.callback(withButton).status)
	again := h.callback(withButton)
	assert.Equal(t, []int{400, 40060}, []int{again.status, again.code()}, "a second answer")
	c.advance(14 * time.Minute)
	require.Equal(t, 200, uses(t, b, w, sandbox.MadID).callback(withButton).status)
	require.Equal(t, 200, h.webhook("PATCH", "/messages/@original", `{"content":"x"}`).status)
	c.advance(2 * time.Minute)
	dead := h.webhook("PATCH", "/messages/@original", `{"content":"x"}`)
	assert.Equal(t, []int{401, 50027}, []int{dead.status, dead.code()}, "after 15 minutes")
}

func TestNobodyAnswers(t *testing.T) {
	t.Parallel()
	b, w := ask(t, &sandbox.Server{Deadline: 30 * time.Millisecond})
	h := uses(t, b, w, sandbox.MadID)
	out := <-h.answer
	require.ErrorIs(t, out.err, sandbox.ErrNoAnswer)
	assert.Equal(t, 10062, h.callback(withButton).code())
	require.NoError(t, w.ws.Close())
	require.NoError(t, b.AwaitNoBot(within(t)))
	_, err := b.Actor("alice").Command(within(t), sandbox.MadID, "ask")
	assert.ErrorIs(t, err, sandbox.ErrNoAnswer, "at once when no bot is there")
}

func TestDeferral(t *testing.T) {
	t.Parallel()
	b, w := ask(t, &sandbox.Server{})
	alice, bob := b.Actor("alice"), b.Actor("bob")
	h := uses(t, b, w, sandbox.MadID)
	got := h.callback(`{"type":5,"data":{"flags":64}}`)
	require.Equal(t, 200, got.status)
	assert.Equal(t, true, got.body["interaction"].(map[string]any)["response_message_loading"])
	thinking := alice.Messages(sandbox.MadID)[0]
	assert.True(t, thinking.Thinking && thinking.Ephemeral)
	assert.Empty(t, bob.Messages(sandbox.MadID), "private from the start")
	require.Equal(t, 200, h.webhook("PATCH", "/messages/@original", `{"content":"done"}`).status)
	done := alice.Messages(sandbox.MadID)[0]
	assert.Equal(t, "done", done.Content)
	assert.False(t, done.Thinking)
	assert.Nil(t, done.Edited)
	assert.True(t, done.Ephemeral, "and private for good")
	public := b.do("GET", "/channels/1000000000000000012/messages/"+done.ID.String(), "")
	assert.Equal(t, 10008, public.code(), "the channel does not know a private message")
	require.Equal(t, 200, h.webhook("GET", "/messages/@original", "").status)

	follow := h.webhook("POST", "", `{"content":"more"}`)
	require.Equal(t, 200, follow.status)
	assert.Len(t, bob.Messages(sandbox.MadID), 1, "a follow-up chooses anew who sees it")
	id := follow.body["id"].(string)
	assert.Equal(t, 200, h.webhook("PATCH", "/messages/"+id, `{"content":"even more"}`).status)
	assert.Equal(t, 204, h.webhook("DELETE", "/messages/"+id, "").status)
	assert.Equal(t, 10008, h.webhook("GET", "/messages/"+id, "").code())
	assert.Equal(t, 204, h.webhook("DELETE", "/messages/@original", "").status)
	assert.Equal(t, 10008, h.webhook("GET", "/messages/@original", "").code())

	h = uses(t, b, w, sandbox.MadID)
	require.Equal(t, 200, h.callback(`{"type":5}`).status)
	first := h.webhook("POST", "", `{"content":"instead","flags":64}`)
	require.Equal(t, 200, first.status, "%v", first.body)
	list := bob.Messages(sandbox.MadID)
	require.Len(t, list, 1, "the first follow-up takes the place of the thinking message")
	assert.Equal(t, "instead", list[0].Content)
	assert.False(t, list[0].Ephemeral, "and is as public as that was")
	other := b.do("POST", mad, `{"content":"x"}`).body["id"].(string)
	assert.Equal(t, 10008, h.webhook("PATCH", "/messages/"+other, `{"content":"y"}`).code(),
		"a token reaches only its own interaction's messages")
}

func TestComponentsAnswerInPlace(t *testing.T) {
	t.Parallel()
	b, w := ask(t, &sandbox.Server{})
	alice := b.Actor("alice")
	h := uses(t, b, w, sandbox.MadID)
	require.Equal(t, 200, h.callback(withButton).status)
	m := h.must().Message
	assert.Equal(t, "ask", m.Origin.Name)
	assert.Equal(t, alice.ID(), m.Origin.User.ID)

	h = clicks(t, b, w, "bob", m.ID, "go")
	require.Equal(t, 200, h.callback(`{"type":6}`).status)
	require.Equal(t, 200, h.webhook("PATCH", "/messages/@original", `{"content":"second"}`).status)
	assert.Equal(t, "second", alice.Messages(sandbox.MadID)[0].Content)

	h = clicks(t, b, w, "bob", m.ID, "go")
	require.Equal(t, 200, h.callback(`{"type":4,"data":{"content":"only you","flags":64}}`).status)
	assert.Len(t, alice.Messages(sandbox.MadID), 1)
	require.Len(t, b.Actor("bob").Messages(sandbox.MadID), 2)
	private := b.Actor("bob").Messages(sandbox.MadID)[1]
	require.NoError(t, b.Actor("bob").Dismiss(private.ID))
	assert.Len(t, b.Actor("bob").Messages(sandbox.MadID), 1)

	h = clicks(t, b, w, "alice", m.ID, "go")
	require.Equal(t, 200, h.callback(`{"type":7,"data":{"content":"gone","components":[]}}`).status)
	_, err := alice.Click(within(t), m.ID, "go")
	assert.ErrorAs(t, err, new(sandbox.Refusal), "the button is no longer there")
}
