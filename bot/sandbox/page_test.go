package sandbox_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
	"madbot/bot/sandbox/pagetest"
)

// openPage starts a sandbox with a scripted bot, and opens the page as Alice.
func openPage(t *testing.T, server *sandbox.Server, size pagetest.Size, s script) *pagetest.Page {
	t.Helper()
	b := start(t, server)
	t.Cleanup(func() { assert.Empty(t, b.Unhandled()) })
	b.play(s, pageCommands())
	return pagetest.Open(t, fmt.Sprintf("%s/?as=%d", b.url, sandbox.AliceID), size)
}

func id(name string, pairs ...string) string { return pagetest.ID(name, pairs...) }

// only selects ephemeral messages.
func only() string { return id("message", "ephemeral", "true") }

func pageCommands() []object {
	tones := []object{{"name": "Softly", "value": "soft", "name_localizations": object{"fr": "Doux"}}, {"name": "Loudly", "value": "loud"}}
	return []object{
		{"type": 1, "name": "greet", "description": "Greet somebody",
			"name_localizations":        object{"fr": "saluer"},
			"description_localizations": object{"fr": "Saluer quelqu’un"}, "options": []object{
				{"type": 6, "name": "who", "description": "Whom to greet", "required": true},
				{"type": 3, "name": "tone", "name_localizations": object{"fr": "ton"}, "description": "How", "choices": tones},
				{"type": 4, "name": "times", "description": "Count", "min_value": 1, "max_value": 3},
			}},
		{"type": 1, "name": "find", "description": "Find a planet", "options": []object{
			{"type": 3, "name": "planet", "description": "Which", "required": true,
				"autocomplete": true},
		}},
		{"type": 1, "name": "form", "description": "Fill in a form"},
		{"type": 1, "name": "card", "description": "Show a card"},
		{"type": 1, "name": "silent", "description": "Get no answer"},
		{"type": 2, "name": "Wave at"},
	}
}

func TestPageCommand(t *testing.T) {
	pagetest.Parallel(t)
	p := openPage(t, &sandbox.Server{}, pagetest.Desk, script{
		"/greet": func(b *scriptBot, e event) {
			text := fmt.Sprintf("Hello <@%v>, %v, %v times",
				e.option("who"), e.option("tone"), e.option("times"))
			b.answer(e, discordgo.InteractionResponseChannelMessageWithSource, object{"content": text})
		},
	})

	p.Click(id("command-input"), "")
	p.Type("/gr")
	p.See(id("suggestion", "name", "greet"), "Greet somebody")
	p.Type(pagetest.Enter + pagetest.Escape + pagetest.Enter)
	p.See(id("command-error"), "who: This option is required")
	p.Type("bo")
	p.Click(id("suggestion", "name", "bob"), "")
	p.Type("tone:")
	p.See(id("suggestion"), "Softly")
	p.Type("l" + pagetest.Enter + "times:4" + pagetest.Enter)
	p.See(id("command-error"), "times: Value must be between 1 and 3")
	p.Shot("refused")
	p.Type(pagetest.Backspace + "3" + pagetest.Enter)

	p.See(id("message"), "Hello @Bob, loud, 3 times")
	p.See(id("used"), "Alice used /greet")
	p.Gone(id("message", "mentioned", "true"), "")

	// Bob has an unread badge and sees the message highlighted; then it is read
	p.Enter("mad")
	p.See(id("account", "name", "bob")+" "+id("account-mentions"), "1")
	p.Become("bob")
	p.See(id("channel", "name", "general")+" "+id("mentions"), "1")
	p.Shot("badge")
	p.Enter("general")
	p.See(id("message", "mentioned", "true"), "Hello @Bob")
	p.See(id("divider-new"), "New")
	p.Gone(id("mentions"), "")
	p.Shot("mentioned")
}

