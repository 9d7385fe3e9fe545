package engine

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
)

// claims bounds TestProven_OfGames:
//
//	go test ./rules/engine -run TestProven_OfGames -claims 5000 -v
var claims = flag.Int("claims", 100, "positions of TestProven_OfGames")

// claimTurns is how long a claimed victory or defeat may be for the test to check it.
const claimTurns = 5

// mostOpen is how many claims of a hundred the test may give up on.
const mostOpen = 3

// TestProven_OfGames checks the victories and defeats that are claimed in positions of games between
// levels, up to five turns long, by trying everything.
func TestProven_OfGames(t *testing.T) {
	t.Parallel()
	e := newEngine(t, Options{Hash: 4, Endings: smallEndings()})
	var held, open [2*claimTurns + 1]int
	visited, all, undecided := 0, 0, 0
	levelGames(t, *claims, func(g *rules.Game) {
		visited++
		r, err := e.Search(context.Background(), g, Limits{Nodes: 10_000, MultiPV: 3})
		require.NoError(t, err)
		for _, l := range r.Lines {
			n, decided := l.Score.Victory()
			if !decided || max(n, -n) > claimTurns {
				continue
			}
			s := solver{limit: g.Limit(), left: 4_000_000, known: map[solved]bool{}}
			switch held[n+claimTurns]++; {
			case s.claim(g, l.Turn, n):
			case s.left < 0:
				open[n+claimTurns]++
			default:
				assert.Fail(t, "a claim is false", "%v: %v in %d", g.Position(), l.Turn, n)
			}
		}
	})
	for n := -claimTurns; n <= claimTurns; n++ {
		t.Logf("in %2d turns: %5d claims, %d of them not decided", n, held[n+claimTurns], open[n+claimTurns])
		all, undecided = all+held[n+claimTurns], undecided+open[n+claimTurns]
	}
	assert.Positive(t, all)
	assert.LessOrEqual(t, 100*undecided, mostOpen*all, "what is not decided is not checked")
	t.Logf("%d positions", visited)
}

// levelGames visits so many positions of games between levels 3 to 9, on both boards.
func levelGames(t *testing.T, n int, visit func(*rules.Game)) {
	rnd := rand.New(rand.NewPCG(2026, 6))
	for game := 0; n > 0; game++ {
		e := newEngine(t, Options{Hash: 1, Seed: uint64(game)})
		g := rules.NewGame(rules.Options{Board: rules.Boards()[game%2], Positioning: true,
			StallLimit: rules.DefaultStallLimit})
		for ; !g.Outcome().Over() && n > 0; n-- {
			visit(&g)
			r, err := e.Search(context.Background(), &g, Limits{Level: 3 + rnd.IntN(7), Nodes: 2000})
			require.NoError(t, err)
			require.NoError(t, g.Play(r.Lines[0].Turn))
		}
	}
}

// solver finds out by trying everything whether the corvette can be expelled in time.
type solver struct {
	limit rules.StallLimit
	left  int // positions; below 0 it has given up
	known map[solved]bool
}

type solved struct {
	position rules.Position
	turns    int
}

// claim reports whether turn wins in n turns, or, below 0, lets the other side win in -n.
func (s *solver) claim(g *rules.Game, turn rules.Turn, n int) bool {
	p := g.Position()
	next := p.Play(turn)
	if o := next.Outcome(s.limit); o.Over() {
		return o.Reason == rules.CorvetteExile && (o.Winner == p.Side()) == (n > 0)
	}
	if n > 0 {
		return s.loses(next, n-1)
	}
	return s.wins(next, -n)
}

// wins reports whether the side to move can expel the corvette in n of its turns.
func (s *solver) wins(p rules.Position, n int) bool {
	for fewer := 1; fewer <= n; fewer++ {
		if s.winsIn(p, fewer) {
			return true
		}
	}
	return false
}

func (s *solver) winsIn(p rules.Position, n int) bool {
	about := solved{p, n}
	if is, ok := s.known[about]; ok {
		return is
	}
	if s.left--; s.left < 0 || p.Outcome(s.limit).Over() {
		return false
	}
	is := p.CorvetteAttacked(p.Side().Other())
	if !is && n > 1 {
		for _, attacks := range []bool{true, false} {
			for _, t := range p.AppendTurns(nil) {
				next := p.Play(t)
				is = is || next.CorvetteAttacked(next.Side()) == attacks && s.loses(next, n-1)
			}
		}
	}
	s.known[about] = is
	return is
}

// loses reports whether each turn lets the other side win in n turns; with 0 none does.
func (s *solver) loses(p rules.Position, n int) bool {
	if p.Outcome(s.limit).Over() || p.CorvetteAttacked(p.Side().Other()) {
		return false
	}
	for _, t := range p.AppendTurns(nil) {
		next := p.Play(t)
		o := next.Outcome(s.limit)
		lost := o.Reason == rules.CorvetteExile && o.Winner != p.Side()
		if !lost && (o.Over() || n == 0 || !s.wins(next, n)) {
			return false
		}
	}
	return true
}
