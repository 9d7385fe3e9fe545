package network

import (
	"compress/gzip"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
)

// randomGames plays random games and calls visit with n of their positions, all in progress.
func randomGames(n int, seed uint64, visit func(g *rules.Game)) {
	rnd := rand.New(rand.NewPCG(seed, 1))
	for n > 0 {
		g := rules.NewGame(rules.Options{Board: rules.Boards()[rnd.IntN(2)], Positioning: rnd.IntN(2) == 0,
			StallLimit: rules.DefaultStallLimit})
		for ; n > 0 && !g.Outcome().Over(); n-- {
			visit(&g)
			for range 1 + rnd.IntN(10) {
				p := g.Position()
				if turns := p.AppendTurns(nil); !g.Outcome().Over() {
					_ = g.Play(turns[rnd.IntN(len(turns))])
				}
			}
		}
	}
}

// Exchanging the sides or left and right does not change the evaluation.
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
		want := fresh(&plain, 0)
		swapped := rules.Compose(rules.Setup{Board: b, Side: p.Side().Other(),
			Red: reflected(b, blue, false), Blue: reflected(b, red, false)})
		assert.Equal(t, want, fresh(&swapped, 0), "%v", p)
		middle := func(c rules.Color) bool {
			return 2*p.SquareOf(c, rules.Ship111).Column() == b.Columns()+1
		}
		if !middle(rules.Red) && !middle(rules.Blue) { // then the network can tell left from right
			seen++
			mirrored := rules.Compose(rules.Setup{Board: b, Side: p.Side(),
				Red: reflected(b, red, true), Blue: reflected(b, blue, true)})
			assert.Equal(t, want, fresh(&mirrored, 0), "%v", p)
		}
	})
	assert.Greater(t, seen, 1000)
}

// fresh returns the evaluation of a new evaluator.
func fresh(p *rules.Position, limit rules.StallLimit) int32 {
	e := NewEvaluator(Trained[p.Board()])
	return e.Evaluate(p, limit)
}

// An evaluator's results do not depend on what it evaluated before.
func TestEvaluator_IgnoresItsPast(t *testing.T) {
	t.Parallel()
	var all [4]Evaluator
	for _, b := range rules.Boards() {
		all[b] = NewEvaluator(Trained[b])
	}
	randomGames(3000, 22, func(g *rules.Game) {
		p := g.Position()
		if !p.Outcome(0).Over() {
			require.Equal(t, fresh(&p, g.Limit()), all[p.Board()].Evaluate(&p, g.Limit()), "%v", p)
		}
	})
}

