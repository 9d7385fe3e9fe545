package sandbox_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
	"madbot/bot/sandbox/pagetest"
)

// panel is an ephemeral message with a board of buttons. All its custom ids change with each step.
type panel struct {
	step, columns int
	emojis        []string // the ids of two emojis
	text          string
}

// cell returns a button of the board; some are disabled.
func (p panel) cell(row, column int) object {
	n := row*p.columns + column
	emoji := object{"id": p.emojis[n%2], "name": "x"}
	return object{"type": 2, "style": 2 + 2*(n%7/6), "custom_id": fmt.Sprintf("cell:%d:%d", p.step, n),
		"label": fmt.Sprintf("%c%d", 'a'+column, row+1), "emoji": emoji, "disabled": n%6 == 5}
}

func (p panel) components() []object {
	inner := []object{{"type": 10, "content": fmt.Sprintf("## Step %d\n<:red:%s> %s", p.step,
		p.emojis[0], p.text)}}
	for row := range 5 {
		var cells []object
		for column := range p.columns {
			cells = append(cells, p.cell(row, column))
		}
		inner = append(inner, object{"type": 1, "components": cells})
	}
	id := func(verb string) string { return fmt.Sprintf("%s:%d", verb, p.step) }
	return []object{{"type": 17, "accent_color": 0xe05252, "components": append(inner,
		object{"type": 14},
		object{"type": 1, "components": []object{
			{"type": 2, "style": 3, "label": "Play", "custom_id": id("play")},
			{"type": 2, "style": 1, "label": "Note", "custom_id": id("note")},
			{"type": 2, "style": 4, "label": "Resign", "custom_id": id("resign")}}},
		object{"type": 1, "components": []object{{"type": 3, "custom_id": id("menu"),
			"placeholder": "More", "options": []object{{"label": "Hint", "value": "hint"},
				{"label": "Undo", "value": "undo"}}}}})}}
}

func (p panel) data() object {
	return object{"flags": discordgo.MessageFlagsEphemeral | discordgo.MessageFlagsIsComponentsV2,
		"components": p.components()}
}

// next returns the panel after a step.
func (p panel) next(e event) panel {
	if _, err := fmt.Sscanf(e.Data.CustomID[len(e.key())+1:], "%d", &p.step); err != nil {
		p.step = 0
	}
	p.step++
	p.text = fmt.Sprint("after ", e.key(), e.Data.Values)
	return p
}

func playsPanel(b *bench, columns int) script {
	b.t.Helper()
	p := panel{columns: columns, text: "to move"}
	picture := base64.StdEncoding.EncodeToString(gradient(b.t, 64, 64))
	for _, name := range []string{"red", "blue"} {
		made := b.do(http.MethodPost, "/applications/"+sandbox.BotID.String()+"/emojis",
			`{"name":"`+name+`","image":"data:image/png;base64,`+picture+`"}`)
		require.Equal(b.t, http.StatusCreated, made.status, made.body)
		p.emojis = append(p.emojis, made.body["id"].(string))
	}
	update := func(b *scriptBot, e event) {
		b.answer(e, discordgo.InteractionResponseUpdateMessage, p.next(e).data())
	}
	return script{
		"/card": func(b *scriptBot, e event) {
			b.answer(e, discordgo.InteractionResponseChannelMessageWithSource, p.data())
		},
		"cell": update, "play": update, "menu": update, "form": update,
		"resign": func(b *scriptBot, e event) {
			b.answer(e, discordgo.InteractionResponseChannelMessageWithSource, p.next(e).data())
		},
		"note": func(b *scriptBot, e event) {
			b.answer(e, discordgo.InteractionResponseModal, object{"title": "A note", "custom_id": "form:7",
				"components": []object{{"type": 18, "label": "Text", "component": object{
					"type": 4, "custom_id": "text", "style": 1}}}})
		},
	}
}

