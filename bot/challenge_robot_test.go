package bot

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/dispatch"
	"madbot/bot/play"
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
