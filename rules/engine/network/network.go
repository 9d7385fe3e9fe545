// Package network evaluates positions with a small neural network for each board. A hidden layer sums up the position
// as each side sees it, with the same weights for both sides. Its numbers are clipped, squared and summed up again,
// with weights that depend on the number of ships on the board. All arithmetic is in integers, so the result is the
// same on every machine. The training is in the engine's tests; see selfplay_test.go there.
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
	unit     = 255             // stands for 1 in the hidden layer
	squared  = unit * unit / 2 // stands for 1 after squaring
	outShift = 15              // the output is in units of 1/32768 of a hundredth of a frigate
)

// numbers holds one number for each unit of the hidden layer.
type numbers [hiddenN]int16

// Network evaluates the positions of one board. Its file has the fields in this order, in little-endian byte order.
type Network struct {
	Rows   [inputsN]numbers // what each input adds
	Start  numbers          // the sums without any input
	Output [bucketsN][2]numbers
	Bias   [bucketsN]int32
}

// exiled returns the sums of the hidden layer for a view with all ships in exile and no other inputs.
func (n *Network) exiled() numbers {
	sums := n.Start
	for ship := range 2 * shipsN {
		for j, x := range &n.Rows[ship*placesN] {
			sums[j] += x
		}
	}
	return sums
}

// Evaluator evaluates the positions of a search on one board. It only computes what has changed since the last
// position, with the same result. It belongs to one goroutine.
type Evaluator struct {
	network *Network
	seen    [2][2]accumulator // by side, Red first, and by whether left and right are exchanged
}

// accumulator is the last view of a side.
type accumulator struct {
	fleets [2]uint64 // of the viewer and of the enemy
	sums   numbers   // of the hidden layer, for the ships only
}

// NewEvaluator returns an evaluator for the board of n.
func NewEvaluator(n *Network) Evaluator {
	first := accumulator{sums: n.exiled()}
	return Evaluator{network: n, seen: [2][2]accumulator{{first, first}, {first, first}}}
}

// Evaluate returns the value of p for the side to move, in hundredths of a frigate. No corvette may be in exile. It
// sees the distance to the stall in eighths of the limit.
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

// bucketOf returns the index of the output weights for p, which depend on the number of ships on the board, 2 to 16.
func bucketOf(p *rules.Position) int {
	ships := bits.OnesCount32(p.Occupied(rules.Red) | p.Occupied(rules.Blue))
	return (ships - 2) * bucketsN / 15
}

// plainLayer updates the sums of the hidden layer for the ships of a view. It returns the layer's contribution to the
// output, including the other inputs.
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

// weighed returns the sum of the numbers, each clipped to the range from 0 to 1, squared, and multiplied by its weight.
func (n *numbers) weighed(weights *numbers) int32 {
	sum := int32(0)
	for j, x := range n {
		c := int32(min(max(x, 0), unit))
		sum += c * c / 2 * int32(weights[j])
	}
	return sum
}
