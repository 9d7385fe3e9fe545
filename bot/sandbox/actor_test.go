package sandbox_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

func TestModals(t *testing.T) {
	t.Parallel()
	b, w := ask(t, &sandbox.Server{})
	alice := b.Actor("alice")
	h := uses(t, b, w, sandbox.MadID)
	require.Equal(t, 200, h.callback(`{"type":9,"data":{"custom_id":"note","title":"A note",
		"components":[
			{"type":1,"components":[{"type":4,"style":2,"label":"Text","custom_id":"text",
				"min_length":2,"max_length":5}]},
			{"type":18,"label":"Colour","component":{"type":3,"custom_id":"colour",
				"required":false,"options":[{"label":"Red","value":"r"}]}}]}}`).status)
	opened := h.must()
	require.NotNil(t, opened.Modal)
	for _, bad := range []string{"", "x", "123456"} {
		_, err := alice.Submit(within(t), opened, sandbox.Input{CustomID: "text", Value: bad})
		require.ErrorAs(t, err, new(sandbox.Refusal))
	}
	good := sandbox.Input{CustomID: "text", Value: "abc"}
	_, err := b.Actor("bob").Submit(within(t), opened, good)
	require.ErrorAs(t, err, new(sandbox.Refusal), "it opened for Alice")

	h = b.act(w, func() (sandbox.Answer, error) {
		red := sandbox.Input{CustomID: "colour", Values: []string{"r"}}
		return alice.Submit(within(t), opened, good, red)
	})
	assert.Equal(t, 5, h.Type)
	assert.Equal(t, "note", h.Data["custom_id"])
	parts := h.Data["components"].([]any)
	assert.Equal(t, "abc",
		parts[0].(map[string]any)["components"].([]any)[0].(map[string]any)["value"])
	assert.Equal(t, []any{"r"}, parts[1].(map[string]any)["component"].(map[string]any)["values"])
	modal := h.callback(`{"type":9,"data":{}}`)
	assert.Contains(t, modal.leaves(), "type: BASE_TYPE_CHOICES", "no modal after a modal")
	assert.Equal(t, 50035, h.callback(`{"type":7,"data":{"content":"x"}}`).code(),
		"there is no message to update")
	require.Equal(t, 200, h.callback(`{"type":4,"data":{"content":"noted"}}`).status)
	assert.Equal(t, "noted", h.must().Message.Content)
}

func TestClientRefuses(t *testing.T) {
	t.Parallel()
	b, w := ask(t, &sandbox.Server{})
	alice := b.Actor("alice")
	h := uses(t, b, w, sandbox.MadID)
	require.Equal(t, 200, h.callback(withButton).status)
	m := h.must().Message
	command := func(channel sandbox.Snowflake, name string, options ...sandbox.Option) error {
		_, err := alice.Command(within(t), channel, name, options...)
		return err
	}
	opt := func(name string, value any) sandbox.Option {
		return sandbox.Option{Name: name, Value: value}
	}
	for name, err := range map[string]error{
		"unknown command":      command(sandbox.MadID, "nothing"),
		"command of the guild": command(alice.DM(), "here"),
		"command of the owner": second(b.Actor("bob").Command(within(t), sandbox.MadID, "owner")),
		"another's channel":    command(b.Actor("bob").DM(), "ask"),
		"unknown option":       command(sandbox.MadID, "ask", opt("nope", 1)),
		"option twice":         command(sandbox.MadID, "ask", opt("n", 1), opt("n", 2)),
		"too small":            command(sandbox.MadID, "ask", opt("n", 0)),
		"too large":            command(sandbox.MadID, "ask", opt("n", 6)),
		"no whole number":      command(sandbox.MadID, "ask", opt("n", 1.5)),
		"not a choice":         command(sandbox.MadID, "ask", opt("side", "b")),
		"too long":             command(sandbox.MadID, "ask", opt("turn", "12345678901")),
		"no such person":       command(sandbox.MadID, "ask", opt("who", "7")),
		"no sub-command":       command(sandbox.MadID, "note"),
		"required in the sub":  command(sandbox.MadID, "note", sandbox.Option{Name: "set"}),
		"disabled button":      second(alice.Click(within(t), m.ID, "no")),
		"no such button":       second(alice.Click(within(t), m.ID, "else")),
		"no such message":      second(alice.Click(within(t), 5, "go")),
		"values for a button":  second(alice.Select(within(t), m.ID, "go", "v")),
		"menu on nobody":       second(alice.UserCommand(within(t), sandbox.MadID, "Challenge", 5)),
		"menu of a message":    second(alice.UserCommand(within(t), sandbox.MadID, "Explain", m.ID)),
		"menu as a chat":       command(sandbox.MadID, "Challenge"),
		"menu on no message":   second(alice.MessageCommand(within(t), sandbox.MadID, "Explain", 5)),
		"empty text":           second(alice.Say(sandbox.MadID, "  ")),
	} {
		assert.ErrorAs(t, err, new(sandbox.Refusal), name)
	}

	h = b.act(w, func() (sandbox.Answer, error) {
		return alice.Command(within(t), sandbox.MadID, "note",
			sandbox.Option{Name: "set", Options: []sandbox.Option{{Name: "text", Value: "x"}}})
	})
	assert.Equal(t, "set", h.Data["options"].([]any)[0].(map[string]any)["name"])
	require.Equal(t, 200, h.callback(withButton).status)
	assert.Equal(t, "note set", h.must().Message.Origin.Name)
}

func TestOwnerHasAllPermissions(t *testing.T) {
	t.Parallel()
	b, w := ask(t, &sandbox.Server{})
	h := b.act(w, func() (sandbox.Answer, error) {
		return b.Actor("alice").Command(within(t), sandbox.MadID, "owner")
	})
	require.Equal(t, 200, h.callback(withButton).status)
	assert.Equal(t, "1125899906842623", h.Raw["member"].(map[string]any)["permissions"])
	h.must()
}

func second[T any](_ T, err error) error { return err }

func TestSelectMenus(t *testing.T) {
	t.Parallel()
	b, w := ask(t, &sandbox.Server{})
	h := uses(t, b, w, sandbox.MadID)
	require.Equal(t, 200, h.callback(`{"type":4,"data":{"content":"x","components":[
		{"type":1,"components":[{"type":3,"custom_id":"m","max_values":2,"options":[
			{"label":"A","value":"a"},{"label":"B","value":"b"},{"label":"C","value":"c"}]}]},
		{"type":1,"components":[{"type":5,"custom_id":"u"}]}]}}`).status)
	m, bob := h.must().Message, b.Actor("bob")
	for _, values := range [][]string{nil, {"x"}, {"a", "a"}, {"a", "b", "c"}} {
		assert.ErrorAs(t, second(bob.Select(within(t), m.ID, "m", values...)), new(sandbox.Refusal),
			"%v", values)
	}
	assert.ErrorAs(t, second(bob.Select(within(t), m.ID, "u", "7")), new(sandbox.Refusal))
	h = b.act(w, func() (sandbox.Answer, error) {
		return bob.Select(within(t), m.ID, "m", "a", "c")
	})
	assert.Equal(t, []any{"a", "c"}, h.Data["values"])
	h.callback(`{"type":6}`)
	h.must()
	h = b.act(w, func() (sandbox.Answer, error) {
		return bob.Select(within(t), m.ID, "u", sandbox.CarolID.String())
	})
	assert.Contains(t, h.Data["resolved"].(map[string]any)["users"], sandbox.CarolID.String())
	h.callback(`{"type":6}`)
	h.must()
}
