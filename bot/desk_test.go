package bot

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/render"
	"madbot/rules"
	"madbot/rules/match"
)

// button returns the id of the button with a label.
func button(t *testing.T, m Message, label string) customID {
	t.Helper()
	for _, row := range m.Rows {
		for _, b := range row.Buttons {
			if b.Label == label {
				return b.ID
			}
		}
	}
	require.Fail(t, "no such button", "%q on %q", label, m.Text)
	return customID{}
}

func TestChallengeIsRefusedKindly(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		adjust func(*Call)
		want   string
	}{
		{"oneself", func(c *Call) { c.Actor = bob }, "You cannot challenge yourself."},
		{"a bot", func(c *Call) {
			c.people["102"] = guest{user: user{ID: "102", Bot: true}, known: true, here: true, sees: true}
		},
			"<@102> is a bot and does not play MAD."},
		{"somebody elsewhere", func(c *Call) { c.people["102"] = guest{known: true, sees: true} },
			"<@102> is not on this server"},
		{"somebody who does not see it", func(c *Call) { c.people["102"] = guest{known: true, here: true} },
			"<@102> cannot see this channel."},
		{"in a direct message", func(c *Call) { c.Venue.Guild = "" }, "a channel of a server where both players are"},
		{"without rights", func(c *Call) { c.Rights = viewChannel },
			"I lack the permission **Send Messages** and **Attach Files** in this channel."},
		{"an impossible board", func(c *Call) { c.options[1].Value = []byte(`"7x7"`) }, "cannot be played on those terms"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			tb := newTable(t)
			c := tb.call(alice, "opponent", "102", "board", "6x4")
			test.adjust(c)
			_, err := tb.propose(t.Context(), c)
			assert.Contains(t, tb.refusal(err), test.want)
			_, err = tb.service.Match(t.Context(), "m1")
			assert.ErrorIs(t, err, match.ErrNotFound, "nothing was created")
		})
	}
}

func TestTermsOfAChallenge(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	_, err := tb.run(alice, "challenge")
	require.NoError(t, err)
	m := tb.match("m1")
	assert.Empty(t, m.Opponent)
	assert.Equal(t, match.Terms{Options: rules.DefaultOptions()}, m.Terms)
	assert.Equal(t, match.Venue{Guild: guildID, Channel: channelID, Locale: "en-US"}, m.Venue)
	c := tb.call(alice, "board", "5x5", "side", "blue")
	c.options = append(c.options, option{Name: "positioning", Value: []byte("false")},
		option{Name: "stall_limit", Value: []byte("30")})
	assert.Equal(t, match.Terms{Side: match.PlayBlue, Options: rules.Options{
		Board: rules.Board5x5, StallLimit: rules.ShortStallLimit}}, termsOf(c))
}

func TestAnswersToAChallenge(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	_, err := tb.run(alice, "challenge", "opponent", string(bob))
	require.NoError(t, err)
	card := tb.public(tb.catalog.Printer("en"), tb.match("m1"))
	accept, withdraw := button(t, card, "Accept"), button(t, card, "Withdraw")
	for p, want := range map[match.PlayerID]string{alice: "your own challenge", carol: "to someone else"} {
		_, err = tb.press(p, accept)
		assert.Contains(t, tb.refusal(err), want)
	}
	_, err = tb.press(bob, withdraw)
	assert.Contains(t, tb.refusal(err), "Only the person who made this challenge")
	reply, err := tb.press(bob, button(t, card, "Decline"))
	require.NoError(t, err)
	assert.Equal(t, Silence, reply.Kind)
	reply, err = tb.press(bob, accept)
	require.NoError(t, err, "a stale button is answered with how it stands")
	assert.Contains(t, reply.Message.Text, "answered or withdrawn already")
	assert.Contains(t, reply.Message.Text, "declined the challenge")
	assert.Empty(t, reply.Message.Rows)
}

