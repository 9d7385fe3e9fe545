package engine

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
)

// takesCorvette says of either side what its legal turns would be, also while positioning turns are
// to come, in which nothing moves (rules 4.1).
func TestTakesCorvette_AsTheLegalTurnsDo(t *testing.T) {
	t.Parallel()
	attacked := 0
	randomGames(1500, 61, func(g *rules.Game) {
		p := g.Position()
		for _, positioning := range []string{"-", "b", "rb", "r"} {
			fields := strings.Fields(p.String())
			fields[4] = positioning
			p, err := rules.ParsePosition(strings.Join(fields, " "))
			require.NoError(t, err)
			for _, on := range []rules.Position{p, p.Skip()} {
				want := false
				for _, turn := range on.AppendTurns(nil) {
					next := on.Play(turn)
					want = want || next.SquareOf(next.Side(), rules.Ship111) == rules.NoSquare
				}
				assert.Equal(t, want, takesCorvette(&on, on.Side()), "%v", on)
				if want {
					attacked++
				}
			}
		}
	})
	assert.Greater(t, attacked, 100)
}
