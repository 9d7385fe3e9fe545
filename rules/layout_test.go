package rules_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"madbot/rules"
	"madbot/rules/rulestest"
)

// images returns the four images of p, p first.
func images(p rules.Position) []rules.Position {
	list := []rules.Position{p}
	for _, m := range []mirror{{sides: true}, {columns: true}, {true, true}} {
		list = append(list, mirrored(p, m))
	}
	return list
}

// otherwise returns p with the other side to move, and other counters.
func otherwise(t rulestest.T, p rules.Position, quiet int) rules.Position {
	fields := strings.Fields(p.String())
	ships := strings.Join(fields[:3], " ")
	return rulestest.Position(t, fmt.Sprintf("%s %s - %d r", ships, p.Side().Other().String()[:1], quiet))
}

// TestLayout_Images: the images of a position, with any counters, have the same layout, and no other position has it.
func TestLayout_Images(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p, other := drawPosition(t), drawPosition(t)
		layout, same := p.Layout(), false
		for _, image := range images(p) {
			image = otherwise(t, image, rapid.IntRange(0, 200).Draw(t, "quiet"))
			require.Equal(t, layout, image.Layout())
			require.Zero(t, layout.Distance(image.Layout()))
			same = same || strings.HasPrefix(other.String(), strings.Join(strings.Fields(image.String())[:3], " "))
		}
		require.Equal(t, same, layout == other.Layout(), "%s, %s", p.String(), other.String())
		require.Equal(t, same, layout.Distance(other.Layout()) == 0)
		require.Equal(t, layout.Distance(other.Layout()), other.Layout().Distance(layout))
	})
}

// TestLayout_TwoTurns: two turns are far apart only if one expels and has a bonus, and the other does either. Away from
// the start nothing else keeps them from being alike.
func TestLayout_TwoTurns(t *testing.T) {
	t.Parallel()
	bonus := func(t rules.Turn) bool { return t.IsMove() && t.Shift() != rules.NoShift }
	far := func(a, b rules.Turn) bool { return a.Expels() && bonus(a) && (b.Expels() || bonus(b)) }
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		start := rules.Start(p.Board(), false)
		from := p.Layout()
		developed := from.Distance(start.Layout())
		all := p.AppendTurns(nil)
		if len(all) == 0 {
			return
		}
		first := rapid.SampledFrom(all).Draw(t, "first")
		next := p.Play(first)
		for _, second := range next.AppendTurns(nil) {
			last := next.Play(second)
			to := last.Layout()
			d := from.Distance(to)
			require.True(t, d <= rules.LikeDistance || far(first, second) || far(second, first), "%d: %s", d, second)
			if d <= rules.LikeDistance && 3*d < 2*developed {
				require.True(t, from.IsLike(to) && to.IsLike(from), second)
			}
		}
	})
}

// TestIsLike shows what is like a position of a rated game, and what is not.
func TestIsLike(t *testing.T) {
	t.Parallel()
	game := func(turns ...string) rules.Position {
		g := rulestest.NewGame(t, rules.DefaultOptions(), turns...)
		return g.Position()
	}
	played := []string{"pass", "pass", "211-c4", "211xc4", "112=221", "112=221"}
	then := func(turns ...string) rules.Position { return game(append(played, turns...)...) }
	standing := then()
	for name, c := range map[string]struct {
		p    rules.Position
		like bool
	}{
		"the same":                  {then(), true},
		"its mirror image":          {mirrored(then(), mirror{columns: true}), true},
		"the colors exchanged":      {mirrored(then(), mirror{sides: true}), true},
		"the other side to move":    {otherwise(t, then(), 17), true},
		"a candidate tried":         {then("122-b3"), true},
		"its mirror image as well":  {mirrored(then("122-b3"), mirror{columns: true}), true},
		"a candidate and an answer": {then("122-b3", "122-b4"), true},
		"one turn before":           {game(played[:5]...), true},
		"two turns before":          {game(played[:4]...), true},
		"the start":                 {game(), false},
		"another opening":           {game("122=211", "121=212", "112-d3", "112-d4", "122>212>221", "111=222"), false},
		"another middle": {rulestest.Position(t, "6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 0 -"),
			false},
		"another board": {rules.Start(rules.Board5x5, false), false},
	} {
		assert.Equal(t, c.like, standing.Layout().IsLike(c.p.Layout()), name)
		assert.Equal(t, c.like, c.p.Layout().IsLike(standing.Layout()), name)
	}
	start := game()
	assert.False(t, start.Layout().IsLike(start.Layout()), "everybody's game begins there")
}