func TestOpenChallengeCannotBeDeclined(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	_, err := tb.run(alice, "challenge")
	require.NoError(t, err)
	card := tb.public(tb.catalog.Printer("en"), tb.match("m1"))
	require.Len(t, card.Rows[0].Buttons, 2)
	_, err = tb.press(carol, button(t, card, "Accept"))
	require.NoError(t, err)
	assert.Equal(t, carol, tb.match("m1").Blue)
}

func TestTheMatchThatIsMeant(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	_, err := tb.run(alice, "board")
	assert.Contains(t, tb.refusal(err), "You are in no match that this could be about.")
	first, second := tb.start(), tb.start()

	reply, err := tb.run(alice, "move", "turn", "pass")
	require.NoError(t, err)
	require.NotNil(t, reply.Message.Rows[0].Menu, "two matches wait for alice: she is asked")
	menu := reply.Message.Rows[0].Menu
	assert.Equal(t, "against Bob · 6x4 · turn 1 · your turn", menu.Items[0].Label)
	reply, err = tb.press(alice, menu.ID, string(second))
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "Passed.")
	assert.Equal(t, 1, tb.ply(second), "what was typed is played where it was meant")

	reply, err = tb.run(alice, "move", "turn", "112=221")
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "Played **112=221**", "only one still waits for alice")
	assert.Equal(t, 1, tb.ply(first))

	_, err = tb.run(alice, "board", "match", "nosuch")
	assert.ErrorIs(t, err, match.ErrNotFound)
	_, err = tb.run(alice, "board", "match", "not an id!")
	assert.Equal(t, tb.refusal(match.ErrNotFound), tb.refusal(err))
}

func TestMatchesOfOtherServersAreNobodysBusiness(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	c := tb.call(carol, "match", string(id))
	_, err := tb.board().Run(t.Context(), c)
	require.NoError(t, err, "carol is on the same server")
	c.Venue.Guild = "elsewhere"
	_, err = tb.board().Run(t.Context(), c)
	assert.ErrorIs(t, err, match.ErrNotFound)
	c = tb.call(bob, "match", string(id))
	c.Venue.Guild = ""
	_, err = tb.board().Run(t.Context(), c)
	assert.NoError(t, err, "a player sees it from anywhere")
}

func TestSuggestionBelongsToItsMatch(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start("positioning", "false")
	c := tb.call(alice)
	c.options = []option{{Name: "turn", Value: []byte(`"C4"`), Focused: true}}
	choices, err := tb.completeTurn(t.Context(), c)
	require.NoError(t, err)
	require.NotEmpty(t, choices)
	for _, choice := range choices {
		assert.Contains(t, choice.Name, "c4")
		assert.LessOrEqual(t, len([]rune(choice.Name)), maxItem)
	}
	other := tb.start("positioning", "false")
	value := suggestion(tb.turn(id, "211-c4"), play.Ref{ID: id, Ply: 0})
	_, err = tb.run(alice, "move", "turn", value)
	require.NoError(t, err)
	assert.Equal(t, 1, tb.ply(id))
	assert.Zero(t, tb.ply(other))
	tb.turns(id, "112-d4")
	reply, err := tb.run(alice, "move", "turn", value)
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "The match has gone on since.", "it is alice's turn again, but another")
}

// turn reads a turn in the present position of a match.
func (tb table) turn(id match.ID, text string) rules.Turn {
	tb.t.Helper()
	m := tb.match(id)
	p := m.Game.Position()
	turn, err := p.ParseTurn(text)
	require.NoError(tb.t, err)
	return turn
}

// ply returns how many turns were played in a match.
func (tb table) ply(id match.ID) int {
	m := tb.match(id)
	return m.Game.Ply()
}

const suicidal = "6x4 b1d2a2b2c2d1a1-- b6d5a5b5c5d6a6c6 r - 0 b"

