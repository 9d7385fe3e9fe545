package engine

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
)

// Neither the colours nor left and right mean anything to the network.
func TestNetwork_SeesReflectionsAlike(t *testing.T) {
	t.Parallel()
	seen := 0
	randomGames(3000, 17, func(g *rules.Game) {
		p := g.Position()
		b := p.Board()
		if p.Outcome(0).Over() || p.Positioning(rules.Red) || p.Positioning(rules.Blue) {
			return
		}
		red, blue := p.Fleet(rules.Red), p.Fleet(rules.Blue)
		plain := rules.Compose(rules.Setup{Board: b, Side: p.Side(), Red: red, Blue: blue})
		want := trained[b].evaluate(&plain, 0)
		swapped := rules.Compose(rules.Setup{Board: b, Side: p.Side().Other(),
			Red: reflected(b, blue, false), Blue: reflected(b, red, false)})
		assert.Equal(t, want, trained[b].evaluate(&swapped, 0), "%v", p)
		middle := func(c rules.Color) bool {
			return 2*p.SquareOf(c, rules.Ship111).Column() == b.Columns()+1
		}
		if !middle(rules.Red) && !middle(rules.Blue) { // there the network tells left from right
			seen++
			mirrored := rules.Compose(rules.Setup{Board: b, Side: p.Side(),
				Red: reflected(b, red, true), Blue: reflected(b, blue, true)})
			assert.Equal(t, want, trained[b].evaluate(&mirrored, 0), "%v", p)
		}
	})
	assert.Greater(t, seen, 1000)
}

// reflected returns a fleet with left and right, or the two home rows, exchanged.
func reflected(b rules.Board, fleet uint64, sideways bool) uint64 {
	out := uint64(0)
	for _, ship := range rules.Ships() {
		s := squareIn(fleet, ship)
		if s == rules.NoSquare {
			continue
		}
		to := rules.MakeSquare(s.Column(), b.Rows()+1-s.Row())
		if sideways {
			to = rules.MakeSquare(b.Columns()+1-s.Column(), s.Row())
		}
		out |= uint64(to) << (8 * (ship - 1))
	}
	return out
}

// In integers the network says what the trainer computed.
func TestNetwork_AgreesWithItsTrainer(t *testing.T) {
	t.Parallel()
	n := newLearner(rand.New(rand.NewPCG(1, 2)))
	network, err := n.layers().network()
	require.NoError(t, err)
	randomGames(500, 18, func(g *rules.Game) {
		p := g.Position()
		if p.Outcome(0).Over() {
			return
		}
		e := (&lesson{position: p, limit: g.Limit()}).example()
		expected := float64(n.predict(&e))
		want := math.Log(expected/(1-expected)) / math.Log(3) * float64(SemiVictory)
		assert.InDelta(t, want, int(network.evaluate(&p, g.Limit())), 5, "%v", p)
	})
}

// Every number is clipped on its own, and squared.
func TestClip(t *testing.T) {
	t.Parallel()
	for x := -offset; x < offset; x++ {
		others := uint64(offset-1)<<48 | uint64(offset+7)<<32 | uint64(2*offset-1)
		got := clip(others | uint64(x+offset)<<16)
		assert.Equal(t, uint64(7)<<32|unit|uint64(min(max(x, 0), unit))<<16, got, "%d", x)
	}
}

// The trainer learns that a ship in a place is worth something.
func TestLearner_FindsWhatIsThere(t *testing.T) {
	t.Parallel()
	var examples []example
	randomGames(20_000, 19, func(g *rules.Game) {
		p := g.Position()
		if p.Outcome(0).Over() {
			return
		}
		points := 0.25
		if p.SquareOf(p.Side(), rules.Ship222) != rules.NoSquare {
			points = 0.75
		}
		l := lesson{position: p, limit: g.Limit(), score: Score(720 * (points - 0.5)), points: points}
		examples = append(examples, l.example())
	})
	n := newLearner(rand.New(rand.NewPCG(3, 4)))
	before := n.loss(examples)
	for range 4 {
		n.pass(examples, 0.01)
	}
	assert.Less(t, n.loss(examples), before/10)
}

func TestReadNetworks(t *testing.T) {
	t.Parallel()
	again, err := readNetworks(networkText)
	require.NoError(t, err)
	assert.Equal(t, trained, again)
	assert.LessOrEqual(t, len(networkText), 1<<20)
	w := new(layers)
	w.Rows[5][3] = weightMost + 1
	var large bytes.Buffer
	for range rules.Boards() {
		require.NoError(t, binary.Write(&large, binary.LittleEndian, w))
	}
	for _, bad := range []string{"", networkText[1:], networkText + "xy", large.String()} {
		_, err := readNetworks(bad)
		assert.Error(t, err)
		_, err = New(Options{Weights: cmp.Or(bad, "x")})
		assert.ErrorIs(t, err, ErrOptions)
	}
}