func openPanel(t *testing.T, size pagetest.Size, columns int, also ...script) (*bench, *pagetest.Page) {
	t.Helper()
	b := start(t, &sandbox.Server{})
	plays := playsPanel(b, columns)
	for _, s := range also {
		maps.Copy(plays, s)
	}
	b.play(plays, pageCommands())
	for i := range 30 {
		_, err := b.Actor("carol").Say(sandbox.GeneralID, fmt.Sprintf("line %d", i))
		require.NoError(t, err)
	}
	p := pagetest.Open(t, fmt.Sprintf("%s/?as=%d", b.url, sandbox.AliceID), size)
	p.Run("/card")
	p.See(only(), "Step 0")
	p.Loaded()
	return b, p
}

// TestPageGrid: buttons with short labels form a grid, large enough for a finger.
func TestPageGrid(t *testing.T) {
	pagetest.Parallel(t)
	for name, size := range map[string]pagetest.Size{"desk": pagetest.Desk, "phone": pagetest.Phone} {
		for _, columns := range []int{4, 5} {
			t.Run(fmt.Sprint(name, columns), func(t *testing.T) {
				t.Parallel()
				_, p := openPanel(t, size, columns)
				cells := p.Boxes(id("grid")+" "+id("button"), "")
				require.Len(t, cells, 5*columns)
				for i, cell := range cells {
					assert.InDelta(t, cells[0].Width, cell.Width, 0.5, "all are as wide")
					assert.InDelta(t, cells[i%columns].X, cell.X, 0.5, "in columns")
					assert.InDelta(t, cells[i-i%columns].Y, cell.Y, 0.5, "in rows")
					assert.GreaterOrEqual(t, cell.Height, 40.0)
				}
				last := cells[columns-1]
				assert.LessOrEqual(t, last.X+last.Width, float64(size.Width)-12)
				if size == pagetest.Phone {
					for _, control := range p.Boxes(only()+" "+id("button"), "") {
						assert.GreaterOrEqual(t, control.Height, 40.0)
					}
				}
				assert.True(t, p.Has(id("button", "label", "b1")+` img[alt=":blue:"]`, ""))
				assert.True(t, p.Has(only()+` .text-display img[alt=":red:"]`, ""))
				assert.Positive(t, p.Count(id("grid")+" "+id("button")+":disabled", ""))
				p.Named()
				p.Shot("grid")
				p.Click(id("theme"), "")
				p.Shot("grid-light")
			})
		}
	}
}

// TestPagePanelByKeyboard: a panel can be played by keyboard; the focus keeps its position, whatever the bot shows
// there.
func TestPagePanelByKeyboard(t *testing.T) {
	pagetest.Parallel(t)
	_, p := openPanel(t, pagetest.Desk, 5)
	at := func(customID string) { p.See("[data-custom-id=\""+customID+"\"]:focus", "") }
	p.See(id("command-input")+":focus", "")
	for !p.Has(id("select")+":focus", "") {
		p.Shift(pagetest.Tab)
	}
	p.Shift(pagetest.Tab)
	at("resign:0")
	p.Type(pagetest.Up) // the nearest in the row above
	at("cell:0:22")
	p.Type(pagetest.Right + pagetest.Up) // skips a disabled one
	at("cell:0:19")
	p.Type(pagetest.Left + pagetest.Left) // skips a disabled one
	at("cell:0:16")
	p.Type(pagetest.Enter)
	p.See(only(), "Step 1")
	at("cell:1:16")
	p.Type(" ")
	p.See(only(), "Step 2")
	at("cell:2:16")
	before := p.Scrolled(".timeline")
	p.Shot("focus")

	// a closed modal returns the focus to its button
	p.Type(pagetest.Down + pagetest.Down)
	at("note:2")
	p.Type(pagetest.Enter)
	p.See(id("modal-input")+":focus", "")
	p.Type(pagetest.Escape)
	p.Gone(id("modal"), "")
	at("note:2")
	p.Type(pagetest.Enter)
	p.See(id("modal-input")+":focus", "")
	p.Type("a word" + pagetest.Enter)
	p.Gone(id("modal"), "")
	p.See(only(), "Step 8")
	at("note:8")

	// a menu keeps the focus
	p.Type(pagetest.Tab + pagetest.Tab + pagetest.Down)
	p.See(id("select-option", "value", "hint"), "")
	p.Type(pagetest.Escape)
	p.Gone(id("select-list"), "")
	p.See(`[data-custom-id="menu:8"][aria-expanded=false]:focus`, "")
	p.Type(pagetest.Enter)
	p.See(id("select-option", "value", "undo"), "")
	p.Type(pagetest.Down + pagetest.Enter)
	p.See(only(), "after menu[undo]")
	at("menu:9")
	assert.Equal(t, before, p.Scrolled(".timeline"), "nothing of this moves the page")
}

