package bot

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/ui"
	"madbot/rules"
)

// TestTryOut: however long somebody tries turns, Discord accepts the board, no risks are mentioned, nothing is saved,
// and the match is unchanged.
func TestTryOut(t *testing.T) {
	t.Parallel()
	for seed, settings := range []play.Settings{{}, {Words: true}, {Menus: true, Quick: true},
		{Menus: true, NoPictures: true}} {
		tb := newTable(t)
		id := tb.start("positioning", "false", "board", rules.Boards()[seed%2].String())
		tb.turns(id, "112=221", "121=212")
		_, err := tb.service().ChangePlayer(t.Context(), actor(alice), func(p *play.Player) { p.Settings = settings })
		require.NoError(t, err)
		stands := tb.match(id)
		open := offer{id: ui.OnMatch(ui.TryOut, &stands.Match, "")}
		chance, full := rand.New(rand.NewPCG(uint64(seed), 1)), false
		_, units := tb.store.counted(func() {
			for range 4 {
				m := tb.takes(alice, open)
				for range 150 {
					requireTaken(t, m)
					require.NotContains(t, m.Text, "could then be")
					require.NotContains(t, m.Text, "attacked")
					require.NotContains(t, m.Text, "moved on")
					for _, row := range m.Rows {
						for _, b := range row.Buttons {
							require.False(t, b.Style == ui.Danger && strings.Contains(m.Text, "to move."), b.Label)
						}
					}
					var on []offer
					for _, o := range offersOf(m) {
						if o.id.Verb == ui.TryOut && !strings.Contains(o.arg(), "/start") && !strings.Contains(o.arg(), "/step") {
							on = append(on, o)
						}
					}
					if len(on) == 0 {
						require.Regexp(t, "wins|Semi-victory", m.Text)
						break
					}
					m = tb.takes(alice, on[chance.IntN(len(on))])
					full = full || strings.Contains(m.Text, "as far as it goes")
				}
			}
		})
		assert.True(t, full, "%+v", settings)
		assert.Zero(t, units, "nothing is written")
		assert.Equal(t, stands, tb.match(id))
	}
}

// TestTryOut_Others: when it is not their turn, or on an outdated board, people see the panel of the current match.
func TestTryOut_Others(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	stands := tb.match(id)
	open := offer{id: ui.OnMatch(ui.TryOut, &stands.Match, "")}
	m := tb.takes(alice, open)
	assert.Contains(t, m.Text, "nothing is played")
	assert.Contains(t, tb.takes(bob, open).Text, "to move** as Red")
	odd := offer{id: ui.OnMatch(ui.TryOut, &stands.Match, "zz/ ")}
	assert.Contains(t, tb.takes(alice, odd).Text, "**Your turn** as Red")
	tb.turns(id, "pass")
	assert.Contains(t, tb.takes(alice, offersOf(m)[0]).Text, "The game has moved on")
	tb.turns(id, "pass")
	assert.Contains(t, tb.takes(alice, offersOf(m)[0]).Text, "The game has moved on", "and she is on again")
}
