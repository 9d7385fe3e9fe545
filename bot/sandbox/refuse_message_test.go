package sandbox_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

// refusal is one line of the tables: a call and how Discord answers it.
type refusal struct {
	name   string
	call   string // "METHOD /path"
	body   string
	status int
	code   int
	leaf   string // "path: CODE" in the tree of a 50035
	edit   func(*http.Request)
}

// check makes every call of a table.
func check(t *testing.T, b *bench, table []refusal) {
	t.Helper()
	for _, r := range table {
		t.Run(r.name, func(t *testing.T) {
			var edits []func(*http.Request)
			if r.edit != nil {
				edits = append(edits, r.edit)
			}
			method, path, _ := strings.Cut(r.call, " ")
			got := b.do(method, path, r.body, edits...)
			assert.Equal(t, r.status, got.status, "%v", got.body)
			if r.code >= 0 {
				assert.Equal(t, r.code, got.code(), "%v", got.body)
			}
			if r.leaf != "" {
				assert.Contains(t, got.leaves(), r.leaf, "%v", got.body)
			}
		})
	}
}

// many repeats a JSON value n times, with %d as its number, in an array.
func many(n int, value string) string {
	list := make([]string, n)
	for i := range list {
		list[i] = strings.ReplaceAll(value, "%d", fmt.Sprint(i))
	}
	return "[" + strings.Join(list, ",") + "]"
}

// rows wraps components in one action row.
func rows(components string) string { return `[{"type":1,"components":[` + components + `]}]` }

const (
	button = `{"type":2,"style":1,"label":"b","custom_id":"b%d"}`
	text   = `{"type":10,"content":"t"}`
	toMad  = "POST /channels/1000000000000000012/messages"
	v2Open = `{"flags":32768,"components":`
)

func long(n int) string { return strings.Repeat("x", n) }

func TestRefusesMessages(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	bad := func(name, body, leaf string) refusal {
		return refusal{name: name, call: toMad, body: body, status: 400, code: 50035, leaf: leaf}
	}
	check(t, b, []refusal{
		{name: "nothing", call: toMad, body: `{}`, status: 400, code: 50006},
		{name: "only spaces", call: toMad, body: `{"content":" \n "}`, status: 400, code: 50006},
		{name: "not JSON", call: toMad, body: `{`, status: 400, code: 50109},
		bad("a list", `[]`, ": MODEL_TYPE_CONVERT"),
		bad("content too long", `{"content":"`+long(2001)+`"}`, "content: BASE_TYPE_MAX_LENGTH"),
		bad("content is a number", `{"content":3}`, "content: STRING_TYPE_CONVERT"),
		bad("foreign flag", `{"content":"x","flags":64}`, "flags: BASE_TYPE_CHOICES"),
		bad("nonce too long", `{"content":"x","nonce":"`+long(26)+`"}`,
			"nonce: NONCE_TYPE_TOO_LONG"),
		bad("broken nonce", `{"content":"x","nonce":1.5}`, "nonce: NONCE_TYPE"),
		bad("reply to nothing", `{"content":"x","message_reference":{"message_id":"5"}}`,
			"message_reference: REPLIES_UNKNOWN_MESSAGE"),
		bad("parse and users",
			`{"content":"x","allowed_mentions":{"parse":["users"],"users":["1"]}}`,
			"allowed_mentions: MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"),
		bad("unknown parse", `{"content":"x","allowed_mentions":{"parse":["bots"]}}`,
			"allowed_mentions.parse.0: BASE_TYPE_CHOICES"),
		bad("repeated parse", `{"content":"x","allowed_mentions":{"parse":["users","users"]}}`,
			"allowed_mentions.parse.1: SET_TYPE_ALREADY_CONTAINS_VALUE"),
		bad("repeated user", `{"content":"x","allowed_mentions":{"users":["1","2",1]}}`,
			"allowed_mentions.users.2: SET_TYPE_ALREADY_CONTAINS_VALUE"),
		bad("alt text too long",
			`{"content":"x","attachments":[{"id":"0","description":"`+long(1025)+`"}]}`,
			"attachments.0.description: BASE_TYPE_MAX_LENGTH"),
		bad("attachment without file",
			`{"content":"x","attachments":[{"id":"0","filename":"a.png"}]}`,
			"attachments.0.id: ATTACHMENT_NOT_FOUND"),
		bad("content too long in another script", `{"content":"`+strings.Repeat("é", 2001)+`"}`,
			"content: BASE_TYPE_MAX_LENGTH"),
		bad("flags in words", `{"content":"x","flags":"many"}`, "flags: NUMBER_TYPE_COERCE"),
		bad("attachments as an object", `{"content":"x","attachments":{}}`,
			"attachments: LIST_TYPE_CONVERT"),
		bad("attachment without id", `{"content":"x","attachments":[{"filename":"a.png"}]}`,
			"attachments.0.id: BASE_TYPE_REQUIRED"),
		bad("attachment of a number", `{"content":"x","attachments":[5]}`,
			"attachments.0: MODEL_TYPE_CONVERT"),
		bad("101 users", `{"content":"x","allowed_mentions":{"users":`+many(101, `"%d"`)+`}}`,
			"allowed_mentions.users: BASE_TYPE_MAX_LENGTH"),
		bad("parse roles and roles",
			`{"content":"x","allowed_mentions":{"parse":["roles"],"roles":["1"]}}`,
			"allowed_mentions: MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"),
		bad("reply to no id", `{"content":"x","message_reference":{}}`,
			"message_reference.message_id: BASE_TYPE_REQUIRED"),
		bad("enforced in words", `{"content":"x","enforce_nonce":"yes"}`,
			"enforce_nonce: BOOLEAN_TYPE_CONVERT"),
	})
	assert.Empty(t, b.Actor("alice").Messages(sandbox.MadID), "nothing refused is shown")
}