// TestPagePanelStays: a panel stays in place while others post, and is updated in place.
func TestPagePanelStays(t *testing.T) {
	pagetest.Parallel(t)
	for name, size := range map[string]pagetest.Size{"desk": pagetest.Desk, "phone": pagetest.Phone} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, p := openPanel(t, size, 5)
			play := id("button", "label", "Play")
			for i := range 40 {
				_, err := b.Actor("carol").Say(sandbox.GeneralID, fmt.Sprintf("more %d", i))
				require.NoError(t, err)
			}
			p.See(id("message"), "more 39")
			p.See(id("jump"), "")
			there := p.Boxes(only(), "")[0]
			assert.GreaterOrEqual(t, there.Y, 0.0)
			at := p.Boxes(play, "")[0]
			assert.Less(t, at.Y+at.Height, float64(size.Height))
			p.Shot("talk")
			p.Click(play, "")
			p.See(only(), "Step 1")
			assert.InDelta(t, there.Y, p.Boxes(only(), "")[0].Y, 1)
			p.Click(id("jump"), "")
			p.Gone(id("jump"), "")
			assert.Greater(t, there.Y, p.Boxes(only(), "")[0].Y)
			_, err := b.Actor("carol").Say(sandbox.GeneralID, "the last")
			require.NoError(t, err)
			p.See(id("message"), "the last")
			require.False(t, p.Has(id("jump"), ""), "once it is out of sight it holds nothing")

			// sending a message scrolls to it
			p.Run("/card")
			p.See(only(), "Step 0")
			for i := range 8 {
				p.Run(fmt.Sprintf("mine %d", i))
				p.See(id("message"), fmt.Sprintf("mine %d", i))
				mine := p.Boxes(id("message"), fmt.Sprintf("mine %d", i))[0]
				assert.LessOrEqual(t, mine.Y+mine.Height, p.Boxes(id("composer"), "")[0].Y)
			}
		})
	}
}

// TestPageShowsANewPanel: a panel in a response is scrolled to, even if an older one is visible.
func TestPageShowsANewPanel(t *testing.T) {
	pagetest.Parallel(t)
	for name, size := range map[string]pagetest.Size{"desk": pagetest.Desk, "phone": pagetest.Phone} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, p := openPanel(t, size, 5)
			for i := range 3 {
				_, err := b.Actor("carol").Say(sandbox.GeneralID, fmt.Sprintf("more %d", i))
				require.NoError(t, err)
			}
			p.See(id("message"), "more 2")
			p.Press("Resign")
			p.See(only(), "Step 1")
			becomes(t, func() bool {
				last := p.Boxes(only()+" "+id("button", "label", "Resign"), "")[1]
				return last.Y+last.Height < p.Boxes(id("composer"), "")[0].Y
			})
			p.Enter("mad")
			p.Enter("general")
			assert.False(t, p.Has(id("jump"), ""), "whoever comes back is at the end")
		})
	}
}

// TestPageShowsAnAnswer: a response without controls is scrolled to, even if the panel goes out of sight.
func TestPageShowsAnAnswer(t *testing.T) {
	pagetest.Parallel(t)
	_, p := openPanel(t, pagetest.Phone, 5, script{"resign": func(b *scriptBot, e event) {
		b.answer(e, discordgo.InteractionResponseChannelMessageWithSource, object{
			"flags": discordgo.MessageFlagsEphemeral, "content": "You resigned." + strings.Repeat("\nA pity.", 20)})
	}})
	p.Press("Resign")
	p.See(only(), "You resigned")
	becomes(t, func() bool {
		last := p.Boxes(only(), "You resigned")[0]
		return last.Y+last.Height <= p.Boxes(id("composer"), "")[0].Y+1
	})
	assert.False(t, p.Has(id("jump"), ""))
	assert.Empty(t, p.Clipped(".topbar-name"), "the channel's name has room on a phone")
}

