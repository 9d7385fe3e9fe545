package sandbox_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

const commands = "/applications/1000000000000000031/commands"

func TestComplainsOfABoundOnce(t *testing.T) {
	t.Parallel()
	got := start(t, &sandbox.Server{}).do("PUT", commands, `[{"name":"c","description":"d",
		"options":[{"type":4,"name":"o","description":"d","min_value":-1e17}]}]`)
	require.Equal(t, 400, got.status)
	command := got.body["errors"].(map[string]any)["0"].(map[string]any)
	option := command["options"].(map[string]any)["0"]
	bound := option.(map[string]any)["min_value"].(map[string]any)["_errors"]
	require.Len(t, bound, 1)
}

func TestCommandsLiveAsDiscords(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	first := b.do("PUT", commands, `[{"name":"move","description":"d"}]`)
	require.Equal(t, 200, first.status)
	require.Equal(t, 200, b.do("PUT", commands, `[{"name":"move","description":"g"},
		{"name":"zug","description":"g","name_localizations":{"fr":"coup"}},
		{"type":3,"name":"Move this"}]`).status)
	list := b.Commands()
	require.Len(t, list, 3)
	assert.Equal(t, "g", list[0].Description)
	assert.Equal(t, "coup", list[1].NameIn["fr"])
	assert.Equal(t, first.list[0].(map[string]any)["id"], list[0].ID.String(),
		"a name that stays keeps its id")
	require.NoError(t, b.AwaitCommands(within(t), 3))
	require.Equal(t, 200, b.do("PUT", commands, `[{"name":"move","description":"g"}]`).status)
	guild := "/applications/1000000000000000031/guilds/1000000000000000001/commands"
	assert.Equal(t, 200, b.do("PUT", guild, `[]`).status)
	assert.Len(t, b.Commands(), 1, "the guild's list is another")
}

// TestEntryPoint_Kept: a list that replaces the global commands has to contain the entry point command that exists.
func TestEntryPoint_Kept(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	require.Equal(t, 200, b.do("PUT", commands, `[{"type":4,"name":"launch","description":"","handler":2}]`).status)
	refused := b.do("PUT", commands, `[{"name":"move","description":"d"}]`)
	assert.Equal(t, 400, refused.status)
	assert.Equal(t, 50240, refused.code())
	assert.Equal(t, 400, b.do("PUT", commands, `[]`).status)
	require.Equal(t, 200, b.do("PUT", commands, `[{"name":"move","description":"d"},
		{"type":4,"name":"launch","handler":2}]`).status)
	assert.Len(t, b.Commands(), 2)
	listed := b.do("GET", commands+"?with_localizations=true", "")
	require.Len(t, listed.list, 2)
	id := listed.list[1].(map[string]any)["id"].(string)
	assert.Equal(t, 204, b.do("DELETE", commands+"/"+id, "").status)
	assert.Equal(t, 10063, b.do("DELETE", commands+"/"+id, "").code())
	assert.Equal(t, 200, b.do("PUT", commands, `[]`).status, "it was deleted separately")
}
