package bot

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// TestFirstGame_Twice: starting it on two devices, or with an old button, opens the same game; after its end, another
// one.
func TestFirstGame_Twice(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	begin := offer{id: ui.NoMatch(ui.Learn, ui.LearnGame)}
	first := tb.takes(alice, begin)
	again := tb.takes(alice, begin)
	assert.Contains(t, first.Text, again.Text, "the same board, which is no longer new")
	assert.NotContains(t, again.Text, "The game is on")
	open, err := tb.service().Open(t.Context(), alice)
	require.NoError(t, err)
	assert.Len(t, open, 1)
	tb.resign("m1", alice)
	assert.Contains(t, tb.learns(alice).Text, ": A ship's name**", "back to the lessons")
	assert.Contains(t, tb.takes(alice, begin).Text, "The game is on")
	assert.Equal(t, match.ID("m2"), tb.progress(alice).Game)
}

// TestFirstGame_End: the panel comments on how it ended.
func TestFirstGame_End(t *testing.T) {
	t.Parallel()
	for position, want := range map[string]string{
		"6x4 b4-------------- a4-------------- r - 4 b": "Congratulations, you've won!",
		suicidal: "Not this time, but your first games are for learning.",
	} {
		tb := newTable(t)
		tb.set("first", position)
		_, err := tb.service().ChangePlayer(t.Context(), actor(alice), func(p *play.Player) { p.Progress.Game = "first" })
		require.NoError(t, err)
		turn := "111xa4"
		if position == suicidal {
			turn = "111=222"
		}
		_, err = tb.service().Play(t.Context(), actor(alice), play.Ref{ID: "first", Ply: play.AnyPly},
			play.Typed{Text: turn, Sure: true})
		require.NoError(t, err)
		for p, told := range map[match.PlayerID]bool{alice: true, bob: false, carol: false} {
			reply := tb.ok(tb.press(p, ui.ID{Verb: ui.OpenPanel, Match: "first", Ply: 0}))
			assert.Equal(t, told, strings.Contains(reply.Message.Text, want), p)
		}
	}
}

// TestFirstGame_Places: it is private wherever it starts, and needs neither the permission to post nor a channel for
// matches.
func TestFirstGame_Places(t *testing.T) {
	t.Parallel()
	for _, away := range []bool{false, true} {
		for guild, channel := range map[string]string{"": "d1", guildID: "c9"} {
			tb := newTable(t)
			tb.sets("channels", "5009")
			c := tb.call(bob)
			happensIn(c, guild, channel)
			c.ID, c.BotRights, c.Venue.Away, c.OnPrivate, c.OnBlock = ui.NoMatch(ui.Learn, ui.LearnGame), 0, away, true, true
			reply := tb.ok(tb.pressed(c))
			assert.Contains(t, reply.Message.Text, "The game is on: you're Red, and I play at level 1. Only you see it")
			assert.NotContains(t, reply.Message.Text, "I only answer here")
			assert.Nil(t, reply.Post, "nobody else is to see it")
			requireTaken(t, reply.Message)
			assert.True(t, tb.match("m1").Venue.Away)
		}
	}
}

// lateStore runs before each unit of work.
type lateStore struct {
	*countedStore
	before func()
}

func (s lateStore) Do(ctx context.Context, f func(play.Tx) error) error {
	s.before()
	return s.countedStore.Do(ctx, f)
}

// TestFirstGame_Meanwhile: a game started on another device in the meantime is shown here, too.
func TestFirstGame_Meanwhile(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	first := tb.service()
	tb.serve(play.New(play.Deps{Now: time.Now, NewID: func() match.ID { return "m9" },
		Toss: func() rules.Color { return rules.Red },
		Store: lateStore{tb.store, func() {
			_, err := first.Challenge(t.Context(), actor(alice), play.Challenge{To: robot, First: true,
				Terms: match.Terms{Options: rules.DefaultOptions(), Side: match.PlayRed, Level: 1}})
			require.NoError(t, err)
		}}}))
	m := tb.takes(alice, offer{id: ui.NoMatch(ui.Learn, ui.LearnGame)})
	assert.Contains(t, m.Text, "**Your turn** as Red")
	assert.NotContains(t, m.Text, "The game is on")
	assert.Equal(t, match.ID("m1"), pressable(t, m, "Pass").Match)
	assert.Equal(t, match.ID("m1"), tb.progress(alice).Game)
}
