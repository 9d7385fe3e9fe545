package sandbox_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
	"madbot/bot/sandbox/pagetest"
)

// stage is a sandbox with a bot by script, and the page open.
type stage struct {
	*pagetest.Page
	server   *sandbox.Server
	bot      *scriptBot
	url      string
	restarts atomic.Int32
}

// newStage starts all of it; the test is skipped where there is no browser.
func newStage(t *testing.T, size pagetest.Size, script func(*scriptBot)) *stage {
	t.Helper()
	st := &stage{}
	st.server = &sandbox.Server{Deadline: time.Second, Restart: func(context.Context) error {
		st.restarts.Add(1)
		return nil
	}}
	web := httptest.NewServer(st.server)
	t.Cleanup(func() {
		assert.NoError(t, st.server.Close())
		web.Close()
		assert.Empty(t, st.server.Unhandled())
	})
	st.url = web.URL
	st.bot = startBot(t, web.URL, commands())
	script(st.bot)
	st.bot.connect()
	require.NoError(t, st.server.AwaitBot(t.Context()))
	st.Page = pagetest.Open(t, fmt.Sprintf("%s/?as=%d", web.URL, sandbox.AliceID), size)
	return st
}

func commands() []object {
	choices := []object{{"name": "Softly", "value": "soft"}, {"name": "Loudly", "value": "loud"}}
	return []object{
		{"type": 1, "name": "greet", "description": "Greet somebody", "options": []object{
			{"type": 6, "name": "who", "description": "Whom to greet", "required": true},
			{"type": 3, "name": "tone", "description": "How", "choices": choices},
			{"type": 4, "name": "times", "description": "How often", "min_value": 1, "max_value": 3},
		}},
		{"type": 1, "name": "find", "description": "Find a planet", "options": []object{
			{"type": 3, "name": "planet", "description": "Which", "required": true, "autocomplete": true},
		}},
		{"type": 1, "name": "form", "description": "Fill in a form"},
		{"type": 1, "name": "card", "description": "Show a card"},
		{"type": 1, "name": "silent", "description": "Get no answer"},
		{"type": 2, "name": "Wave at"},
	}
}

// private is the data of an answer that only the person sees.
func private(text string) object {
	return object{"content": text, "flags": sandbox.FlagEphemeral}
}

func TestPageCommand(t *testing.T) {
	t.Parallel()
	st := newStage(t, pagetest.Desk, func(b *scriptBot) {
		b.on("/greet", func(e event) {
			text := fmt.Sprintf("Hello <@%v>, %v, %v times", e.option("who"), e.option("tone"), e.option("times"))
			b.answer(e, sandbox.CallbackMessage, object{"content": text})
		})
	})

	st.Click(pagetest.ID("command-input"), "")
	st.Type("/gr")
	st.See(pagetest.ID("suggestion", "name", "greet"), "Greet somebody")
	st.Type(pagetest.Enter)
	st.Type(pagetest.Escape + pagetest.Enter)
	st.See(pagetest.ID("command-error"), "who: This option is required")
	st.Type("bo")
	st.Click(pagetest.ID("suggestion", "name", "bob"), "")
	st.Type("tone:")
	st.See(pagetest.ID("suggestion"), "Softly")
	st.Type("l" + pagetest.Enter)
	st.Type("times:4" + pagetest.Enter)
	st.See(pagetest.ID("command-error"), "times: Value must be between 1 and 3")
	st.Shot("refused")
	st.Type(pagetest.Backspace + "3" + pagetest.Enter)

	st.See(pagetest.ID("message"), "Hello @Bob, loud, 3 times")
	st.See(pagetest.ID("used"), "Alice used /greet")
	st.Gone(pagetest.ID("message", "mentioned", "true"), "")

	// The other person has a red number, sees the message marked, and it is read then.
	st.See(pagetest.ID("account", "name", "bob")+" "+pagetest.ID("account-mentions"), "1")
	st.Enter("mad")
	st.Become("bob")
	st.See(pagetest.ID("channel", "name", "general")+" "+pagetest.ID("mentions"), "1")
	st.Enter("general")
	st.See(pagetest.ID("message", "mentioned", "true"), "Hello @Bob")
	st.Gone(pagetest.ID("mentions"), "")
	st.Shot("mentioned")
}

