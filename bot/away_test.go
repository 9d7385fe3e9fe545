package bot

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/sandbox"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// in runs a command in a channel and returns the answer.
func (w *world) in(a *sandbox.Actor, channel sandbox.Snowflake, name string, options ...sandbox.Option,
) sandbox.Message {
	w.t.Helper()
	answer, err := a.Command(w.within(), channel, name, options...)
	require.NoError(w.t, err)
	require.NotNil(w.t, answer.Message)
	return w.filled(a, *answer.Message)
}

// posted waits until the newest public message of a channel contains parts.
func (w *world) posted(a *sandbox.Actor, channel sandbox.Snowflake, parts ...string) sandbox.Message {
	w.t.Helper()
	var last sandbox.Message
	_, err := a.AwaitMessages(w.within(), channel, func(list []sandbox.Message) bool {
		public := publicOf(list)
		if len(public) == 0 {
			return false
		}
		last = public[len(public)-1]
		return holdsAll(last.Text(), parts)
	})
	require.NoError(w.t, err, "waiting for %q, seen: %q", parts, last.Text())
	return last
}

// TestAway_News: news that the board does not show is above it, even if the board comes with a reply.
func TestAway_News(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start("positioning", "false")
	tb.deliver(id, func(d *play.Delivery) { d.Venue.Away = true })
	acts := func(c *dispatch.Call, pings ...match.PlayerID) string {
		t.Helper()
		c.Venue.Away = true
		reply := tb.ok(tb.pressed(c))
		require.NotNil(t, reply.Post)
		assert.ElementsMatch(t, pings, reply.Post.Ping)
		return reply.Post.Text
	}
	press := func(p match.PlayerID, verb ui.Verb, arg string) *dispatch.Call {
		c, m := tb.call(p), tb.match(id)
		c.ID = ui.ID{Verb: verb, Match: id, Ply: m.Moment(), Arg: arg}
		return c
	}
	tb.plans(bob, id, "211-c4 211xc4")
	assert.Contains(t, acts(press(alice, ui.Tap, "play 211-c4")),
		"<@101> played **211-c4**; <@102> had a reply ready.\n")
	assert.NotContains(t, acts(press(alice, ui.Tap, "play 122-b3"), bob), "had planned")
	assert.Contains(t, acts(press(alice, ui.TakeBack, "3")), "**<@101> took back their last turn.**\n")
	tb.uses(bob, tb.notices(), "Direct messages")
	acts(press(alice, ui.Tap, "play 122-b3")) // he gets a private message
}

// TestAway_Hidden: where only they would see a challenge, people learn what to do instead.
func TestAway_Hidden(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	said := w.in(w.alice, sandbox.HushedID, "challenge",
		sandbox.Option{Name: "opponent", Value: w.bob.ID().String()})
	assert.Contains(t, said.Text(), "only you'd see my answers")
	assert.Contains(t, w.command(w.bob, "games").Text(), "You have no games")
}

// TestContextMenus: the menus of a person challenge them and show a match with them.
func TestContextMenus(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	answer, err := w.alice.UserCommand(w.within(), w.mad, "Challenge to MAD", w.bob.ID())
	require.NoError(t, err)
	assert.Contains(t, answer.Message.Text(), "Challenge sent to")
	card := w.sees(w.bob, "challenges")
	answer, err = w.carol.MessageCommand(w.within(), w.mad, "Show this game", card.ID)
	require.NoError(t, err)
	assert.Contains(t, answer.Message.Text(), "challenges")
	w.click(w.bob, card, "Accept")
	board := w.sees(w.bob, "your turn")
	answer, err = w.carol.MessageCommand(w.within(), w.mad, "Show this game", board.ID)
	require.NoError(t, err)
	assert.Contains(t, answer.Message.Text(), "to move")
	hello, err := w.alice.Say(w.mad, "hello")
	require.NoError(t, err)
	answer, err = w.carol.MessageCommand(w.within(), w.mad, "Show this game", hello.ID)
	require.NoError(t, err)
	assert.Contains(t, answer.Message.Text(), "I find no game in that message")
	answer, err = w.alice.UserCommand(w.within(), w.mad, "Challenge to MAD", w.alice.ID())
	require.NoError(t, err)
	assert.Contains(t, answer.Message.Text(), "yourself")
}

// TestAway_Elsewhere: acts in another place are not posted where the match is; each time, the reply says so, unless the
// opponent is the bot.
func TestAway_Elsewhere(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start("positioning", "False")
	tb.deliver(id, func(d *play.Delivery) { d.Venue = play.Venue{Channel: "g1", Away: true} })
	for i, turn := range []string{"211-c4", "112-d4", "211-c3"} {
		m := tb.match(id)
		reply := tb.ok(tb.run(m.ToMove(), "move", "turn", turn, "game", string(id)))
		assert.Equal(t, 1, strings.Count(reply.Message.Text, "Where this game is played I only answer"), i)
		assert.NotContains(t, reply.Message.Text, "Here I only answer", "it's not so here")
		assert.Contains(t, reply.Message.Text, ".\nWhere this")
		assert.Nil(t, reply.Post)
	}
	assert.False(t, tb.progress(alice).Away, "she was not told how it is there")
}

// TestAway_Group: in a group conversation, and only there, a message that nobody else must act on is silent.
func TestAway_Group(t *testing.T) {
	t.Parallel()
	for _, group := range []bool{true, false} {
		tb := newTable(t)
		id := tb.start("positioning", "false")
		tb.deliver(id, func(d *play.Delivery) { d.Venue.Away = true })
		acts := func(p match.PlayerID, verb ui.Verb, arg string) (silent bool) {
			c, m := tb.call(p), tb.match(id)
			c.Venue.Away, c.InGroupDM, c.ID = true, group, ui.ID{Verb: verb, Match: id, Ply: m.Moment(), Arg: arg}
			return tb.ok(tb.pressed(c)).Post.Silent
		}
		assert.False(t, acts(alice, ui.Tap, "play 211-c4"))
		assert.Equal(t, group, acts(alice, ui.TakeBack, ui.Number(1)))
		assert.Equal(t, group, acts(alice, ui.Tap, "play 211-c4"))
		assert.False(t, acts(bob, ui.Tap, "play 111=222"))
		assert.Equal(t, group, acts(alice, ui.GiveUp, ui.Yes))
	}
}