func TestLosingAtOnceIsAskedFor(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.set("s1", suicidal)
	ask := func() Message {
		reply, err := tb.run(alice, "move", "turn", "111=222")
		require.NoError(t, err)
		assert.Contains(t, reply.Message.Text, "you would lose at once")
		assert.Zero(t, tb.ply("s1"))
		return reply.Message
	}
	reply, err := tb.press(alice, button(t, ask(), "No, keep the corvette"))
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "Not played.")
	yes := button(t, ask(), "Play it and lose")
	tb.turns("s1", "211-c4", "112-d4")
	reply, err = tb.press(alice, yes)
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "has gone on since", "the question was about another position")
	reply, err = tb.press(alice, button(t, func() Message {
		reply, err := tb.run(alice, "move", "turn", "111=222")
		require.NoError(t, err)
		return reply.Message
	}(), "Play it and lose"))
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "That ends the match.")
	m := tb.match("s1")
	assert.Equal(t, rules.Outcome{Winner: rules.Blue, Reason: rules.CorvetteExile}, m.Game.Outcome())
}

func TestLosingAtOnceIsNeverSuggested(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	p, err := rules.ParsePosition(suicidal)
	require.NoError(t, err)
	english := tb.catalog.Printer("en")
	for _, typed := range []string{"", "111", "swap", "222"} {
		for _, turn := range suggestions(english, p, typed) {
			assert.False(t, isSuicide(p, turn), "typing %q suggests %v", typed, turn)
		}
	}
	only, err := rules.ParsePosition("6x4 b1b6------a5--b5 a6-------------- b - 0 -")
	require.NoError(t, err)
	assert.Len(t, suggestions(english, only, ""), 1, "unless there is nothing else")
}

func TestSuggestionsForgive(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	p, err := rules.ParsePosition("6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c3d6a6c6 r - 0 -")
	require.NoError(t, err)
	tests := []struct{ typed, first string }{
		{"", "211xc3"}, {"211 c", "211xc3"}, {"211c3", "211xc3"}, {"112 = 2", "112=221"},
		{"221=112", "112=221"}, {"rotation 122", "122>212>221"}, {"expels", "211xc3"},
		{"113-d3", "112-d3"}, {"c2-c3", "211xc3"},
	}
	for _, test := range tests {
		list := suggestions(tb.catalog.Printer("en"), p, test.typed)
		if assert.NotEmpty(t, list, "typing %q", test.typed) {
			assert.Equal(t, test.first, list[0].String(), "typing %q", test.typed)
		}
		assert.LessOrEqual(t, len(list), maxChoices)
	}
}

func TestHint(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	reply, err := tb.run(alice, "hint")
	require.NoError(t, err)
	assert.Equal(t, Private, reply.Kind)
	assert.Contains(t, reply.Message.Text, "Hint, for you alone")
	_, _, err = reply.Message.wire()
	require.NoError(t, err)
	assert.Len(t, tb.renderer.asked[0].Marks.Hints, 2, "the candidates are drawn as arrows")
	assert.Zero(t, tb.ply(id), "a hint changes nothing")

	press := reply.Message.Rows[0].Buttons[0]
	reply, err = tb.press(alice, press.ID)
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "Now it is up to <@102>")
	assert.Equal(t, 1, tb.ply(id))
	reply, err = tb.press(alice, press.ID)
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "It is not your turn yet.")

	_, err = tb.press(carol, customID{Verb: "hint", Match: id})
	assert.Contains(t, tb.refusal(err), "You are not playing in this match.")
}

func TestStop(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	tb.turns(id, "pass", "pass")
	reply, err := tb.run(alice, "stop")
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "You offered to stop. <@102> can accept or refuse")
	_, err = tb.run(alice, "stop")
	assert.Contains(t, tb.refusal(err), "waiting for its answer")
	board := tb.public(tb.catalog.Printer("en"), tb.match(id))
	assert.Contains(t, board.Text, "**<@102>, <@101> offers to stop here.** <@102> would have a semi-victory")
	no := button(t, board, "Play on")
	reply, err = tb.press(alice, no)
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "no offer to answer", "one's own offer is none to answer")
	reply, err = tb.press(bob, no)
	require.NoError(t, err)
	assert.Equal(t, Silence, reply.Kind)
	_, err = tb.run(alice, "stop")
	assert.Contains(t, tb.refusal(err), "again after the next turn")
	tb.turns(id, "211-c4")
	_, err = tb.run(bob, "stop")
	require.NoError(t, err)
	reply, err = tb.run(alice, "stop")
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "Agreed")
	result := tb.public(tb.catalog.Printer("en"), tb.match(id))
	assert.Contains(t, result.Text, "**Semi-victory for <@102>:** both agreed to stop. Nobody was ever expelled")
	assert.Contains(t, result.Text, "<@102> ½, <@101> 0")
	assert.Empty(t, result.Rows)
}

