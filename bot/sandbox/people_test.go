package sandbox_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
	"madbot/bot/sandbox/pagetest"
	ids "madbot/bot/sandbox/wire"
)

// TestPeople: the bot and the page see exactly the configured number of people.
func TestPeople(t *testing.T) {
	t.Parallel()
	dave := ids.DaveID
	for people, there := range map[int]bool{0: false, 3: false, 4: true, 50: true} {
		t.Run(fmt.Sprint(people), func(t *testing.T) {
			t.Parallel()
			b, w := ask(t, &sandbox.Server{People: people})
			is := func(status int) int {
				if there {
					return 200
				}
				return status
			}
			assert.Equal(t, is(404), b.do("GET", "/users/"+dave.String(), "").status)
			assert.Equal(t, 200, b.do("GET", "/users/"+sandbox.BotID.String(), "").status)
			dm := b.do("POST", "/users/@me/channels", `{"recipient_id":"`+dave.String()+`"}`)
			assert.Equal(t, is(400), dm.status)
			assert.Equal(t, is(400), b.page(dave, "GET", "/state", "", nil))
			assert.Equal(t, 400, b.page(sandbox.BotID, "GET", "/state", "", nil))
			said, err := b.Actor("alice").Say(sandbox.MadID, "<@"+dave.String()+">")
			require.NoError(t, err)
			assert.Equal(t, there, len(said.Mentions) == 1)
			var waiting map[string]struct{ Unread, Mentions int }
			require.Equal(t, 200, b.page(sandbox.AliceID, "GET", "/waiting", "", &waiting))
			assert.Len(t, waiting, max(people, 3))
			assert.Equal(t, there, waiting[dave.String()].Mentions == 1)
			assert.Zero(t, waiting[sandbox.AliceID.String()].Unread)
			assert.Equal(t, 1, waiting[sandbox.BobID.String()].Unread)
			h := uses(t, b, w, sandbox.MadID)
			require.Equal(t, 200, h.callback(`{"type":4,"data":{"content":"x","components":[
				{"type":1,"components":[{"type":5,"custom_id":"u"}]}]}}`).status)
			m := h.must().Message
			if !there {
				assert.ErrorAs(t, second(b.Actor("bob").Select(within(t), m.ID, "u", dave.String())), new(sandbox.Refusal))
				assert.Panics(t, func() { b.Actor("dave") })
				return
			}
			assert.Equal(t, "Dave", b.Actor("dave").Name())
			h = b.act(w, func() (sandbox.Answer, error) { return b.Actor("bob").Select(within(t), m.ID, "u", dave.String()) })
			assert.Contains(t, h.Data["resolved"].(map[string]any)["users"], dave.String())
			h.callback(`{"type":6}`)
			h.must()
		})
	}
}

// TestPagePeople: people can be found by name among many, also in a user menu, which lists at most 25.
func TestPagePeople(t *testing.T) {
	pagetest.Parallel(t)
	all := ids.People(50)
	for name, size := range map[string]pagetest.Size{"desk": pagetest.Desk, "phone": pagetest.Phone} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := start(t, &sandbox.Server{People: len(all)})
			b.play(script{"/play": func(b *scriptBot, e event) {
				b.answer(e, 4, object{"content": "With whom?", "components": []object{{"type": 1,
					"components": []object{{"type": 5, "custom_id": "whom"}}}}})
			}, "whom": func(b *scriptBot, e event) { b.tell(e, "With "+e.Data.Values[0]) }}, placeCommands())
			p := pagetest.Open(t, fmt.Sprintf("%s/?as=%d", b.url, sandbox.AliceID), size)
			find := func(menu, typed string, who sandbox.Snowflake) {
				p.Click(id("select", "custom-id", menu), "")
				assert.Equal(t, 25, p.Count(id("select-option"), ""))
				p.Insert(typed)
				p.Click(id("select-option", "value", who.String()), "")
				p.Gone(id("select-list"), "")
			}
			yusuf := slices.Max(all)
			p.Enter("mad")
			assert.Equal(t, 2, p.Count(id("account"), ""))
			find("people", "usu", yusuf)
			p.See(id("account", "name", "yusuf")+`[aria-checked="true"]`, "")
			p.See(id("account", "name", "alice"), "")
			assert.Equal(t, 2, p.Count(id("account"), ""))
			p.Shot("yusuf")
			p.Enter("mad")
			p.Run("/play")
			find("whom", "@WENDY", all[22])
			p.See(only(), "With "+all[22].String())
			_, err := b.Actor("bob").Say(sandbox.MadID, "<@"+all[22].String()+">")
			require.NoError(t, err)
			p.See(".account-find "+id("account-mentions"), "1")
			p.Click(id("select", "custom-id", "people"), "")
			p.See(id("select-option", "name", "wendy")+":first-child", "1")
			p.Shot("waiting")
			p.Insert("nobody")
			p.See(".select-panel", "No results found")
			p.Shot("nobody")
			p.Type(pagetest.Escape)
			p.Become("alice")
			p.Accessible(pagetest.NewAxe(t), "many people")
			assert.Empty(t, p.Broken())
		})
	}
}

// TestMembers: the bot can look up the members of its guild. People who left see and do nothing there until they
// return.
func TestMembers(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	member := func(guild, user sandbox.Snowflake) reply {
		return b.do("GET", "/guilds/"+guild.String()+"/members/"+user.String(), "")
	}
	here := member(ids.GuildID, sandbox.BobID)
	require.Equal(t, 200, here.status)
	assert.Equal(t, sandbox.BobID.String(), here.body["user"].(map[string]any)["id"])
	assert.Equal(t, 200, member(ids.GuildID, sandbox.BotID).status)
	assert.Equal(t, 10013, member(ids.GuildID, 5).code())
	assert.Equal(t, 10004, member(5, sandbox.BobID).code())
	assert.Equal(t, 50001, member(ids.ElsewhereID, sandbox.BobID).code())
	bob := b.Actor("bob")
	bob.Leave(true)
	assert.Equal(t, 10007, member(ids.GuildID, sandbox.BobID).code())
	assert.Equal(t, 200, member(ids.GuildID, sandbox.AliceID).status)
	_, err := bob.Say(sandbox.MadID, "x")
	require.ErrorAs(t, err, new(sandbox.Refusal))
	assert.NotZero(t, bob.DM(), "that stays")
	bob.Leave(false)
	assert.Equal(t, 200, member(ids.GuildID, sandbox.BobID).status)
	_, err = bob.Say(sandbox.MadID, "x")
	require.NoError(t, err)
}