// TestPagePanelStaysWhenTheBoardGoes: a panel stays in sight when the board above it is deleted and posted again
// below it.
func TestPagePanelStaysWhenTheBoardGoes(t *testing.T) {
	pagetest.Parallel(t)
	for name, size := range map[string]pagetest.Size{"desk": pagetest.Desk, "phone": pagetest.Phone} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := start(t, &sandbox.Server{})
			b.play(playsPanel(b, 5), pageCommands())
			general := "/channels/" + sandbox.GeneralID.String() + "/messages"
			post := `{"content":"` + strings.Repeat(`board\n`, 60) + `"}`
			board := b.do(http.MethodPost, general, post)
			require.Equal(t, http.StatusOK, board.status)
			alice := b.Actor("alice")
			panel, err := alice.Command(within(t), sandbox.GeneralID, "card")
			require.NoError(t, err)
			p := pagetest.Open(t, fmt.Sprintf("%s/?as=%d", b.url, sandbox.AliceID), size)
			p.See(only(), "Step 0")
			p.Loaded()
			p.Hold(id("channel-title"), "", func() {
				require.Equal(t, http.StatusOK, b.do(http.MethodPost, general, post).status)
				gone := b.do(http.MethodDelete, general+"/"+board.body["id"].(string), "")
				require.Equal(t, http.StatusNoContent, gone.status)
				_, err := alice.Click(within(t), panel.Message.ID, "play:0")
				require.NoError(t, err)
			})
			p.See(only(), "Step 1")
			p.See(id("jump"), "")
			assert.Positive(t, p.Boxes(only(), "")[0].Y)
		})
	}
}

// TestPageGalleryOfOne: the only picture of a gallery has its own size, unless it is wider than its container.
func TestPageGalleryOfOne(t *testing.T) {
	pagetest.Parallel(t)
	data := card()
	data["components"] = append(data["components"].([]object), object{"type": 13,
		"file": object{"url": "attachment://board.png"}})
	for name, size := range map[string]pagetest.Size{"desk": pagetest.Desk, "phone": pagetest.Phone} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := openPage(t, &sandbox.Server{}, size, script{
				"/card": func(b *scriptBot, e event) { b.answerWithPicture(e, "board.png", data) },
			})
			p.Run("/card")
			assert.Regexp(t, `^board\.png[\d.]+ (bytes|KB)$`, p.See(id("file"), "board.png"))
			p.See(id("container"), "Match 1")
			p.Loaded()
			picture, container := p.Boxes(id("picture"), "")[0], p.Boxes(id("container"), "")[0]
			assert.InDelta(t, min(gradientWidth, container.Width-34), picture.Width, 4)
			assert.LessOrEqual(t, container.X+container.Width, float64(size.Width)-12)
			p.Shot("gallery")
		})
	}
}

// TestPageMenuWaits: a menu that waits for a response keeps the focus and accepts no other choice.
func TestPageMenuWaits(t *testing.T) {
	pagetest.Parallel(t)
	b := start(t, &sandbox.Server{})
	answer := make(chan struct{})
	b.play(script{"fruit": func(b *scriptBot, e event) {
		<-answer
		b.tell(e, fmt.Sprint("Taste: ", e.Data.Values))
	}}, pageCommands())
	post, err := json.Marshal(object{"content": "Well?", "components": controls()})
	require.NoError(t, err)
	general := "/channels/" + sandbox.GeneralID.String() + "/messages"
	require.Equal(t, 200, b.do("POST", general, string(post)).status)
	p := pagetest.Open(t, fmt.Sprintf("%s/?as=%d", b.url, sandbox.AliceID), pagetest.Desk)
	p.Choose("fruit", "plum")
	fruit := id("select", "custom-id", "fruit")
	p.See(fruit+"[aria-disabled=true]:focus", "Plum")
	p.Type(pagetest.Enter)
	require.False(t, p.Has(id("select-list"), ""))
	close(answer)
	p.See(only(), "Taste: [plum]")
	p.See(fruit+":not([aria-disabled]):focus", "Plum")
}