func TestResign(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	tb.turns(id, "pass", "pass", "211-c4", "112-d4")
	_, err := tb.press(carol, customID{Verb: "resign", Match: id})
	assert.Contains(t, tb.refusal(err), "You are not playing")
	reply, err := tb.run(alice, "resign")
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "It counts as their victory.")
	yes, no := button(t, reply.Message, "Resign"), button(t, reply.Message, "Play on")
	reply, err = tb.press(alice, no)
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "the match goes on")
	tb.turns(id, "222-c2")
	reply, err = tb.press(alice, yes)
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "has gone on since")
	reply, err = tb.run(alice, "resign")
	require.NoError(t, err)
	_, err = tb.press(alice, button(t, reply.Message, "Resign"))
	require.NoError(t, err)
	result := tb.public(tb.catalog.Printer("en"), tb.match(id))
	assert.Contains(t, result.Text, "**<@102> wins: <@101> resigned.**")
	reply, err = tb.press(alice, yes)
	require.NoError(t, err)
	assert.Contains(t, reply.Message.Text, "has gone on since")
}

func TestGames(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	_, err := tb.run(alice, "games")
	assert.Contains(t, tb.refusal(err), "You are in no match.")
	id := tb.start()
	_, err = tb.run(carol, "challenge", "opponent", string(alice))
	require.NoError(t, err)
	ended := tb.start()
	_, err = tb.service.Resign(t.Context(), play.Ref{ID: ended, Ply: play.AnyPly}, bob)
	require.NoError(t, err)
	reply, err := tb.run(alice, "games")
	require.NoError(t, err)
	assert.Equal(t, strings.Join([]string{
		"**Your 2 matches**",
		"- against <@103> · 6x4 · **challenges you** · <#5001>",
		"- against <@102> · 6x4 · **your turn** · <#5001>",
		"**Ended lately**",
		"- against <@102> · 6x4 · called off · <#5001>"}, "\n"), reply.Message.Text)
	menu := reply.Message.Rows[0].Menu
	require.Len(t, menu.Items, 3)
	reply, err = tb.press(alice, menu.ID, string(id))
	require.NoError(t, err)
	assert.Equal(t, Private, reply.Kind, "the list stays")
	assert.Contains(t, reply.Message.Text, "**Your turn** as Red")
}

func TestBoardFromTheReadersSide(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	tb.turns(id, "112=221")
	for p, view := range map[match.PlayerID]render.View{alice: render.RedView, bob: render.BlueView} {
		reply, err := tb.run(p, "board")
		require.NoError(t, err)
		_, _, err = reply.Message.wire()
		require.NoError(t, err)
		asked := tb.renderer.asked[len(tb.renderer.asked)-1]
		assert.Equal(t, view, asked.View)
		assert.Equal(t, "112=221", asked.Last.String())
		assert.NotZero(t, asked.Before)
	}
}

func TestHelpFitsIntoAMessage(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	ids := map[string]string{}
	for _, c := range tb.commands() {
		ids[c.Spec.Name] = "1400000000000000001"
	}
	tb.links.Store(&ids)
	reply, err := tb.run(carol, "help")
	require.NoError(t, err)
	assert.LessOrEqual(t, len([]rune(reply.Message.Text)), maxContent)
	for name := range ids {
		if name != "help" {
			assert.Contains(t, reply.Message.Text, "</"+name+":1400000000000000001>")
		}
	}
}
