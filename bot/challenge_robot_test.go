package bot

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/challenge"
	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/rules/match"
)

func TestChallengeToTheBot(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		options []string
		level   match.Level
		refusal string
	}{
		{"by name", []string{"opponent", string(robot)}, challenge.DefaultLevel, ""},
		{"by name and level", []string{"opponent", string(robot), "level", "7"}, 7, ""},
		{"by level alone", []string{"level", "1"}, 1, ""},
		{"a level for a person", []string{"opponent", string(bob), "level", "7"}, 0, "A level is for a game against me"},
		{"a level that I don't have", []string{"level", "11"}, 0, "can't be played on those terms"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			tb := newTable(t)
			reply, err := tb.run(alice, "challenge", append(test.options, "side", "blue")...)
			if test.refusal != "" {
				assert.Contains(t, tb.refusal(err), test.refusal)
				return
			}
			require.NoError(t, err)
			assert.Contains(t, reply.Message.Text, "The game is on: you're Blue")
			m := tb.match("m1")
			assert.Equal(t, match.Playing, m.Status)
			assert.Equal(t, test.level, m.Terms.Level)
			assert.Equal(t, robot, m.Players.Red)
		})
	}
}

func TestMatchAgainstTheBot(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	c := tb.call(alice, "level", "3")
	happensIn(c, "", "d1")
	_, err := tb.command("challenge").Run(t.Context(), c)
	require.NoError(t, err, "it can be played in a direct message")
	m := tb.match("m1")
	text := tb.boardMessage(m).Text
	assert.Contains(t, text, "<@101>, your turn")
	assert.Contains(t, text, "<@101> is Red, <@9001> (level 3) Blue")
	tb.turns("m1", "pass")
	m = tb.match("m1")
	assert.Contains(t, tb.boardMessage(m).Text, "**<@9001> (level 3) is to move** as Blue")
	news := []match.Event{{Kind: match.Played, By: alice, Ply: 1}}
	assert.Empty(t, play.Pings(&m, news), "the bot is not notified")
	_, err = tb.service().Play(t.Context(), play.Actor{ID: robot}, play.Ref{ID: "m1", Ply: 1},
		play.Typed{Text: "pass"})
	require.NoError(t, err)
	m = tb.match("m1")
	news = append(news, match.Event{Kind: match.Played, By: robot, Ply: 2})
	assert.Equal(t, []match.PlayerID{alice}, play.Pings(&m, news))
	assert.Contains(t, tb.boardMessage(tb.match("m1")).Text, "\n<@9001> (level 3) passed",
		"what is posted first when the bot begins")
	tb.resign("m1", alice)
	assert.Contains(t, tb.boardMessage(tb.match("m1")).Text, "<@101> was Red, <@9001> (level 3) Blue")
}

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
