package explain_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/rules"
	"madbot/rules/explain"
)

// scattered returns a random position of b with both corvettes and a few other ships. It may be over.
func scattered(rnd *rand.Rand, b rules.Board) rules.Position {
	s := rules.Setup{Board: b, Side: []rules.Color{rules.Red, rules.Blue}[rnd.IntN(2)]}
	squares := rnd.Perm(b.Columns() * b.Rows())
	for _, fleet := range []*uint64{&s.Red, &s.Blue} {
		ships := rnd.Perm(7)[:1+rnd.IntN(3)]
		for i, ship := range rules.Ships() {
			at := rules.NoSquare
			if ship == rules.Ship111 || slices.Contains(ships, i-1) {
				at = rules.MakeSquare(1+squares[0]%b.Columns(), 1+squares[0]/b.Columns())
				squares = squares[1:]
			}
			*fleet |= uint64(at) << (8 * i)
		}
	}
	return rules.Compose(s)
}

// TestFind_Free: exactly those expulsions are for free after which the other side gains nothing, neither by any turns
// nor by expulsions alone. So a ship that is taken back is not for free, even if that loses the corvette later.
func TestFind_Free(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(8, 52))
	free, late := 0, 0
	for i := range 400 {
		g := rules.GameFrom(scattered(rnd, rules.Boards()[i%2]), rules.DefaultStallLimit)
		p := g.Position()
		for _, turn := range p.AppendExpulsions(nil) {
			c := newChecked(&g, turn)
			if c.after.Outcome(c.limit).Over() {
				continue
			}
			gainful, takesBack := c.gains(c.after, 3, 1), c.gains(c.after, 0, 1)
			reasons := explain.Find(t.Context(), &g, explain.Claim{Turn: turn})
			said := slices.ContainsFunc(reasons, func(r explain.Reason) bool { return r.Kind == explain.ExpelsForFree })
			assert.Equal(t, !gainful && !takesBack, said, "%v in %v", turn, p)
			switch {
			case said:
				free++
			case !gainful:
				late++
			}
		}
	}
	assert.Greater(t, free, 100)
	assert.Greater(t, late, 5)
}
