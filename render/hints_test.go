package render

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"madbot/rules"
	"madbot/rules/rulestest"
)

// TestHintsHideNoNumber: the numbers of hints hide neither each other nor the numbers of ships.
func TestHintsHideNoNumber(t *testing.T) {
	t.Parallel()
	sprites := map[rules.Board]*sprites{}
	for _, b := range rules.Boards() {
		sprites[b] = prepared(t, b)
	}
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.SampledFrom(rules.Boards()).Draw(t, "board")
		p := rules.Start(size, false)
		turns := p.AppendTurns(nil)
		for range rapid.IntRange(0, 40).Draw(t, "plies") {
			q := p.Play(rapid.SampledFrom(turns).Draw(t, "turn"))
			more := q.AppendTurns(nil)
			if len(more) < maxHints { // the game is over, or soon will be
				break
			}
			p, turns = q, more
		}
		a := sprites[size]
		hints := rapid.SliceOfNDistinct(rapid.SampledFrom(turns), 2, maxHints, rapid.ID).Draw(t, "hints")
		badges, taken := a.badges(&p, a.routes(&p, hints), nil), a.plates(&p)
		for i, b := range badges {
			for _, o := range append(taken, badges[:i]...) {
				assert.False(t, b.meets(o), "%s %v: hint %d", p, hints, i+1)
			}
		}
	})
}

// TestHintsOfOneShipRunBesideEachOther: arrows that leave a ship in the same direction do not coincide.
func TestHintsOfOneShipRunBesideEachOther(t *testing.T) {
	t.Parallel()
	p := rulestest.Position(t, opening)
	a := prepared(t, p.Board())
	routes := a.routes(&p, []rules.Turn{rulestest.Turn(t, p, "211-c4"), rulestest.Turn(t, p, "211-c3"),
		rulestest.Turn(t, p, "211-b3")})
	for i, r := range routes {
		for _, o := range routes[:i] {
			assert.GreaterOrEqual(t, r.paths[0][0].sub(o.paths[0][0]).length(), 15.0)
		}
	}
	routes = a.routes(&p, []rules.Turn{rulestest.Turn(t, p, "122>212>221"), rulestest.Turn(t, p, "122>221>212")})
	out, back := routes[0].paths[0], routes[1].paths[2]
	assert.Greater(t, out.at(out.length()/2).sub(back.at(back.length()/2)).length(), 15.0,
		"the way back bends to the inside")
}

// TestHintsKeepApart: the arrows of a swap or rotation in the first turn do not cover the arrows of a better one.
func TestHintsKeepApart(t *testing.T) {
	t.Parallel()
	for _, board := range rules.Boards() {
		a, p := prepared(t, board), rules.Start(board, true)
		for _, best := range p.AppendTurns(nil) {
			for _, other := range p.AppendTurns(nil) {
				if best == rules.Pass || other == rules.Pass || best == other {
					continue
				}
				routes := a.routes(&p, []rules.Turn{best, other})
				assert.Less(t, hiddenPart(routes[1].paths, routes[0].paths, 11*a.scale), 0.3, "%s: %v and %v", board, best, other)
			}
		}
	}
}

func TestPassHasNoArrow(t *testing.T) {
	t.Parallel()
	p := rules.Start(rules.Board6x4, true)
	a := prepared(t, p.Board())
	routes := a.routes(&p, []rules.Turn{rules.Pass, rulestest.Turn(t, p, "112=221")})
	badges := a.badges(&p, routes, nil)
	assert.Zero(t, badges[0])
	assert.NotZero(t, badges[1])
}