// reflected returns a fleet with left and right, or the two home rows, exchanged.
func reflected(b rules.Board, fleet uint64, sideways bool) uint64 {
	out := uint64(0)
	for _, ship := range rules.Ships() {
		s := rules.Square(fleet >> (8 * (ship - 1)) & 31)
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

// The inputs have the ships that can be expelled, and the number of safe free squares next to a corvette that stays.
func TestNewFeatures(t *testing.T) {
	t.Parallel()
	threatened, trapped := 0, 0
	randomGames(5000, 21, func(g *rules.Game) {
		p := g.Position()
		if p.Outcome(0).Over() || p.Positioning(rules.Red) || p.Positioning(rules.Blue) {
			return
		}
		f := newFeatures(&p, g.Limit())
		for i, c := range [2]rules.Color{rules.Red, rules.Blue} {
			want := []uint16{}
			for _, a := range p.AttacksOn(c) {
				threat := 2 * uint16(a.On.Ship-rules.Ship111)
				if p.Covers(c, a.On.Square) {
					threat++
				}
				want = append(want, threat)
				threatened++
			}
			assert.ElementsMatch(t, want, f.threats[i][:f.amount[i]], "%v", p)
			if free := escapes(&p, c); assert.Equal(t, free, f.escapes[i], "%v", p) && free == 0 {
				trapped++
			}
		}
	})
	assert.Greater(t, threatened, 1000)
	assert.Greater(t, trapped, 100)
}

// escapes counts the free squares next to the corvette of c that no enemy ship can reach.
func escapes(p *rules.Position, c rules.Color) int {
	enemy := *p
	if p.Side() == c {
		enemy = p.Skip()
	}
	reached := map[rules.Square]bool{}
	for _, t := range enemy.AppendTurns(nil) {
		reached[t.To()] = t.IsMove() || reached[t.To()]
	}
	free, at := 0, p.SquareOf(c, rules.Ship111)
	for s := rules.Square(1); s < 31; s++ {
		rows, columns := s.Row()-at.Row(), s.Column()-at.Column()
		if p.Board().Has(s) && rows*rows+columns*columns == 1 && p.At(s).Ship == rules.NoShip && !reached[s] {
			free++
		}
	}
	return free
}

// A trainer that resumes from a network continues where it was.
func TestLearner_Resumes(t *testing.T) {
	t.Parallel()
	for _, b := range rules.Boards() {
		n := newLearner(rand.New(rand.NewPCG(1, 2)))
		n.resume(Trained[b])
		got := n.network()
		assert.Equal(t, Trained[b].Rows, got.Rows, b)
		assert.Equal(t, Trained[b].Start, got.Start, b)
		assert.Equal(t, Trained[b].Output, got.Output, b)
		for i := range got.Bias {
			assert.InDelta(t, Trained[b].Bias[i], got.Bias[i], 256, b)
		}
	}
}

// The integer network agrees with its trainer.
func TestNetwork_AgreesWithItsTrainer(t *testing.T) {
	t.Parallel()
	n := newLearner(rand.New(rand.NewPCG(1, 2)))
	made := n.network()
	require.NoError(t, made.check())
	randomGames(500, 18, func(g *rules.Game) {
		p := g.Position()
		if p.Outcome(0).Over() {
			return
		}
		e := (&lesson{position: p, limit: g.Limit()}).example()
		expected := float64(n.predict(&e))
		evaluator := NewEvaluator(made)
		want := math.Log(expected/(1-expected)) / math.Log(3) * ThreeQuarters
		assert.InDelta(t, want, int(evaluator.Evaluate(&p, g.Limit())), 10, "%v", p)
	})
}

// mostSum is the largest possible number of the hidden layer: with all inputs on, plus Start.
const mostSum int16 = (2*shipsN + othersMost + 1) * rowMost

// A layer clips each number between 0 and 1 and squares it.
func TestPlainLayer(t *testing.T) {
	t.Parallel()
	var n Network
	weights := numbers{3, 5, 7, 11}
	for x, want := range map[int16]int32{-1: 0, 0: 0, 1: 0, 2: 2, 100: 5000, unit: squared, unit + 1: squared,
		mostSum: squared, -mostSum: 0} {
		for i := range 4 {
			var sums numbers
			sums[i] = x
			assert.Equal(t, want*int32(weights[i]), plainLayer(&n.Rows, &sums, new(view), &weights), "%d", x)
		}
	}
	n.Rows[1], n.Rows[2], n.Rows[3] = numbers{hiddenN - 1: 100}, numbers{hiddenN - 1: 107}, numbers{hiddenN - 1: 2}
	var v view
	v.change(1, 2)
	v.add(3)
	v.add(3)
	sums := numbers{hiddenN - 1: -1}
	assert.Equal(t, int32(10*10/2*2), plainLayer(&n.Rows, &sums, &v, &numbers{hiddenN - 1: 2}))
	assert.Equal(t, numbers{hiddenN - 1: 6}, sums)
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
		l := lesson{position: p, limit: g.Limit(), score: 720 * (points - 0.5), points: points}
		examples = append(examples, l.example())
	})
	n := newLearner(rand.New(rand.NewPCG(3, 4)))
	before := n.loss(examples)
	for range 4 {
		n.pass(examples, 0.01)
	}
	assert.Less(t, n.loss(examples), before/10)
}

func TestRead(t *testing.T) {
	t.Parallel()
	again, err := Read(packed(t, Trained))
	require.NoError(t, err)
	assert.Equal(t, Trained, again)
	assert.LessOrEqual(t, len(trainedText), 1<<20)
	for _, spoil := range []func(*Network){
		func(n *Network) { n.Rows[5][3] = rowMost + 1 },
		func(n *Network) { n.Start[3] = -rowMost - 1 },
		func(n *Network) { n.Output[7][1] = numbers{0: math.MaxInt16, hiddenN - 1: math.MinInt16} },
		func(n *Network) { n.Bias[2] = math.MinInt32 },
		func(n *Network) {
			n.Bias[2], n.Output[2][0] = math.MinInt32, numbers{0: math.MaxInt16, 1: math.MaxInt16, 2: math.MaxInt16}
		},
	} {
		bad(t, unchecked(t, "", spoil))
	}
	unchanged := func(*Network) {}
	for _, tail := range []string{"x", "xy"} {
		bad(t, unchecked(t, tail, unchanged))
	}
	flipped := []byte(trainedText)
	flipped[len(flipped)-8] ^= 1 // in the checksum
	_, err = Read(string(flipped))
	require.ErrorIs(t, err, gzip.ErrChecksum)
	for _, text := range []string{"x", trainedText[1:], trainedText[:len(trainedText)-9], trainedText + "xy",
		trainedText + trainedText} {
		bad(t, text)
	}
	_, err = Read("")
	assert.Error(t, err)
}

// unchecked returns the file of the embedded networks, each changed by change, followed by tail.
func unchecked(t *testing.T, tail string, change func(*Network)) string {
	t.Helper()
	var text strings.Builder
	file := gzip.NewWriter(&text)
	for _, b := range rules.Boards() {
		n := *Trained[b]
		change(&n)
		require.NoError(t, binary.Write(file, binary.LittleEndian, &n))
	}
	_, err := file.Write([]byte(tail))
	require.NoError(t, err)
	require.NoError(t, file.Close())
	return text.String()
}

// bad requires that weights are refused.
func bad(t *testing.T, weights string) {
	t.Helper()
	_, err := Read(weights)
	assert.Error(t, err)
}

func BenchmarkEvaluate(b *testing.B) {
	p := rules.Start(rules.Board6x4, false)
	e := NewEvaluator(Trained[p.Board()])
	for b.Loop() {
		e.Evaluate(&p, rules.DefaultStallLimit)
	}
}
