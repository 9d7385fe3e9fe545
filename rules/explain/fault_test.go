package explain_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/assess"
	"madbot/rules/engine"
	"madbot/rules/explain"
	"madbot/rules/review"
	"madbot/rules/rulestest"
)

// moments bounds TestFaultsOfGames:
//
//	go test ./rules/explain -run TestFaultsOfGames -moments 300 -faultnodes 20000 -v
var (
	moments    = flag.Int("moments", 10, "key moments of TestFaultsOfGames")
	faultNodes = flag.Uint64("faultnodes", 2000, "nodes of its searches, and a tenth of those that are done twice")
)

// TestFaultsOfGames looks for what was wrong with the turns that reviews of games between levels 1 to 4 show as key
// moments. Most must have a fault, and each must be true.
func TestFaultsOfGames(t *testing.T) {
	t.Parallel()
	asked, kinds := 0, map[explain.FaultKind]int{}
	endings := engine.NewEndings()
	for game := uint64(0); asked < *moments; game++ {
		g := played(t, game)
		found, err := assess.Game(t.Context(), g,
			assess.Config{Endings: endings, First: *faultNodes, Second: 10 * *faultNodes})
		require.NoError(t, err)
		r, err := assess.Judge(g, found)
		require.NoError(t, err)
		for _, m := range r.Moments(rules.NoColor) {
			if m.Class == review.Find || asked == *moments {
				continue
			}
			asked++
			before := g.At(m.Ply)
			f := m.Fault
			kinds[f.Kind]++
			p := before.Position()
			if f.Kind == explain.NoFault {
				t.Logf("nothing: %v: %v, better %v, loss %.2f", p, m.Played, m.Best, m.Loss)
				continue
			}
			assert.True(t, newChecked(&before, m.Played).faulty(f), "%v: %+v after %v", p, f, m.Played)
		}
	}
	named := 1 - float64(kinds[explain.NoFault])/float64(asked)
	t.Logf("%.1f %% of %d moments name a loss: %v", 100*named, asked, kinds)
	if asked >= 100 {
		assert.GreaterOrEqual(t, named, 0.9)
	}
}

// played returns a game between two levels from 1 to 4.
func played(t *testing.T, game uint64) *rules.Game {
	t.Helper()
	g := rules.NewGame(rules.Options{Board: rules.Boards()[game%2], Positioning: true,
		StallLimit: rules.DefaultStallLimit})
	players := [2]*engine.Engine{player(t, 2*game), player(t, 2*game+1)}
	levels := [2]int{1 + int(game/2%4), 1 + int(game/8%4)}
	for !g.Outcome().Over() {
		r, err := players[g.Ply()%2].Search(t.Context(), &g, engine.Limits{Level: levels[g.Ply()%2], Nodes: 3000})
		require.NoError(t, err)
		require.NoError(t, g.Play(r.Lines[0].Turn))
	}
	return &g
}

