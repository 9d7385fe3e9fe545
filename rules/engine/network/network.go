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

// Evaluate returns what p is worth for the side to move, in hundredths of a frigate. No corvette may be in exile. How
// near the stall is counts only as far as who would win it.
func (n *Network) Evaluate(p *rules.Position, limit rules.StallLimit) int32 {
	b := bucketOf(p)
	sum := n.Bias[b]
	s := newScene(p)
	for side, c := range [2]rules.Color{p.Side(), p.Side().Other()} {
		var v view
		v.see(p, &s, limit, c)
		sum += layer(&n.Rows, &n.Start, &v, &n.Output[b][side])
	}
	return sum >> outShift
}

// bucketOf returns which weights of the output are for p, by how many ships are on its board, 2 to 16.
func bucketOf(p *rules.Position) int {
	ships := bits.OnesCount32(p.Occupied(rules.Red) | p.Occupied(rules.Blue))
	return (ships - 2) * bucketsN / 15
}

// plainLayer returns what the hidden layer for a view adds to the output: the sum of its numbers, each
// clipped to between 0 and 1 and squared, times a weight.
func plainLayer(rows *[inputsN]numbers, start *numbers, v *view, weights *numbers) int32 {
	h := *start
	for _, i := range v.on[:v.n] {
		for j, x := range &rows[i] {
			h[j] += x
		}
	}
	sum := int32(0)
	for j, x := range h {
		c := int32(min(max(x, 0), unit))
		sum += c * c / 2 * int32(weights[j])
	}
	return sum
}
