package bot

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// TestRobot_Announced: the bot's turn is shown to the waiting player once it is announced, which notifies them unless
// they have seen it, or when that takes too long.
func TestRobot_Announced(t *testing.T) {
	t.Parallel()
	for _, told := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			tb := newTable(t)
			tb.Await = time.Minute
			tb.ok(tb.run(alice, "challenge", "level", "1", "opponent", string(robot), "side", "red"))
			reply := tb.ok(tb.run(alice, "move", "turn", "pass"))
			_, err := tb.service().Play(t.Context(), actor(robot), play.Ref{ID: "m1", Ply: 1}, play.Typed{Text: "pass"})
			require.NoError(t, err)
			began, shown := time.Now(), make(chan dispatch.Reply, 1)
			go func() { r, _ := reply.Then(t.Context()); shown <- r }()
			time.Sleep(10 * time.Second)
			assert.Empty(t, shown)
			if told {
				m := tb.match("m1")
				m.Told = m.Seq
				require.NoError(t, tb.store.Do(t.Context(), func(tx play.Tx) error {
					return tx.SaveDelivery(t.Context(), m.ID, m.Delivery)
				}))
			}
			assert.Contains(t, (<-shown).Message.Text, "answered **pass**")
			assert.Equal(t, told, time.Since(began) < tb.Await)
		})
	}
}

// TestRobot_FirstGame: /challenge without a level teaches somebody who has never finished a game, one game at a time,
// and says so.
func TestRobot_FirstGame(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	against := func(options ...string) string {
		options = append(options, "opponent", string(robot), "side", "red")
		return tb.ok(tb.run(alice, "challenge", options...)).Message.Text
	}
	assert.NotContains(t, against("level", "2"), "Your first game", "of the level that was chosen")
	assert.Empty(t, tb.progress(alice).Game)
	text := against()
	assert.Contains(t, text, "Your first game is on: you're Red, I'm at level 1 and explain what's new.")
	assert.Contains(t, text, "\n- ", "the notes")
	assert.Equal(t, match.ID("m2"), tb.progress(alice).Game)
	assert.NotContains(t, against(), "Your first game", "one of them is on already")
	tb.turns("m2", "pass")
	tb.resign("m2", alice)
	assert.NotContains(t, against(), "Your first game")
	assert.Equal(t, match.ID("m2"), tb.progress(alice).Game)
}

// TestRobot_NextLevel: somebody who beats a level is offered the next one, below the result and in the panel.
func TestRobot_NextLevel(t *testing.T) {
	t.Parallel()
	for level, want := range map[match.Level]string{1: "Level 2", 9: "Level 10", match.MaxLevel: ""} {
		for turn, won := range map[string]bool{"111xa4": true, "111-b5": false} {
			tb := newTable(t)
			tb.againstRobot("won", "6x4 b4-------------- a4-------------- r - 4 b", level)
			tb.turns("won", turn)
			shown := tb.ok(tb.press(alice, ui.ID{Verb: ui.OpenPanel, Match: "won", Ply: play.AnyPly})).Message
			board := tb.ok(tb.run(alice, "board", "game", "won")).Message
			if !won || want == "" {
				assert.NotContains(t, strings.Join(append(labels(shown), labels(board)...), " "), "Level")
				continue
			}
			assert.Equal(t, pressable(t, shown, want), pressable(t, board, want))
			tb.ok(tb.press(alice, pressable(t, shown, want)))
			assert.Equal(t, level+1, tb.match("m1").Terms.Level)
		}
	}
}

// againstRobot sets a match of alice (Red) against the bot at a level to a position.
func (tb table) againstRobot(id match.ID, position string, level match.Level) {
	tb.t.Helper()
	p, err := rules.ParsePosition(position)
	require.NoError(tb.t, err)
	tb.create(play.Match{Match: match.Match{
		ID: id, Status: match.Playing, Terms: match.Terms{Options: rules.DefaultOptions(), Level: level},
		Challenger: alice, Opponent: robot, Players: rules.BySide[match.PlayerID]{Red: alice, Blue: robot},
		Started: time.Date(2026, 11, 11, 8, 0, 0, 0, time.UTC), Game: rules.GameFrom(p, rules.DefaultStallLimit)},
		Delivery: play.Delivery{Venue: play.Venue{Guild: guildID, Channel: channelID}}})
}
