// Package network evaluates positions: a small neural network for each board. A view of the position from each side
// is summed up in a hidden layer of numbers, by the same weights; they are clipped, squared, and summed up again, by
// weights for the number of ships on the board. It is computed in integers, so that the result is the same on every
// machine. The training is in the tests; see selfplay_test.go of the engine.
package network

import (
	"math"
	"math/bits"

	"madbot/rules"
)

// ThreeQuarters is the evaluation that is worth three quarters of a victory on average.
const ThreeQuarters = 180

// Worth returns the expected result of an evaluation, between 0 and 1: a logistic curve through ThreeQuarters.
func Worth(evaluation float64) float64 { return 1 / (1 + math.Pow(3, -evaluation/ThreeQuarters)) }

const (
	hiddenN  = 192
	bucketsN = 8
	unit     = 255             // what 1 is in the hidden layer
	squared  = unit * unit / 2 // and what it is there after it is squared
	outShift = 15              // the output is in units of 1/32768 of a hundredth of a frigate
)

// numbers is one for each of the hidden layer.
type numbers [hiddenN]int16

// Network evaluates the positions of one board. Its file holds it as it stands here, the lowest byte first.
type Network struct {
	Rows   [inputsN]numbers // what each input adds
	Start  numbers          // what there is without any
	Output [bucketsN][2]numbers
	Bias   [bucketsN]int32
}

// exiled returns the sums of the hidden layer for a view with all ships in exile, and nothing else.
func (n *Network) exiled() numbers {
	sums := n.Start
	for ship := range 2 * shipsN {
		for j, x := range &n.Rows[ship*placesN] {
			sums[j] += x
		}
	}
	return sums
}

// Evaluator evaluates the positions of a search on one board. It adds up only what has changed since the last one, and
// belongs to one goroutine. The result does not depend on what was evaluated before.
type Evaluator struct {
	network *Network
	seen    [2][2]accumulator // by side, Red first, and by whether left and right change places
}

// accumulator is the last view of a side.
type accumulator struct {
	fleets [2]uint64 // of the viewer and of the enemy
	sums   numbers   // of the hidden layer, for the ships alone
}

// NewEvaluator returns an evaluator for the board of n.
func NewEvaluator(n *Network) Evaluator {
	first := accumulator{sums: n.exiled()}
	return Evaluator{network: n, seen: [2][2]accumulator{{first, first}, {first, first}}}
}

// Evaluate returns what p is worth for the side to move, in hundredths of a frigate. No corvette may be in exile. How
// near the stall is counts in eighths of the limit.
func (e *Evaluator) Evaluate(p *rules.Position, limit rules.StallLimit) int32 {
	b := bucketOf(p)
	sum := e.network.Bias[b]
	common := newFeatures(p, limit)
	for side, c := range [2]rules.Color{p.Side(), p.Side().Other()} {
		f := &viewers[p.Board()&3][(c-1)&1]
		fleets := [2]uint64{p.Fleet(c), p.Fleet(c.Other())}
		flip := f.right >> (fleets[0] & 31) & 1
		last := &e.seen[(c-1)&1][flip]
		var v view
		v.compare(&f.place[flip], 0, last.fleets[0], fleets[0])
		v.compare(&f.place[flip], 1, last.fleets[1], fleets[1])
		v.see(p, &common, c)
		last.fleets = fleets
		sum += layer(&e.network.Rows, &last.sums, &v, &e.network.Output[b][side])
	}
	return sum >> outShift
}

// bucketOf returns which weights of the output are for p, by how many ships are on its board, 2 to 16.
func bucketOf(p *rules.Position) int {
	ships := bits.OnesCount32(p.Occupied(rules.Red) | p.Occupied(rules.Blue))
	return (ships - 2) * bucketsN / 15
}

// plainLayer updates the sums of the hidden layer for the ships of a view, and returns what the layer then adds to the
// output: its numbers with the other inputs, weighed.
func plainLayer(rows *[inputsN]numbers, sums *numbers, v *view, weights *numbers) int32 {
	for i := range v.changes {
		off, on := &rows[v.off[i]], &rows[v.on[i]]
		for j := range sums {
			sums[j] += on[j] - off[j]
		}
	}
	all := *sums
	for _, i := range v.othersOn[:v.others] {
		for j, x := range &rows[i] {
			all[j] += x
		}
	}
	return all.weighed(weights)
}

// weighed returns the sum of the numbers, each clipped to between 0 and 1 and squared, times a weight.
func (n *numbers) weighed(weights *numbers) int32 {
	sum := int32(0)
	for j, x := range n {
		c := int32(min(max(x, 0), unit))
		sum += c * c / 2 * int32(weights[j])
	}
	return sum
}