func TestPageAutocomplete(t *testing.T) {
	pagetest.Parallel(t)
	p := openPage(t, &sandbox.Server{}, pagetest.Phone, script{
		"/find?": func(b *scriptBot, e event) {
			choices := []object{}
			for _, name := range []string{"Mars", "Mercury", "Venus"} {
				typed, _ := e.option("planet").(string)
				if typed == name[:min(len(typed), len(name))] {
					choices = append(choices, object{"name": "Planet " + name, "value": name})
				}
			}
			b.answer(e, discordgo.InteractionApplicationCommandAutocompleteResult, object{"choices": choices})
		},
		"/find": func(b *scriptBot, e event) {
			b.tell(e, fmt.Sprintf("Found **%v**", e.option("planet")))
		},
	})

	p.Click(id("command-input"), "")
	p.Type("/")
	p.Click(id("suggestion", "name", "find"), "")
	p.See(id("suggestion", "value", "Venus"), "Planet Venus")
	p.Type("Me")
	p.Gone(id("suggestion", "value", "Mars"), "")
	p.See(id("suggestion", "value", "Mercury"), "Planet Mercury")
	p.Shot("choices")
	p.Click(id("suggestion", "value", "Mercury"), "Planet Mercury")
	p.Click(id("send"), "")
	p.See(only(), "Found Mercury")

	// an ephemeral message is invisible to others, survives a reload, and can be dismissed
	p.Become("bob")
	p.Gone(id("message"), "Found")
	p.Become("alice")
	p.Reload()
	p.See(only(), "Only you can see this")
	p.Click(id("dismiss"), "")
	p.Gone(id("message"), "Found")
	p.Reload()
	p.Gone(id("message"), "Found")

	// a text that matches no suggestion is sent as it is
	p.Run("/find planet:Pluto")
	p.See(only(), "Found Pluto")
}

func TestPageControls(t *testing.T) {
	pagetest.Parallel(t)
	p := openPage(t, &sandbox.Server{}, pagetest.Desk, script{
		"/greet": func(b *scriptBot, e event) {
			data := object{"content": "Well?", "components": controls()}
			b.answer(e, discordgo.InteractionResponseChannelMessageWithSource, data)
		},
		"good": func(b *scriptBot, e event) {
			data := object{"content": "Very well", "components": controls()}
			b.answer(e, discordgo.InteractionResponseUpdateMessage, data)
		},
		"fruit": func(b *scriptBot, e event) { b.tell(e, fmt.Sprint("Taste: ", e.Data.Values)) },
		"folk": func(b *scriptBot, e event) {
			b.tell(e, fmt.Sprint(len(e.Data.Values), " chosen"))
		},
		"/Wave at": func(b *scriptBot, e event) { b.tell(e, "Waved at <@"+e.Data.TargetID+">") },
	})

	p.Run("/greet @bob")
	p.See(id("message"), "Well?")
	p.Press("Good")
	p.See(id("message"), "Very well")
	assert.True(t, p.Has(id("button", "custom-id", "off")+":disabled", "Off"))

	p.Choose("fruit", "plum")
	p.See(only(), "Taste: [plum]")
	p.See(id("select", "custom-id", "fruit"), "Plum")
	p.Choose("folk", sandbox.AliceID.String(), sandbox.CarolID.String())
	p.See(only(), "2 chosen")

	p.RightClick(id("member", "name", "carol"), "")
	p.Click(id("menu-item", "name", "Wave at"), "")
	p.See(only(), "Waved at @Carol")
	p.Shot("controls")
	p.Click(id("message")+" [data-mention]", "@Carol")
	p.See(id("menu"), "Mention")
	p.Type(pagetest.Escape)
	p.Gone(id("menu"), "")
}

func TestPageWithoutAnswer(t *testing.T) {
	pagetest.Parallel(t)
	ignore := func(*scriptBot, event) {}
	b := start(t, &sandbox.Server{Deadline: time.Second})
	b.play(script{"mute": ignore, "/silent": ignore}, pageCommands())
	post, err := json.Marshal(object{"content": "Well?", "components": controls()})
	require.NoError(t, err)
	general := "/channels/" + sandbox.GeneralID.String() + "/messages"
	require.Equal(t, 200, b.do("POST", general, string(post)).status)
	p := pagetest.Open(t, fmt.Sprintf("%s/?as=%d", b.url, sandbox.AliceID), pagetest.Desk)

	p.Press("Mute")
	p.See(id("failed"), "This interaction failed")
	p.Shot("failed-button")

	// a pending interaction of one person is not shown to another
	p.Run("/silent")
	p.Become("bob")
	p.Run("/silent")
	p.See(id("failed"), "The application did not respond")
	assert.Equal(t, 1, p.Count(id("used"), "/silent"))
}

func controls() []object {
	return []object{
		{"type": 1, "components": []object{
			{"type": 2, "style": 3, "label": "Good", "custom_id": "good",
				"emoji": object{"name": "👍"}},
			{"type": 2, "style": 4, "label": "Mute", "custom_id": "mute"},
			{"type": 2, "style": 2, "label": "Off", "custom_id": "off", "disabled": true},
			{"type": 2, "style": 5, "label": "Elsewhere", "url": "https://example.com/"},
		}},
		{"type": 1, "components": []object{{"type": 3, "custom_id": "fruit", "options": []object{
			{"label": "Apple", "value": "apple"},
			{"label": "Plum", "value": "plum", "description": "Blue"},
		}}}},
		{"type": 1, "components": []object{{"type": 5, "custom_id": "folk", "max_values": 2}}},
	}
}

