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

// placeCommands are commands that are offered in different places.
func placeCommands() []object {
	anywhere := []int{0, 1}
	return []object{
		{"type": 1, "name": "play", "description": "Play here", "integration_types": anywhere},
		{"type": 1, "name": "channel", "description": "Set the channel up",
			"integration_types": []int{0}},
		{"type": 2, "name": "Challenge to a match", "integration_types": anywhere},
		{"type": 3, "name": "Explain this turn", "integration_types": anywhere},
	}
}

// openPlaces opens the page as Alice, with a bot.
func openPlaces(t *testing.T, size pagetest.Size) (*bench, *pagetest.Page) {
	t.Helper()
	b := start(t, &sandbox.Server{})
	b.play(script{
		"/play": func(b *scriptBot, e event) {
			b.answer(e, discordgo.InteractionResponseChannelMessageWithSource,
				object{"content": "Well?", "components": controls()})
		},
		"good": func(b *scriptBot, e event) {
			b.answer(e, discordgo.InteractionResponseUpdateMessage, object{"content": "Very well"})
		},
		"/Challenge to a match": func(b *scriptBot, e event) {
			b.answer(e, discordgo.InteractionResponseChannelMessageWithSource,
				object{"content": "A match, <@" + e.Data.TargetID + ">?"})
		},
		"/Explain this turn": func(b *scriptBot, e event) { b.tell(e, "About "+e.Data.TargetID) },
	}, placeCommands())
	return b, pagetest.Open(t, fmt.Sprintf("%s/?as=%d", b.url, sandbox.AliceID), size)
}

// TestPagePlaces: people can use apps from their accounts where the bot is not, visibly to others.
func TestPagePlaces(t *testing.T) {
	pagetest.Parallel(t)
	for name, size := range map[string]pagetest.Size{"desk": pagetest.Desk, "phone": pagetest.Phone} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, p := openPlaces(t, size)
			for _, place := range []struct{ name, other, seen string }{
				{"bob", "bob", "alice"}, {"friends", "carol", "friends"}, {"lounge", "bob", "lounge"},
			} {
				p.Enter(place.name)
				p.Click(id("command-input"), "")
				p.Type("/")
				p.See(id("suggestion", "name", "play"), "")
				assert.False(t, p.Has(id("suggestion", "name", "channel"), ""))
				p.Type(pagetest.Backspace)
				p.Run("/play")
				p.See(id("message"), "Well?")
				if size == pagetest.Desk {
					assert.False(t, p.Has(id("member", "name", "MAD"), ""))
				}
				p.Shot(place.name)
				p.Become(place.other)
				p.Enter(place.seen)
				p.See(id("message"), "Well?")
				p.Press("Good")
				p.See(id("message"), "Very well")
				p.Become("alice")
			}
			p.Enter("hushed")
			p.Run("/play")
			p.See(only(), "Well?")
			p.Become("bob")
			p.Enter("hushed")
			assert.False(t, p.Has(id("message"), "Well?"))
			assert.Empty(t, b.Unhandled())
			if size == pagetest.Phone {
				p.Click(id("menu-button"), "")
			}
			p.See(".sidebar", "Elsewhere")
			p.Named()
			p.Shot("list")
		})
	}
}

// TestPageMenus: the context menus of users and messages have the commands of apps, on a right click and a long
// press.
func TestPageMenus(t *testing.T) {
	pagetest.Parallel(t)
	for name, size := range map[string]pagetest.Size{"desk": pagetest.Desk, "phone": pagetest.Phone} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, p := openPlaces(t, size)
			said, err := b.Actor("carol").Say(sandbox.GeneralID, "a turn")
			require.NoError(t, err)
			open := func(selector, text, item, shot string) {
				seen := func() {
					p.See(id("menu-apps"), item)
					p.Shot(shot)
				}
				if size == pagetest.Phone {
					p.LongPress(selector, text, seen)
				} else {
					p.RightClick(selector, text)
					seen()
				}
				p.Click(id("menu-item", "name", item), "")
			}
			open(id("message")+" "+id("content"), "a turn", "Explain this turn", "message")
			p.See(only(), "About "+said.ID.String())
			p.See(id("used"), "Alice used Explain this turn")
			open(id("message")+" "+id("author"), "Carol", "Challenge to a match", "person")
			p.See(id("message"), "A match, @Carol?")
			p.See(id("used"), "Alice used Challenge to a match")

			// the keyboard goes through the items from the last to the first
			p.Click(id("message")+" "+id("author"), "Carol")
			p.See(id("menu-item", "name", "Mention")+":focus", "")
			p.Type(pagetest.Up)
			p.See(id("menu-item", "name", "Challenge to a match")+":focus", "")
			p.Type(pagetest.Escape)
			p.Gone(id("menu"), "")
		})
	}
}
