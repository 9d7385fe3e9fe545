package sandbox_test

import (
	"fmt"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
	"madbot/bot/sandbox/pagetest"
)

func sizes() map[string]pagetest.Size {
	return map[string]pagetest.Size{"desk": pagetest.Desk, "phone": pagetest.Phone}
}

// TestPageThread: a thread is listed below its channel. People who manage threads can archive and lock it, others
// cannot.
func TestPageThread(t *testing.T) {
	pagetest.Parallel(t)
	for name, size := range sizes() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, p := openPlaces(t, size)
			in, at := thread(t, b, "Alice and Bob")
			require.Equal(t, 200, b.do("POST", at+"/messages", `{"content":"Turn 1"}`).status)
			p.Enter("Alice and Bob")
			p.See(id("message"), "Turn 1")
			p.Shot("thread")
			row := id("channel", "name", "Alice and Bob", "parent", sandbox.MadID.String())
			p.Click(id("thread-menu"), "")
			p.Click(id("menu-item", "name", "Archive thread"), "")
			p.See(`h1 `+id("thread-state"), "archived")
			p.Run("Still here?")
			p.See(id("message"), "Still here?")
			p.Gone(`h1 `+id("thread-state"), "archived")
			p.Click(id("thread-menu"), "")
			p.Click(id("menu-item", "name", "Lock thread"), "")
			p.See(`h1 `+id("thread-state"), "locked")

			p.Become("bob")
			p.Enter("Alice and Bob")
			assert.True(t, p.Has(row+`[data-locked="true"]`, "") || size == pagetest.Phone)
			assert.False(t, p.Has(id("thread-menu"), ""), "only for people who manage threads")
			p.Run("May I?")
			p.See(id("command-error"), "This thread is locked")
			p.Shot("locked")
			b.DeleteChannel(in)
			p.See(id("channel-title"), "general")
		})
	}
}

// TestPageThreadLink: a message with a thread links to it.
func TestPageThreadLink(t *testing.T) {
	pagetest.Parallel(t)
	for name, size := range sizes() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, p := openPlaces(t, size)
			at := "/channels/" + sandbox.MadID.String() + "/messages"
			card := b.do("POST", at, `{"content":"In the thread below"}`).body["id"].(string)
			p.Enter("mad")
			p.See(id("message"), "In the thread below")
			require.Equal(t, 201, b.do("POST", at+"/"+card+"/threads", `{"name":"Alice and Bob"}`).status)
			require.Equal(t, 200, b.do("POST", "/channels/"+card+"/messages", `{"content":"Turn 1"}`).status)
			p.See(id("message", "id", card)+" "+id("thread-link"), "Alice and Bob Open the thread")
			p.Shot("thread-link")
			p.Click(id("thread-link"), "")
			p.See(id("message"), "Turn 1")
			require.Equal(t, 200, b.do("PATCH", "/channels/"+card, `{"archived":true}`).status)
			p.Enter("mad")
			p.See(id("thread-link"), "Alice and Bob archived")
		})
	}
}

// TestPageClosesDirectMessages: the switch below the direct messages blocks the bot's messages, also by keyboard and on
// a phone.
func TestPageClosesDirectMessages(t *testing.T) {
	pagetest.Parallel(t)
	for name, size := range sizes() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, p := openPlaces(t, size)
			send := func() int {
				return b.do("POST", "/channels/"+b.Actor("alice").DM().String()+"/messages", `{"content":"Your turn"}`).code()
			}
			assert.Equal(t, -1, send())
			p.See(id("account", "name", "alice"), "")
			if size == pagetest.Phone {
				p.Click(id("menu-button"), "")
			}
			p.See(id("channel", "name", "MAD", "mentions", "1"), "")
			p.Click(id("dm-switch"), "")
			p.See(id("dm-switch", "closed", "true"), "")
			p.Shot("closed")
			assert.Equal(t, 50007, send())
			p.Type(" ") // the focus has not moved
			p.See(id("dm-switch")+`[aria-checked="true"]`, "")
			assert.Equal(t, -1, send())
		})
	}
}

// menus returns a menu with several picks and one of channels.
func menus(text string, picked ...string) object {
	option := func(value string) object {
		on := false
		for _, p := range picked {
			on = on || p == value
		}
		return object{"label": "Tell " + value, "value": value, "default": on}
	}
	return object{"content": text, "components": []object{
		{"type": 1, "components": []object{{"type": 3, "custom_id": "what", "min_values": 1, "max_values": 3,
			"options": []object{option("turns"), option("results"), option("hints")}}}},
		{"type": 1, "components": []object{{"type": 8, "custom_id": "where", "placeholder": "Where?",
			"channel_types": []int{0}, "min_values": 0, "max_values": 25,
			"default_values": []object{{"type": "channel", "id": sandbox.MadID.String()}}}}},
	}}
}

// TestPagePicksSeveral: several options of a menu can be selected by mouse, finger and keyboard.
func TestPagePicksSeveral(t *testing.T) {
	pagetest.Parallel(t)
	for name, size := range sizes() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := openPage(t, &sandbox.Server{}, size, script{
				"/card": func(b *scriptBot, e event) {
					b.answer(e, discordgo.InteractionResponseChannelMessageWithSource, menus("Settings", "turns"))
				},
				"what": func(b *scriptBot, e event) {
					b.answer(e, discordgo.InteractionResponseUpdateMessage, menus(fmt.Sprint("Got ", e.Data.Values), e.Data.Values...))
				},
				"where": func(b *scriptBot, e event) { b.tell(e, fmt.Sprint("In ", e.Data.Values)) },
			})
			p.Run("/card")
			p.See(id("select", "custom-id", "what"), "Tell turns")
			p.See(id("select", "custom-id", "where"), "# mad")
			p.Choose("what", "results", "hints")
			p.See(id("message"), "Got [turns results hints]")
			p.See(id("select", "custom-id", "what"), "Tell hints")
			p.Click(id("select", "custom-id", "what"), "")
			p.Shot("several")
			p.Type(" " + pagetest.Down + " " + pagetest.Escape) // deselects the first two
			p.See(id("message"), "Got [hints]")
			p.Click(id("select", "custom-id", "where"), "")
			p.See(id("select-option"), "# general")
			p.Shot("channels")
			p.Insert("gen")
			p.Type(pagetest.Enter + pagetest.Escape)
			p.See(id("message"), fmt.Sprintf("In [%d %d]", sandbox.MadID, sandbox.GeneralID))
			p.Click(id("select", "custom-id", "what"), "")
			p.Type(" " + pagetest.Escape)
			p.See(id("select", "custom-id", "what"), "Tell hints") // the minimum is one, so nothing is sent
			p.See(id("message"), "Got [hints]")
		})
	}
}
