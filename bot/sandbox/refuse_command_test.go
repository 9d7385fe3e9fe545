package sandbox_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

const commands = "/applications/1000000000000000031/commands"

func TestRefusesCommands(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	bad := func(name, body, leaf string) refusal {
		leaf = "0." + leaf
		if strings.HasPrefix(leaf, "0.:") {
			leaf = strings.Replace(leaf, ".", "", 1)
		}
		return refusal{name: name, call: "PUT " + commands, body: "[" + body + "]", status: 400,
			code: 50035, leaf: leaf}
	}
	with := func(options string) string {
		return `{"name":"c","description":"d","options":[` + options + `]}`
	}
	opt := func(fields string) string {
		return with(`{"type":3,"name":"o","description":"d",` + fields + `}`)
	}
	num := func(fields string) string {
		return with(`{"type":4,"name":"o","description":"d",` + fields + `}`)
	}
	plain := `{"type":3,"name":"o%d","description":"d"}`
	sub := `{"type":1,"name":"s","description":"d"}`
	check(t, b, []refusal{
		bad("capital", `{"name":"Challenge","description":"d"}`,
			"name: APPLICATION_COMMAND_INVALID_NAME"),
		bad("space", `{"name":"a b","description":"d"}`, "name: APPLICATION_COMMAND_INVALID_NAME"),
		bad("long name", `{"name":"`+long(33)+`","description":"d"}`, "name: BASE_TYPE_BAD_LENGTH"),
		bad("no name", `{"description":"d"}`, "name: BASE_TYPE_REQUIRED"),
		bad("no description", `{"name":"c"}`, "description: BASE_TYPE_REQUIRED"),
		bad("long description", `{"name":"c","description":"`+long(101)+`"}`,
			"description: BASE_TYPE_BAD_LENGTH"),
		bad("bad translation", `{"name":"c","description":"d","name_localizations":{"de":"Zug"}}`,
			"name_localizations.de: APPLICATION_COMMAND_INVALID_NAME"),
		bad("unknown language", `{"name":"c","description":"d","name_localizations":{"xx":"zug"}}`,
			"name_localizations.xx: BASE_TYPE_CHOICES"),
		bad("long translation",
			`{"name":"c","description":"d","description_localizations":{"fr":"`+long(101)+`"}}`,
			"description_localizations.fr: BASE_TYPE_BAD_LENGTH"),
		bad("26 options", with(strings.Trim(many(26, plain), "[]")),
			"options: BASE_TYPE_MAX_LENGTH"),
		bad("same name twice",
			with(strings.Repeat(`,{"type":3,"name":"o","description":"d"}`, 2)[1:]),
			"options.1.name: APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"),
		bad("translation of another's name", with(`{"type":3,"name":"a","description":"d"},
			{"type":3,"name":"b","description":"d","name_localizations":{"de":"a"}}`),
			"options.1.name_localizations: APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"),
		bad("required after optional", with(`{"type":3,"name":"a","description":"d"},
			{"type":3,"name":"b","description":"d","required":true}`),
			"options.1: APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"),
		bad("option without type", with(`{"name":"a","description":"d"}`),
			"options.0.type: BASE_TYPE_REQUIRED"),
		bad("26 choices", opt(`"choices":`+many(26, `{"name":"n%d","value":"v%d"}`)),
			"options.0.choices: BASE_TYPE_MAX_LENGTH"),
		bad("same choice twice",
			opt(`"choices":[{"name":"n","value":"a"},{"name":"n","value":"b"}]`),
			"options.0.choices.1.name: APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"),
		bad("choice of the wrong type", num(`"choices":[{"name":"n","value":"a"}]`),
			"options.0.choices.0.value: NUMBER_TYPE_COERCE"),
		bad("choice too long", opt(`"choices":[{"name":"n","value":"`+long(101)+`"}]`),
			"options.0.choices.0.value: BASE_TYPE_MAX_LENGTH"),
		bad("choices and autocomplete",
			opt(`"autocomplete":true,"choices":[{"name":"n","value":"v"}]`),
			"options.0.choices: APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE"),
		bad("autocomplete of a user",
			with(`{"type":6,"name":"o","description":"d","autocomplete":true}`),
			"options.0.autocomplete: APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"),
		bad("min above max", num(`"min_value":5,"max_value":4`),
			"options.0.min_value: APPLICATION_COMMAND_OPTIONS_MIN_MAX_INVALID"),
		bad("min length above max", opt(`"min_length":5,"max_length":4`),
			"options.0.min_length: APPLICATION_COMMAND_OPTIONS_MIN_MAX_INVALID"),
		bad("max length of 6001", opt(`"max_length":6001`),
			"options.0.max_length: NUMBER_TYPE_MAX"),
		bad("min of a text", opt(`"min_value":1`),
			"options.0.min_value: APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"),
		bad("length of a number", num(`"max_length":1`),
			"options.0.max_length: APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"),
		bad("sub-command beside an option", with(sub+`,`+strings.ReplaceAll(plain, "%d", "")),
			"options: APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"),
		bad("empty group", with(`{"type":2,"name":"g","description":"d"}`),
			"options.0: APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"),
		bad("sub-command in a sub-command",
			with(`{"type":1,"name":"g","description":"d","options":[`+sub+`]}`),
			"options.0: APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"),
		bad("8001 characters", `{"name":"c","description":"d","options":`+heavy()+`}`,
			": APPLICATION_COMMAND_TOO_LARGE"),
		bad("menu with description", `{"type":2,"name":"Challenge to MAD","description":"d"}`,
			"description: APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION"),
		bad("menu with options", `{"type":3,"name":"Explain","options":[`+
			strings.ReplaceAll(plain, "%d", "")+`]}`,
			"options: APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS"),
		bad("menu without name", `{"type":3}`, "name: BASE_TYPE_REQUIRED"),
		bad("menu with a long name", `{"type":3,"name":"`+long(33)+`"}`,
			"name: BASE_TYPE_BAD_LENGTH"),
		bad("menu with a long translation",
			`{"type":2,"name":"Ask","name_localizations":{"de":"`+long(33)+`"}}`,
			"name_localizations.de: BASE_TYPE_BAD_LENGTH"),
		bad("unknown installation", `{"name":"c","description":"d","integration_types":[2]}`,
			"integration_types.0: BASE_TYPE_CHOICES"),
		bad("unknown context", `{"name":"c","description":"d","contexts":[7]}`,
			"contexts.0: BASE_TYPE_CHOICES"),
		bad("repeated context", `{"name":"c","description":"d","contexts":[1,1]}`,
			"contexts.1: SET_TYPE_ALREADY_CONTAINS_VALUE"),
		bad("no installation", `{"name":"c","description":"d","integration_types":[]}`,
			"integration_types: BASE_TYPE_BAD_LENGTH"),
		bad("no permission", `{"name":"c","description":"d","default_member_permissions":""}`,
			"default_member_permissions: NUMBER_TYPE_COERCE"),
		bad("empty translation", `{"name":"c","description":"d","name_localizations":{"de":null}}`,
			"name_localizations.de: BASE_TYPE_REQUIRED"),
		bad("broken bound", num(`"min_value":1.5`), "options.0.min_value: NUMBER_TYPE_COERCE"),
		bad("repeated channel type",
			with(`{"type":7,"name":"o","description":"d","channel_types":[0,0]}`),
			"options.0.channel_types.1: SET_TYPE_ALREADY_CONTAINS_VALUE"),
		bad("unknown channel type",
			with(`{"type":7,"name":"o","description":"d","channel_types":[99]}`),
			"options.0.channel_types.0: BASE_TYPE_CHOICES"),
		{name: "name twice in a list", call: "PUT " + commands, status: 400, code: 50035,
			body: `[{"name":"c","description":"d"},{"name":"c","description":"d"}]`,
			leaf: "1.name: APPLICATION_COMMANDS_DUPLICATE_NAME"},
		{name: "name twice in a language", call: "PUT " + commands, status: 400, code: 50035,
			body: `[{"name":"c","description":"d","name_localizations":{"de":"z"}},
				{"name":"e","description":"d","name_localizations":{"de":"z","fr":"z"}}]`,
			leaf: "1.name_localizations: APPLICATION_COMMANDS_DUPLICATE_NAME"},
		{name: "translation of another command's name", call: "PUT " + commands, status: 400, code: 50035,
			body: `[{"name":"c","description":"d"},{"name":"e","description":"d","name_localizations":{"de":"c"}}]`,
			leaf: "1.name_localizations: APPLICATION_COMMANDS_DUPLICATE_NAME"},
		{name: "101 commands", call: "PUT " + commands, status: 400, code: 30032,
			body: many(101, `{"name":"c%d","description":"d"}`)},
		{name: "16 user commands", call: "PUT " + commands, status: 400, code: 30032,
			body: many(16, `{"type":2,"name":"C%d"}`)},
		{name: "16 message commands", call: "PUT " + commands, status: 400, code: 30032,
			body: many(16, `{"type":3,"name":"C%d"}`)},
		{name: "not a list", call: "PUT " + commands, status: 400, code: 50035, body: `{}`},
		{name: "another guild", call: "PUT /applications/1000000000000000031/guilds/5/commands",
			status: 403, code: 50001, body: `[]`},
	})
	assert.Empty(t, b.Commands(), "nothing refused is registered")
}

