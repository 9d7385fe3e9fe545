package rules_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"madbot/rules"
)

// The sets agree with At and SquareOf.
func TestInsidesAgree(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		for _, c := range []rules.Color{rules.Red, rules.Blue} {
			for i, ship := range rules.Ships() {
				require.Equal(t, p.SquareOf(c, ship), rules.Square(p.Fleet(c)>>(8*i)), "%v", ship)
			}
			for s := range rules.Square(32) {
				who := p.At(s)
				require.Equal(t, who.Color == c, p.Occupied(c)>>s&1 == 1, "%v", s)
				require.Equal(t, who.Color == c && who.Ship.Shields() == 2, p.Shielded(c)>>s&1 == 1)
			}
		}
	})
}

// A position composed of the fleets of another has the same ships, and no turns counted.
func TestComposeTakesOverTheFleets(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		got := rules.Compose(rules.Setup{Board: p.Board(), Side: p.Side(),
			Red: p.Fleet(rules.Red), Blue: p.Fleet(rules.Blue)})
		want := placesOf(p) + " " + p.Side().String()[:1] + " - 0 -"
		require.Equal(t, want, got.String())
		if read, err := rules.ParsePosition(want); err == nil {
			require.True(t, read == got)
		}
	})
}

func TestSkip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		q := p.Skip()
		require.Equal(t, placesOf(p), placesOf(q))
		require.Equal(t, p.Side().Other(), q.Side())
		require.Equal(t, p.Quiet()+1, q.Quiet())
		require.Equal(t, p.Last(), q.Last())
		require.False(t, q.Positioning(p.Side()))
		require.Equal(t, p.Positioning(q.Side()), q.Positioning(q.Side()))
	})
}
