package engine

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
)

// rival is a plain alpha-beta search to a fixed depth, like the first programs for this game. It evaluates material,
// mobility, and distance to the enemy corvette.
type rival struct{ limit rules.StallLimit }

var rivalWorths = [9]int{0, 0, 80, 100, 130, 140, 180, 200, 260}

func (r rival) turn(p rules.Position) rules.Turn {
	best, choice := -1<<30, rules.NoTurn
	for _, t := range p.AppendTurns(nil) {
		if v := -r.search(p.Play(t), 3, -1<<30, -best); v > best || choice == rules.NoTurn {
			best, choice = v, t
		}
	}
	return choice
}

func (r rival) search(p rules.Position, depth, alpha, beta int) int {
	if o := p.Outcome(r.limit); o.Over() {
		v := 100_000 + depth
		if o.IsSemi() {
			v = 300
		}
		if o.Winner != p.Side() {
			v = -v
		}
		return v
	}
	if depth == 0 {
		return r.value(&p, p.Side()) - r.value(&p, p.Side().Other())
	}
	var buffer [rules.MaxTurns]rules.Turn
	turns := p.AppendTurns(buffer[:0])
	for _, expels := range [2]bool{true, false} {
		for _, t := range turns {
			if t.Expels() != expels {
				continue
			}
			alpha = max(alpha, -r.search(p.Play(t), depth-1, -beta, -alpha))
			if alpha >= beta {
				return alpha
			}
		}
	}
	return alpha
}

func (rival) value(p *rules.Position, c rules.Color) int {
	sum := 0
	target := p.SquareOf(c.Other(), rules.Ship111)
	for _, ship := range rules.Ships() {
		if s := p.SquareOf(c, ship); s != rules.NoSquare {
			sum += rivalWorths[ship] + 6*(9-int(distances[s][target]))
		}
	}
	return sum
}

// TestStrength_BeatsFixedDepth plays against the rival from random openings, each with both sides; with -soak 40 games
// with 200 ms per turn. The engine must win all of them.
func TestStrength_BeatsFixedDepth(t *testing.T) {
	t.Parallel()
	games, nodes := 2, uint64(30_000)
	if *soak {
		games, nodes = 40, 0
	}
	pair := 0
	randomOpenings(t, games/2, func(start rules.Game) {
		pair++
		for _, us := range []rules.Color{rules.Red, rules.Blue} {
			g := start.Clone()
			o := playRival(t, &g, us, nodes)
			assert.Equal(t, us, o.Winner, "opening %d: %v as %v, %v", pair, o.Result(), us,
				g.Turns())
		}
	})
}

// randomOpenings calls visit with games after some random turns, on both boards. Neither side is known to be better:
// some random openings are lost by force.
func randomOpenings(t *testing.T, n int, visit func(start rules.Game)) {
	e := newEngine(t, Options{Endings: smallEndings()})
	seed := uint64(0)
	boards := map[rules.Board]int{}
	for n > 0 {
		seed++
		randomGames(1, 1000+seed, func(g *rules.Game) {
			p := g.Position()
			b := p.Board()
			if n == 0 || g.Ply() < 3 || g.Ply() > 8 || boards[b] > boards[other(b)] ||
				p.CorvetteAttacked(rules.Blue) || p.CorvetteAttacked(rules.Red) {
				return
			}
			r, err := e.Search(context.Background(), g, Limits{Nodes: 30_000})
			require.NoError(t, err)
			if s := r.Lines[0].Score; s > 40 || s < -40 {
				return
			}
			boards[b]++
			n--
			visit(g.Clone())
		})
	}
}

func other(b rules.Board) rules.Board {
	if b == rules.Board6x4 {
		return rules.Board5x5
	}
	return rules.Board6x4
}

func playRival(t *testing.T, g *rules.Game, us rules.Color, nodes uint64) rules.Outcome {
	e := newEngine(t, Options{Endings: smallEndings()})
	for !g.Outcome().Over() {
		p := g.Position()
		if p.Side() != us {
			require.NoError(t, g.Play(rival{g.Limit()}.turn(p)))
			continue
		}
		ctx, cancel := context.WithCancel(context.Background())
		if nodes == 0 {
			ctx, cancel = context.WithTimeout(context.Background(), 200*time.Millisecond)
		}
		r, err := e.Search(ctx, g, Limits{Nodes: nodes})
		cancel()
		require.NoError(t, err)
		require.NoError(t, g.Play(r.Lines[0].Turn))
	}
	return g.Outcome()
}