// heavy are options whose names, descriptions and choices together are too long, though each is
// not.
func heavy() string {
	choice := `{"name":"` + long(98) + `%d","value":"` + long(98) + `%d"}`
	return `[{"type":3,"name":"a","description":"d","choices":` + many(25, choice) + `},` +
		`{"type":3,"name":"b","description":"d","choices":` + many(25, choice) + `}]`
}

func TestTakesCommandsThatDiscordTakes(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	for name, fields := range map[string]string{
		"permissions as a number": `"default_member_permissions":8`,
		"digits in a set":         `"contexts":["0","1"],"integration_types":["0"]`,
		"digits for a number": `"options":[{"type":3,"name":"o","description":"d",
			"max_length":"5"}]`,
		"an empty choice": `"options":[{"type":3,"name":"o","description":"d",
			"choices":[{"name":"n","value":""}]}]`,
		"its own name": `"name_localizations":{"de":"c","fr":"ç"}`,
		"any channel":  `"options":[{"type":7,"name":"o","description":"d","channel_types":[]}]`,
	} {
		t.Run(name, func(t *testing.T) {
			got := b.do("PUT", commands, `[{"name":"c","description":"d",`+fields+`}]`)
			require.Equal(t, 200, got.status, "%v", got.body)
		})
	}
}

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