func TestPageAutocomplete(t *testing.T) {
	t.Parallel()
	st := newStage(t, pagetest.Phone, func(b *scriptBot) {
		b.on("/find?", func(e event) {
			choices := []object{}
			for _, name := range []string{"Mars", "Mercury", "Venus"} {
				if typed, _ := e.option("planet").(string); typed == name[:min(len(typed), len(name))] {
					choices = append(choices, object{"name": name + " the planet", "value": name})
				}
			}
			b.answer(e, sandbox.CallbackChoices, object{"choices": choices})
		})
		b.on("/find", func(e event) {
			b.answer(e, sandbox.CallbackMessage, private(fmt.Sprintf("Found **%v**", e.option("planet"))))
		})
	})

	st.Click(pagetest.ID("command-input"), "")
	st.Type("/")
	st.Click(pagetest.ID("suggestion", "name", "find"), "")
	st.See(pagetest.ID("suggestion", "value", "Venus"), "Venus the planet")
	st.Type("Me")
	st.Gone(pagetest.ID("suggestion", "value", "Mars"), "")
	st.Shot("choices")
	st.Click(pagetest.ID("suggestion", "value", "Mercury"), "Mercury the planet")
	st.Click(pagetest.ID("send"), "")
	st.See(pagetest.ID("message", "ephemeral", "true"), "Found Mercury")

	// What is private is not shown to others, stays over a reload, and can be dismissed for good.
	st.Become("bob")
	st.Gone(pagetest.ID("message"), "Found")
	st.Become("alice")
	st.Reload()
	st.See(pagetest.ID("only-you"), "Only you can see this")
	st.Click(pagetest.ID("dismiss"), "")
	st.Gone(pagetest.ID("message"), "Found")
	st.Reload()
	st.Gone(pagetest.ID("message"), "Found")

	// Nothing fits: the list says so, and the typed text is sent as it is.
	st.Run("/find planet:Pluto")
	st.See(pagetest.ID("message", "ephemeral", "true"), "Found Pluto")
}

func TestPageControls(t *testing.T) {
	t.Parallel()
	st := newStage(t, pagetest.Desk, func(b *scriptBot) {
		b.on("/greet", func(e event) {
			b.answer(e, sandbox.CallbackMessage, object{"content": "Well?", "components": controls()})
		})
		b.on("good", func(e event) {
			b.answer(e, sandbox.CallbackUpdate, object{"content": "Very well", "components": controls()})
		})
		b.on("mute", func(event) {})
		b.on("fruit", func(e event) {
			b.answer(e, sandbox.CallbackMessage, private(fmt.Sprint("You like ", e.Data.Values)))
		})
		b.on("folk", func(e event) {
			b.answer(e, sandbox.CallbackMessage, private(fmt.Sprint("Chosen: ", len(e.Data.Values))))
		})
		b.on("/silent", func(event) {})
		b.on("Wave at", func(e event) {
			b.answer(e, sandbox.CallbackMessage, private("Waved at <@"+e.Data.TargetID+">"))
		})
	})

	st.Run("/greet @bob")
	st.See(pagetest.ID("message"), "Well?")
	st.Press("Good")
	st.See(pagetest.ID("message"), "Very well")
	st.See(pagetest.ID("message"), "(edited)")
	assert.True(t, st.Has(pagetest.ID("button", "custom-id", "off")+":disabled", "Off"))

	st.Press("Mute")
	st.See(pagetest.ID("failed"), "This interaction failed")
	st.Shot("failed-button")
	st.Choose("fruit", "plum")
	st.See(pagetest.ID("message", "ephemeral", "true"), "You like [plum]")
	st.Choose("folk", sandbox.AliceID.String(), sandbox.CarolID.String())
	st.See(pagetest.ID("message", "ephemeral", "true"), "Chosen: 2")

	st.Run("/silent")
	st.See(pagetest.ID("failed"), "The application did not respond")
	st.RightClick(pagetest.ID("member", "name", "carol"), "")
	st.Click(pagetest.ID("menu-item", "name", "Wave at"), "")
	st.See(pagetest.ID("message", "ephemeral", "true"), "Waved at @Carol")
	st.Shot("controls")

	st.Click(pagetest.ID("restart"), "")
	st.See(pagetest.ID("toast"), "The bot was restarted")
	assert.EqualValues(t, 1, st.restarts.Load())
	st.See(pagetest.ID("bot-state", "online", "true"), "online")
}