func TestPageModal(t *testing.T) {
	pagetest.Parallel(t)
	p := openPage(t, &sandbox.Server{}, pagetest.Phone, script{
		"/form": func(b *scriptBot, e event) { b.answer(e, discordgo.InteractionResponseModal, form()) },
		"note":  func(b *scriptBot, e event) { b.tell(e, fmt.Sprint("Got ", e.Data.Components)) },
	})

	p.Run("/form")
	p.See(id("modal", "custom-id", "note"), "A note")
	p.Click(id("modal-submit"), "")
	p.See(id("modal"), "This field is required")
	p.Shot("modal")
	p.Click(id("modal-input", "custom-id", "text"), "")
	p.Type("keep 222 home")
	p.Choose("when", "daily")
	p.Click(id("modal-submit"), "")
	p.Gone(id("modal"), "")
	got := p.See(only(), "Got")
	assert.Contains(t, got, "keep 222 home")
	assert.Contains(t, got, "daily")
}

func form() object {
	return object{"title": "A note", "custom_id": "note", "components": []object{
		{"type": 18, "label": "Text", "description": "Only you see it", "component": object{
			"type": 4, "custom_id": "text", "style": 2, "max_length": 100}},
		{"type": 18, "label": "Remind me", "component": object{
			"type": 3, "custom_id": "when", "required": false, "options": []object{
				{"label": "Never", "value": "never"}, {"label": "Each day", "value": "daily"}}}},
	}}
}

func TestPageCard(t *testing.T) {
	pagetest.Parallel(t)
	p := openPage(t, &sandbox.Server{}, pagetest.Desk, script{
		"/card": func(b *scriptBot, e event) { b.answerWithPicture(e, "board.png", card()) },
		"open": func(b *scriptBot, e event) {
			b.answer(e, discordgo.InteractionResponseChannelMessageWithSource, opened())
		},
	})

	p.Run("/card")
	p.See(id("container"), "Match 1")
	p.See(id("section"), "It is your turn")
	p.Loaded()
	assert.True(t, p.Has(id("picture")+`[alt="A small board"]`, ""))
	p.Press("Open")
	p.See(id("container"), "All of it")
	p.See(id("container"), "at the foot")
	p.Shot("card")
	p.Click(id("picture"), "")
	p.See(id("lightbox"), "A small board")
	p.Type(pagetest.Escape)
	p.Gone(id("lightbox"), "")
	p.Click(id("theme"), "")
	p.Reload()
	p.See(id("container"), "Match 1")
	p.Shot("card-light")
}

func card() object {
	return object{
		"flags":       discordgo.MessageFlagsIsComponentsV2,
		"attachments": []object{{"id": "0", "filename": "board.png"}},
		"components": []object{{"type": 17, "accent_color": 0xe05252, "components": []object{
			{"type": 10, "content": "## Match 1\n**Alice** against **Bob**"},
			{"type": 14},
			{"type": 12, "items": []object{{"media": object{"url": "attachment://board.png"},
				"description": "A small board"}}},
			{"type": 9, "components": []object{{"type": 10, "content": "It is your turn"}},
				"accessory": object{"type": 2, "style": 1, "label": "Open", "custom_id": "open"}},
		}}},
	}
}

func opened() object {
	return object{"flags": discordgo.MessageFlagsEphemeral | discordgo.MessageFlagsIsComponentsV2,
		"components": []object{{"type": 17, "accent_color": 0x3f7fe0, "components": []object{
			{"type": 10, "content": "### Opened\n**All** of it"},
			{"type": 10, "content": "at the foot"}}}}}
}

func TestPageRestart(t *testing.T) {
	pagetest.Parallel(t)
	var restarts atomic.Int32
	server := &sandbox.Server{}
	server.Restart = func(context.Context) error {
		restarts.Add(1)
		server.Drop()
		return nil
	}
	p := openPage(t, server, pagetest.Desk, script{})
	p.See(id("bot-state", "online", "true"), "online")
	p.Click(id("restart"), "")
	p.See(id("toast"), "The bot was restarted")
	assert.EqualValues(t, 1, restarts.Load())

	// this bot stays offline after the restart: the page says so, and commands fail immediately
	p.See(id("bot-state", "online", "false"), "offline")
	p.Run("/silent")
	p.See(id("failed"), "The application did not respond")
	p.Shot("offline")
}
