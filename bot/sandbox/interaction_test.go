package sandbox_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

// ask registers /ask and returns a bench with a bare bot and Alice's use of the command.
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

// uses begins /ask by Alice in a channel.
func uses(t *testing.T, b *bench, w *wire, channel sandbox.Snowflake,
	options ...sandbox.Option) *happening {
	t.Helper()
	return b.act(w, func() (sandbox.Answer, error) {
		return b.Actor("alice").Command(within(t), channel, "ask", options...)
	})
}

// clicks begins a click by a person.
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

func TestRefusesCallbacks(t *testing.T) {
	t.Parallel()
	b, w := ask(t, &sandbox.Server{})
	h := uses(t, b, w, sandbox.MadID)
	bad := func(name, body, leaf string) {
		t.Helper()
		got := h.callback(body)
		assert.Equal(t, []int{400, 50035}, []int{got.status, got.code()}, "%s: %v", name, got.body)
		assert.Contains(t, got.leaves(), leaf, "%s: %v", name, got.body)
	}
	bad("no type", `{}`, "type: BASE_TYPE_REQUIRED")
	bad("pong", `{"type":1}`, "type: BASE_TYPE_CHOICES")
	bad("update of nothing", `{"type":7,"data":{"content":"x"}}`, "type: BASE_TYPE_CHOICES")
	bad("deferred update of nothing", `{"type":6}`, "type: BASE_TYPE_CHOICES")
	bad("choices for a command", `{"type":8,"data":{"choices":[]}}`, "type: BASE_TYPE_CHOICES")
	bad("v2 when deferring", `{"type":5,"data":{"flags":32768}}`, "data.flags: BASE_TYPE_CHOICES")
	bad("long content", `{"type":4,"data":{"content":"`+long(2001)+`"}}`,
		"data.content: BASE_TYPE_MAX_LENGTH")
	titled := func(title, components string) string {
		return `{"type":9,"data":{"custom_id":"m",` + title + `"components":` + components + `}}`
	}
	modal := func(components string) string { return titled(`"title":"t",`, components) }
	input := `{"type":1,"components":[{"type":4,"style":1,"label":"l","custom_id":"i%d"}]}`
	bad("modal without title", titled("", many(1, input)), "data.title: BASE_TYPE_REQUIRED")
	bad("modal title", titled(`"title":"`+long(46)+`",`, many(1, input)),
		"data.title: BASE_TYPE_BAD_LENGTH")
	bad("modal of six", modal(many(6, input)), "data.components: BASE_TYPE_MAX_LENGTH")
	bad("modal of nothing", modal(`[]`), "data.components: BASE_TYPE_BAD_LENGTH")
	bad("modal with a button", modal(rows(button)),
		"data.components.0.components.0.type: BASE_TYPE_CHOICES")
	bad("two inputs of one id", modal(`[`+input+`,`+input+`]`),
		"data.components.1.components.0.custom_id: COMPONENT_CUSTOM_ID_DUPLICATED")
	bad("input label", modal(rows(`{"type":4,"style":1,"label":"`+long(46)+`","custom_id":"i"}`)),
		"data.components.0.components.0.label: BASE_TYPE_BAD_LENGTH")
	wordy := `{"type":4,"style":1,"label":"l","custom_id":"i","placeholder":"` + long(101) + `"}`
	bad("input placeholder", modal(rows(wordy)),
		"data.components.0.components.0.placeholder: BASE_TYPE_MAX_LENGTH")
	labelled := func(fields string) string {
		return modal(`[{"type":18,"label":"l","component":{"type":3,"custom_id":"m",
			"options":[{"label":"a","value":"a"}],` + fields + `}}]`)
	}
	bad("disabled menu", labelled(`"disabled":true`),
		"data.components.0.component.disabled: COMPONENT_DISABLED_IN_MODAL")
	bad("menu that must be answered and may be empty", labelled(`"min_values":0`),
		"data.components.0.component.min_values: NUMBER_TYPE_MIN")
	bad("label of a button", modal(`[{"type":18,"label":"l","component":`+button+`}]`),
		"data.components.0.component.type: BASE_TYPE_CHOICES")
	bad("v2 with content", `{"type":4,"data":{"flags":32768,"content":"x","components":[`+text+
		`]}}`, "data.content: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2")
	bad("label without component", modal(`[{"type":18,"label":"l"}]`),
		"data.components.0.component: BASE_TYPE_REQUIRED")
	empty := h.callback(`{"type":4,"data":{}}`)
	assert.Equal(t, 50006, empty.code())
	require.Equal(t, 200, h.callback(withButton).status, "a refused answer does not count")

	h = b.act(w, func() (sandbox.Answer, error) {
		choices, err := b.Actor("alice").Autocomplete(within(t), sandbox.MadID, "ask", "turn",
			sandbox.Option{Name: "turn", Value: "21"})
		return sandbox.Answer{Choices: choices}, err
	})
	assert.Equal(t, 4, h.Type)
	assert.Equal(t, map[string]any{"name": "turn", "type": 3.0, "value": "21", "focused": true},
		h.Data["options"].([]any)[0])
	bad("message for autocomplete", `{"type":4,"data":{"content":"x"}}`, "type: BASE_TYPE_CHOICES")
	bad("no data", `{"type":8}`, "data: BASE_TYPE_REQUIRED")
	bad("26 choices", `{"type":8,"data":{"choices":`+many(26, `{"name":"n%d","value":"v%d"}`)+`}}`,
		"data.choices: BASE_TYPE_MAX_LENGTH")
	bad("long choice", `{"type":8,"data":{"choices":[{"name":"`+long(101)+`","value":"v"}]}}`,
		"data.choices.0.name: BASE_TYPE_BAD_LENGTH")
	bad("number as a text's choice", `{"type":8,"data":{"choices":[{"name":"n","value":1}]}}`,
		"data.choices.0.value: STRING_TYPE_CONVERT")
	require.Equal(t, 200, h.callback(`{"type":8,"data":{}}`).status,
		"no choices at all is how discordgo sends none")
	assert.Empty(t, h.must().Choices)
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