func controls() []object {
	return []object{
		{"type": 1, "components": []object{
			{"type": 2, "style": 3, "label": "Good", "custom_id": "good", "emoji": object{"name": "👍"}},
			{"type": 2, "style": 4, "label": "Mute", "custom_id": "mute"},
			{"type": 2, "style": 2, "label": "Off", "custom_id": "off", "disabled": true},
			{"type": 2, "style": 5, "label": "Elsewhere", "url": "https://example.invalid/"},
		}},
		{"type": 1, "components": []object{{"type": 3, "custom_id": "fruit", "options": []object{
			{"label": "Apple", "value": "apple"}, {"label": "Plum", "value": "plum", "description": "Blue"},
		}}}},
		{"type": 1, "components": []object{{"type": 5, "custom_id": "folk", "max_values": 2}}},
	}
}

func TestPageModal(t *testing.T) {
	t.Parallel()
	st := newStage(t, pagetest.Phone, func(b *scriptBot) {
		b.on("/form", func(e event) { b.answer(e, sandbox.CallbackModal, form()) })
		b.on("note", func(e event) {
			b.answer(e, sandbox.CallbackMessage, private(fmt.Sprint("Got ", e.Data.Components)))
		})
	})

	st.Run("/form")
	st.See(pagetest.ID("modal", "custom-id", "note"), "A note")
	st.Click(pagetest.ID("modal-submit"), "")
	st.See(pagetest.ID("modal"), "This field is required")
	st.Shot("modal")
	st.Click(pagetest.ID("modal-input", "custom-id", "text"), "")
	st.Type("keep 222 home")
	st.Choose("when", "daily")
	st.Click(pagetest.ID("modal-submit"), "")
	st.Gone(pagetest.ID("modal"), "")
	got := st.See(pagetest.ID("message", "ephemeral", "true"), "Got")
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
	t.Parallel()
	st := newStage(t, pagetest.Desk, func(b *scriptBot) {
		b.on("/card", func(e event) {
			path := "/interactions/" + e.ID + "/" + e.Token + "/callback"
			b.callWithPicture(http.MethodPost, path, "board.png", card())
		})
		b.on("open", func(e event) {
			b.answer(e, sandbox.CallbackMessage, object{"flags": sandbox.FlagEphemeral, "embeds": []object{{
				"title": "Opened", "description": "**All** of it", "color": 0x3f7fe0,
				"fields": []object{{"name": "Left", "value": "1", "inline": true},
					{"name": "Right", "value": "2", "inline": true}},
				"footer": object{"text": "at the foot"}}}})
		})
	})

	st.Run("/card")
	st.See(pagetest.ID("container"), "Match 1")
	st.See(pagetest.ID("section"), "It is your turn")
	st.Loaded()
	assert.True(t, st.Has(pagetest.ID("picture")+`[alt="A small board"]`, ""))
	st.Press("Open")
	st.See(pagetest.ID("embed"), "All of it")
	st.See(pagetest.ID("embed"), "at the foot")
	st.Shot("card")
	st.Click(pagetest.ID("picture"), "")
	st.See(pagetest.ID("lightbox"), "A small board")
	st.Type(pagetest.Escape)
	st.Gone(pagetest.ID("lightbox"), "")
	st.Click(pagetest.ID("theme"), "")
	st.Shot("card-light")
}

func card() object {
	return object{"type": sandbox.CallbackMessage, "data": object{
		"flags": sandbox.FlagComponentsV2, "attachments": []object{{"id": 0, "filename": "board.png"}},
		"components": []object{{"type": 17, "accent_color": 0xe05252, "components": []object{
			{"type": 10, "content": "## Match 1\n**Alice** against <@" + sandbox.BobID.String() + ">"},
			{"type": 14},
			{"type": 12, "items": []object{{"media": object{"url": "attachment://board.png"},
				"description": "A small board"}}},
			{"type": 9, "components": []object{{"type": 10, "content": "It is your turn"}},
				"accessory": object{"type": 2, "style": 1, "label": "Open", "custom_id": "open"}},
		}}},
	}}
}