func TestRefusesComponents(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	bad := func(name, components, leaf string) refusal {
		body := `{"content":"x","components":` + components + `}`
		return refusal{name: name, call: toMad, body: body, status: 400, code: 50035, leaf: leaf}
	}
	menu := func(fields string) string { return rows(`{"type":3,"custom_id":"m",` + fields + `}`) }
	option := `{"label":"l%d","value":"v%d"}`
	at := "components.0.components.0"
	check(t, b, []refusal{
		bad("six rows", many(6, `{"type":1,"components":[`+button+`]}`),
			"components: BASE_TYPE_MAX_LENGTH"),
		bad("six buttons", `[{"type":1,"components":`+many(6, button)+`}]`,
			"components.0.components: BASE_TYPE_MAX_LENGTH"),
		bad("empty row", rows(""), "components.0.components: BASE_TYPE_BAD_LENGTH"),
		bad("button without row", many(1, button), "components.0.type: BASE_TYPE_CHOICES"),
		bad("no type", `[{"components":[]}]`, "components.0.type: BASE_TYPE_REQUIRED"),
		bad("v2 without its flag", `[`+text+`]`, "components.0.type: BASE_TYPE_CHOICES"),
		bad("repeated custom_id", `[{"type":1,"components":[`+button+`,`+button+`]}]`,
			"components.0.components.1.custom_id: COMPONENT_CUSTOM_ID_DUPLICATED"),
		bad("long custom_id", rows(`{"type":2,"style":1,"label":"b","custom_id":"`+long(101)+`"}`),
			at+".custom_id: BASE_TYPE_BAD_LENGTH"),
		bad("no custom_id", rows(`{"type":2,"style":1,"label":"b"}`),
			at+".custom_id: BASE_TYPE_REQUIRED"),
		bad("empty custom_id", rows(`{"type":2,"style":1,"label":"b","custom_id":""}`),
			at+".custom_id: BASE_TYPE_REQUIRED"),
		bad("long label", rows(`{"type":2,"style":1,"label":"`+long(81)+`","custom_id":"b"}`),
			at+".label: BASE_TYPE_MAX_LENGTH"),
		bad("no label", rows(`{"type":2,"style":1,"custom_id":"b"}`),
			at+": BUTTON_COMPONENT_INVALID"),
		bad("no such style", rows(`{"type":2,"style":9,"label":"b","custom_id":"b"}`),
			at+".style: BASE_TYPE_CHOICES"),
		bad("link with custom_id",
			rows(`{"type":2,"style":5,"label":"b","custom_id":"b","url":"https://example.com"}`),
			at+".custom_id: BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE"),
		bad("link without url", rows(`{"type":2,"style":5,"label":"b"}`),
			at+".url: BASE_TYPE_REQUIRED"),
		bad("no emoji", rows(emojiButton("✓")), at+".emoji: COMPONENT_INVALID_EMOJI"),
		bad("two emojis", rows(emojiButton("👍👍")), at+".emoji: COMPONENT_INVALID_EMOJI"),
		bad("emoji and more", rows(emojiButton("👍 x")), at+".emoji: COMPONENT_INVALID_EMOJI"),
		bad("unknown emoji",
			rows(`{"type":2,"style":1,"custom_id":"b","emoji":{"id":"77","name":"ship"}}`),
			at+".emoji: COMPONENT_INVALID_EMOJI"),
		bad("26 options", menu(`"options":`+many(26, option)), at+".options: BASE_TYPE_MAX_LENGTH"),
		bad("no options", menu(`"options":[]`), at+".options: BASE_TYPE_BAD_LENGTH"),
		bad("repeated value",
			menu(`"options":[{"label":"a","value":"v"},{"label":"b","value":"v"}]`),
			at+".options.1.value: SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"),
		bad("long option", menu(`"options":[{"label":"`+long(101)+`","value":"v"}]`),
			at+".options.0.label: BASE_TYPE_BAD_LENGTH"),
		bad("unknown emoji of an option", menu(`"options":[{"label":"a","value":"a",
			"emoji":{"id":"77","name":"ship"}}]`), at+".options.0.emoji: COMPONENT_INVALID_EMOJI"),
		bad("long placeholder", menu(`"placeholder":"`+long(151)+`","options":`+many(1, option)),
			at+".placeholder: BASE_TYPE_MAX_LENGTH"),
		bad("more than there are", menu(`"max_values":3,"options":`+many(2, option)),
			at+".max_values: SELECT_COMPONENT_TOO_FEW_OPTIONS"),
		bad("least above most", menu(`"min_values":2,"max_values":1,"options":`+many(2, option)),
			at+".min_values: SELECT_COMPONENT_INVALID_RANGE"),
		bad("too many defaults", menu(`"options":[{"label":"a","value":"a","default":true},
			{"label":"b","value":"b","default":true}]`),
			at+".options: SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES"),
		bad("option without value", menu(`"options":[{"label":"a"}]`),
			at+".options.0.value: BASE_TYPE_REQUIRED"),
		bad("long description",
			menu(`"options":[{"label":"a","value":"a","description":"`+long(101)+`"}]`),
			at+".options.0.description: BASE_TYPE_MAX_LENGTH"),
		bad("link to nowhere", rows(`{"type":2,"style":5,"label":"b","url":"ftp://example.com"}`),
			at+".url: URL_TYPE_INVALID_SCHEME"),
		bad("menu beside a button",
			rows(`{"type":3,"custom_id":"m","options":`+many(1, option)+`},`+button),
			"components.0.components: COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
	})
}

func TestRefusesComponentsV2(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	bad := func(name, components, leaf string) refusal {
		body := v2Open + components + `}`
		return refusal{name: name, call: toMad, body: body, status: 400, code: 50035, leaf: leaf}
	}
	check(t, b, []refusal{
		bad("content", `[`+text+`],"content":"x"`,
			"content: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"),
		bad("embeds", `[`+text+`],"embeds":[{"title":"t"}]`,
			"embeds: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"),
		bad("41 components", many(41, text), "components: BASE_TYPE_MAX_LENGTH"),
		bad("41 nested components", `[{"type":17,"components":`+many(40, text)+`}]`,
			"components: COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"),
		bad("4001 characters",
			`[{"type":10,"content":"`+long(2000)+`"},{"type":10,"content":"`+long(2001)+`"}]`,
			"components: COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"),
		bad("empty text", `[{"type":10,"content":""}]`, "components.0.content: BASE_TYPE_REQUIRED"),
		bad("section without accessory", `[{"type":9,"components":[`+text+`]}]`,
			"components.0.accessory: BASE_TYPE_REQUIRED"),
		bad("section with four texts",
			`[{"type":9,"components":`+many(4, text)+`,"accessory":`+button+`}]`,
			"components.0.components: BASE_TYPE_MAX_LENGTH"),
		bad("gallery of eleven",
			`[{"type":12,"items":`+many(11, `{"media":{"url":"https://example.com/a.png"}}`)+`}]`,
			"components.0.items: BASE_TYPE_MAX_LENGTH"),
		bad("gallery alt text", `[{"type":12,"items":[{"media":{"url":"https://example.com/a.png"},
			"description":"`+long(1025)+`"}]}]`,
			"components.0.items.0.description: BASE_TYPE_BAD_LENGTH"),
		bad("gallery empty alt text",
			`[{"type":12,"items":[{"media":{"url":"https://example.com/a.png"},"description":""}]}]`,
			"components.0.items.0.description: BASE_TYPE_REQUIRED"),
		bad("gallery without address", `[{"type":12,"items":[{"media":{"url":""}}]}]`,
			"components.0.items.0.media.url: BASE_TYPE_REQUIRED"),
		bad("picture not sent", `[{"type":12,"items":[{"media":{"url":"attachment://a.png"}}]}]`,
			"components.0.items.0.media.url: UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"),
		bad("file from elsewhere", `[{"type":13,"file":{"url":"https://example.com/a"}}]`,
			"components.0.file.url: URL_TYPE_INVALID_SCHEME"),
		bad("colour too large",
			`[{"type":17,"accent_color":16777216,"components":[`+text+`]}]`,
			"components.0.accent_color: NUMBER_TYPE_MAX"),
		bad("empty container", `[{"type":17,"components":[]}]`,
			"components.0.components: BASE_TYPE_BAD_LENGTH"),
		bad("menu as accessory", `[{"type":9,"components":[`+text+`],"accessory":
			{"type":5,"custom_id":"u"}}]`, "components.0.accessory.type: BASE_TYPE_CHOICES"),
		bad("no such spacing", `[{"type":14,"spacing":3}]`,
			"components.0.spacing: BASE_TYPE_CHOICES"),
		bad("container in a container",
			`[{"type":17,"components":[{"type":17,"components":[`+text+`]}]}]`,
			"components.0.components.0.type: BASE_TYPE_CHOICES"),
		bad("repeated id", `[{"type":10,"id":4,"content":"a"},{"type":10,"id":4,"content":"b"}]`,
			"components.1.id: COMPONENT_ID_DUPLICATED"),
		bad("repeated custom_id",
			`[{"type":9,"components":[`+text+`],"accessory":`+button+`},
			{"type":1,"components":[`+button+`]}]`,
			"components.1.components.0.custom_id: COMPONENT_CUSTOM_ID_DUPLICATED"),
		bad("poll", `[`+text+`],"poll":{}`,
			"poll: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"),
		bad("sticker", `[`+text+`],"sticker_ids":["5"]`,
			"sticker_ids: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"),
		bad("six buttons in a container",
			`[{"type":17,"components":[{"type":1,"components":`+many(6, button)+`}]}]`,
			"components.0.components.0.components: BASE_TYPE_MAX_LENGTH"),
		bad("bare button", `[`+button+`]`, "components.0.type: BASE_TYPE_CHOICES"),
		bad("41 with buttons", `[{"type":17,"components":[`+strings.Join([]string{row(0), row(5),
			row(10), row(15), row(20), row(25)}, ",")+`,`+text+`,`+text+`,`+text+`,`+text+`]}]`,
			"components: COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"),
		{name: "nothing", call: toMad, body: v2Open + `[]}`, status: 400, code: 50006},
	})
}

func TestTakesWhatDiscordTakes(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	for name, body := range map[string]string{
		"the longest text":     `{"content":"` + long(2000) + `"}`,
		"text in other script": `{"content":"` + strings.Repeat("é", 2000) + `"}`,
		"25 buttons": `{"content":"x","components":[` + strings.Join([]string{
			row(0), row(5), row(10), row(15), row(20)}, ",") + `]}`,
		"buttons alone":  `{"components":` + rows(emojiButton("⚔️")) + `}`,
		"a keycap":       `{"components":` + rows(emojiButton("1️⃣")) + `}`,
		"a flag":         `{"components":` + rows(emojiButton("🇫🇷")) + `}`,
		"a joined emoji": `{"components":` + rows(emojiButton("👩🏽‍🚀")) + `}`,
		"six rows of five in a container": v2Open + `[{"type":17,"components":[` + strings.Join(
			[]string{row(0), row(5), row(10), row(15), row(20), row(25), text, text}, ",") + `]}]}`,
		"40 components":   v2Open + `[{"type":17,"components":` + many(39, text) + `}]}`,
		"empty beside v2": v2Open + `[` + text + `],"content":"","embeds":null}`,
		"nulls": `{"content":"x","embeds":null,"components":null,
			"allowed_mentions":{"parse":null}}`,
		"number as nonce": `{"content":"x","nonce":123456789012345678}`,
		"missing is fine": `{"content":"x",
			"message_reference":{"message_id":"5","fail_if_not_exists":false}}`,
		"no embeds":        `{"content":"x","embeds":[]}`,
		"digits for a int": `{"content":"x","flags":"4096"}`,
		"a colour as digits": v2Open + `[{"type":17,"accent_color":"255","components":[` + text +
			`]}]}`,
		"users as numbers": `{"content":"x","allowed_mentions":{"users":[1000000000000000021]}}`,
		"link into Discord": `{"components":` +
			rows(`{"type":2,"style":5,"label":"b","url":"discord://-/channels/@me"}`) + `}`,
	} {
		t.Run(name, func(t *testing.T) {
			got := b.do("POST", "/channels/1000000000000000012/messages", body)
			require.Equal(t, 200, got.status, "%v", got.body)
		})
	}
}

// emojiButton is a button that shows an emoji alone.
func emojiButton(name string) string {
	return `{"type":2,"style":3,"custom_id":"b","emoji":{"name":"` + name + `"}}`
}

// row is an action row of five buttons with ids of their own.
func row(from int) string {
	var list []string
	for i := range 5 {
		list = append(list, strings.ReplaceAll(button, "%d", fmt.Sprint(from+i)))
	}
	return `{"type":1,"components":[` + strings.Join(list, ",") + `]}`
}