// TestFindFault: each kind, and what is no fault.
func TestFindFault(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		position, played, best, answer string
		missed, forced                 int
		want                           string
	}{
		{"6x4 b1d3d1d4c2b4a1c1 b6d6--c5d5a5a6c6 b - 0 r", "212-a3", "pass", "", 0, 0, "1 --- --- 212xb6 0"},
		{"5x5 b1--e1c1b2a2a1b3 b5a5e4--a4e5c5-- b - 2 r", "221-b4", "pass", "", 0, 0, "2 --- --- 222xb4 2"},
		{"6x4 d1a2--a1--b2d2b1 c6--d5b5--a6c5b6 b - 5 b", "221-b4", "pass", "112=221", 0, 9, "2 --- --- 112=221 9"},
		{"5x5 b2----e2-------- d5--------c4---- b - 2 r", "111-c5", "212-c2", "", 2, 0, "3 --- --- 212-c2 2"},
		{"6x4 c1a2c3b2a1d1c2b1 b6c5a6b5a5d6d5c6 b - 9 -", "211-a3", "112=221", "", 0, 0, "4 211 --- 112xa3 0"},
		{"5x5 d1e2e1c2c1--b3b2 d5e3--a4c5c4d4b5 b - 5 b", "222xb3", "222-a5", "", 0, 0, "4 222 221 222xb3 0"},
		{"5x5 b2e2e1d2c1----d1 d5c5--e4a5e5--b5 r - 1 r", "112=221", "pass", "222-b3", 0, 0, "5 --- --- 222-b3 0"},
		{"6x4 b1c2d2b2a4d1a1c1 b6c5d5b5a5d6a6c6 b - 3 -", "112=221", "211xa4", "", 0, 0, "6 211 --- 211xa4 0"},
		{"5x5 d1e2e1c2c1--a1b1 b5e3--a4c5c4e5d5 r - 0 b", "222-b2", "222-b3", "", 0, 0, "7 --- --- 222-b3 0"},
		{"5x5 b1--e1e3c1--e2d1 d5------a5e5b4b5 b - 0 r", "222-c5", "pass", "221-d3", 0, 0, "9 --- --- 221-d3 0"},
		{"5x5 b1c1e2c2e1a2a1d1 b5e4e5c4c5a3a5d5 r - 8 -", "121-d2", "212-b3", "", 0, 0, "10 --- --- 212-b3 0"},
		{"6x4 d1a2--a1--b2d2b1 c6--d5b5--a6c5b6 b - 5 b", "221-b4", "212-a4", "", 0, 0, "0 --- --- 0"},
	} {
		g := rulestest.GameFrom(t, c.position, 40)
		p := g.Position()
		m := explain.Mistake{Played: explain.Claim{Turn: rulestest.Turn(t, p, c.played), Victory: -c.forced}}
		m.Best = explain.Claim{Turn: m.Played.Turn, Victory: c.missed}
		if c.best != "pass" {
			m.Best.Turn = rulestest.Turn(t, p, c.best)
		}
		if c.answer != "" {
			m.Answer = rulestest.Turn(t, p.Play(m.Played.Turn), c.answer)
		}
		f := explain.FindFault(t.Context(), g, m)
		assert.Equal(t, c.want, strings.Join(strings.Fields(fmt.Sprint(f.Kind, f.Ship, f.Other, f.Turn, " ", f.Reply, f.Count)), " "),
			"%v %s", p, c.played)
	}
}

// faulty reports whether f is true of the turn.
func (c *checked) faulty(f explain.Fault) bool {
	const deepest = 2 // turns in which forced wins are checked
	switch f.Kind {
	case explain.LosesCorvette:
		return hits(c.after, f.Reply, rules.Ship111, c.after.SquareOf(c.us, rules.Ship111))
	case explain.LosesByForce:
		return is(c.after, f.Reply) && (f.Count > deepest || c.forces(c.after, f.Count, f.Reply))
	case explain.MissesVictory:
		return is(c.before, f.Turn) && (f.Count > deepest || c.forces(c.before, f.Count, f.Turn))
	case explain.LosesShip:
		return is(c.after, f.Reply) && c.after.At(f.Reply.To()).Ship == f.Ship &&
			c.gainsBy(c.after, f.Reply, 2, aShip+expelledWorth(c.before, c.turn))
	case explain.LosesToFork:
		return is(c.after, f.Reply) && !c.gains(c.after.Play(f.Reply), 3, 1-aShip)
	case explain.MissesShip:
		return is(c.before, f.Turn) && c.before.At(f.Turn.To()).Ship == f.Ship && c.gainsBy(c.before, f.Turn, 3, aShip) &&
			!c.gainsBy(c.before, c.turn, 3, c.worth(c.before, f.Turn, 3)-aShip+1)
	case explain.MissesFork:
		return is(c.before, f.Turn) && !c.gains(c.before.Play(f.Turn), 3, 1-aShip)
	case explain.MissesSoon:
		return is(c.before, f.Turn) && c.gainsBy(c.before, f.Turn, 4, aShip)
	case explain.AllowsAttack:
		next := c.after.Play(f.Reply)
		return is(c.after, f.Reply) && expels(next.Skip(), next.SquareOf(c.us, rules.Ship111))
	case explain.MissesAttack:
		next := c.before.Play(f.Turn)
		return is(c.before, f.Turn) && expels(next.Skip(), next.SquareOf(c.them, rules.Ship111))
	}
	return false
}
