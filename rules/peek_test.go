package rules_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"madbot/rules"
)

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

func TestNeighbours(t *testing.T) {
	t.Parallel()
	for _, b := range rules.Boards() {
		for s := range rules.Square(32) {
			want := uint32(0)
			for to := range rules.Square(32) {
				rows, columns := s.Row()-to.Row(), s.Column()-to.Column()
				if b.Has(s) && b.Has(to) && rows*rows+columns*columns == 1 {
					want |= 1 << to
				}
			}
			require.Equal(t, want, b.Neighbours(s), "%v %v", b, s)
		}
	}
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

// Reach is the set of squares that the ships could move to, whatever enemy ship is there; Covers is the same for a
// square that one of their own ships holds.
func TestReach(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		if p.SquareOf(rules.Red, rules.Ship111) == rules.NoSquare || p.SquareOf(rules.Blue, rules.Ship111) == rules.NoSquare {
			return // the game is over
		}
		for _, c := range []rules.Color{rules.Red, rules.Blue} {
			all, heavy := p.Reach(c)
			for s := range rules.Square(32) {
				there := p.At(s)
				if !p.Board().Has(s) {
					require.Zero(t, (all|heavy)>>s&1, "%v", s)
					continue
				}
				if there.Ship == rules.Ship111 {
					continue // nobody moves without a corvette
				}
				if there.Color == c {
					require.Equal(t, len(movementsTo(p, c, s)) > 0, p.Covers(c, s), "%v %v %v", p, c, s)
					require.Zero(t, (all|heavy)>>s&1)
					continue
				}
				byAny, byHeavy := false, false
				for _, turn := range movementsTo(p, c, s) {
					byAny = true
					byHeavy = byHeavy || turn.Ship().Cannons() == 2
				}
				require.Equal(t, byAny, all>>s&1 == 1, "%v %v %v", p, c, s)
				require.Equal(t, byHeavy, heavy>>s&1 == 1, "%v %v %v", p, c, s)
			}
		}
	})
}

// movementsTo returns the movements of c to a square as if it were empty.
func movementsTo(p rules.Position, c rules.Color, to rules.Square) []rules.Turn {
	fleets := [2]uint64{p.Fleet(rules.Red), p.Fleet(rules.Blue)}
	for i := range fleets {
		for _, ship := range rules.Ships() {
			if at := uint64(31) << (8 * (ship - 1)); fleets[i]&at == uint64(to)<<(8*(ship-1)) {
				fleets[i] &^= at
			}
		}
	}
	empty := rules.Compose(rules.Setup{Board: p.Board(), Side: c, Red: fleets[0], Blue: fleets[1]})
	return slices.DeleteFunc(empty.AppendTurns(nil), func(t rules.Turn) bool { return !t.IsMove() || t.To() != to })
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
