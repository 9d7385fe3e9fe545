package rules_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
)

// soak makes the tests compare more positions and count longer games.
var soak = flag.Bool("soak", false, "compare more positions, count the turns of longer games")

// comparisons is the number of random positions to compare.
func comparisons() int {
	if *soak {
		return 100_000
	}
	return 10_000
}

// Both implementations agree on every turn of every position, on the position after it, and on the
// outcome, in random games played to their end and from random composed positions.
func TestPlainRulesAgree(t *testing.T) {
	t.Parallel()
	const workers = 8
	var compared atomic.Int64
	t.Run("random", func(t *testing.T) {
		for i := range workers {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				t.Parallel()
				c := comparer{t: t, rand: rand.New(rand.NewPCG(20, uint64(i)))}
				for c.compared < comparisons()/workers {
					c.compareGame(plainStart(c.size(), c.rand.IntN(2) == 0, c.limit()))
					c.compareGame(c.composed())
				}
				compared.Add(int64(c.compared))
			})
		}
	})
	assert.GreaterOrEqual(t, compared.Load(), int64(comparisons()))
}

// comparer compares positions and counts them.
type comparer struct {
	t        *testing.T
	rand     *rand.Rand
	compared int
}

func (c *comparer) size() string { return []string{"6x4", "5x5"}[c.rand.IntN(2)] }

func (c *comparer) limit() int { return []int{0, 1, 30, 40, 200}[c.rand.IntN(5)] }

// composed returns a random position, which need not come from a game.
func (c *comparer) composed() plainGame {
	g := plainStart(c.size(), false, c.limit())
	g.grid = [6][5]plainPiece{}
	g.side = "rb"[c.rand.IntN(2)]
	g.last = "rb-"[c.rand.IntN(3)]
	g.quiet = c.rand.IntN(45)
	if c.rand.IntN(8) == 0 {
		g.positioning = []string{"rb", "r", "b"}[c.rand.IntN(3)]
	}
	share := 1 + c.rand.IntN(10)
	for _, side := range []byte("rb") {
		for _, kind := range plainKinds {
			place := plainPlace{c.rand.IntN(g.rows), c.rand.IntN(g.columns)}
			for g.at(place).kind != "" {
				place = plainPlace{c.rand.IntN(g.rows), c.rand.IntN(g.columns)}
			}
			if kind == "111" || c.rand.IntN(10) < share {
				g.grid[place.row][place.column] = plainPiece{side, kind}
			}
		}
	}
	return g
}

// compareGame plays random turns to the end of the game, at most 400, and compares each position.
func (c *comparer) compareGame(g plainGame) {
	p, err := rules.ParsePosition(g.notation())
	require.NoError(c.t, err, g.notation())
	for range 400 {
		turns := c.comparePosition(&g, &p)
		if len(turns) == 0 || g.result() != "*" {
			return
		}
		text := turns[c.rand.IntN(len(turns))]
		turn, err := p.ParseTurn(text)
		require.NoError(c.t, err, text)
		g.play(text)
		p = p.Play(turn)
		c.requireSame(&g, p)
	}
}

// requireSame requires that p equals the position read from its text, which may lack a corvette.
func (c *comparer) requireSame(g *plainGame, p rules.Position) {
	read, err := rules.ParsePosition(g.notation())
	require.NoError(c.t, err)
	require.True(c.t, p == read, g.notation())
}

// comparePosition compares everything about p, and returns its turns.
func (c *comparer) comparePosition(g *plainGame, p *rules.Position) []string {
	c.compared++
	require.Equal(c.t, g.notation(), p.String())
	require.Equal(c.t, g.result(), p.Outcome(rules.StallLimit(g.limit)).Result(), p.String())
	want := g.turns()
	legal := map[string]rules.Turn{}
	var got []string
	for _, turn := range p.AppendTurns(nil) {
		legal[turn.String()] = turn
		got = append(got, turn.String())
	}
	slices.Sort(got)
	if !slices.Equal(want, got) {
		require.Equal(c.t, want, got, p.String())
	}
	for _, text := range want {
		after, next := *g, p.Play(legal[text])
		after.play(text)
		if after.notation() != next.String() || !c.sameResult(&after, &next) {
			require.Fail(c.t, "another position", "%s after %s: %s, not %s", p, text, next, after.notation())
		}
	}
	return want
}

func (c *comparer) sameResult(g *plainGame, p *rules.Position) bool {
	return g.result() == p.Outcome(rules.StallLimit(g.limit)).Result()
}
