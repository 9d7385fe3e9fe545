package bot

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/safely"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// FuzzForged: a forged control either works or is refused, and breaks nothing; a stranger changes no match.
func FuzzForged(f *testing.F) {
	verbs := slices.Sorted(maps.Keys(newTable(&testing.T{}).commands().Controls))
	for i := range verbs {
		for _, arg := range []string{"", "211", "yes", "2", "211-c4", "pass", "draw", "1.2"} {
			f.Add(uint8(i), uint8(i), 2, arg, arg, "x")
		}
	}
	f.Fuzz(func(t *testing.T, verb, who uint8, ply int, arg, value, input string) {
		tb := newTable(t)
		id := tb.start()
		tb.turns(id, "pass", "pass")
		p := []match.PlayerID{alice, bob, carol}[int(who)%3]
		c := tb.call(p)
		c.ID = ui.ID{Verb: verbs[int(verb)%len(verbs)], Match: id, Ply: ply, Arg: arg}
		c.Values, c.Input, c.Submitted = []string{value}, input, value != ""
		before := tb.match(id)
		var err error
		require.NoError(t, safely.Do(func() error { _, err = tb.pressed(c); return nil }), "%+v", c.ID)
		if _, refused := text.Refusal(c.T, err); err != nil {
			assert.True(t, refused, "%+v: %v", c.ID, err)
		}
		if p == carol {
			assert.Equal(t, before.Match, tb.match(id).Match, "%+v", c.ID)
		}
	})
}
