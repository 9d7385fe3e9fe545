package engine

import "madbot/rules"

// The evaluation is a small neural network for each board. A view of the position from each side is
// summed up in a hidden layer of hiddenN numbers, by the same weights; they are clipped, squared, and
// summed up again, by weights for the number of ships on the board. It is computed in integers, so that
// the result is the same on every machine.
const (
	hiddenN  = 40
	bucketsN = 8
	unit     = 255             // what 1 is in the hidden layer
	squared  = unit * unit / 2 // and what it is there after it is squared
	outShift = 15              // the output is in units of 1/32768 of a Score
)

// numbers is one for each of the hidden layer.
type numbers [hiddenN]int16

// network evaluates the positions of one board. Its file holds it as it stands here, the lowest byte first.
type network struct {
	Rows   [inputsN]numbers // what each input adds
	Start  numbers          // what there is without any
	Output [bucketsN][2]numbers
	Bias   [bucketsN]int32
}

// evaluate returns the static evaluation of p for the side to move. No corvette may be in exile. It
// ignores how near the stall is but for the advantage of who would win it; stallAdjusted does not.
func (n *network) evaluate(p *rules.Position, limit rules.StallLimit) Score {
	ships := squares(p.Occupied(rules.Red) | p.Occupied(rules.Blue)).count()
	b := bucketOf(ships)
	sum := n.Bias[b]
	var v view
	v.see(p, limit, p.Side())
	sum += layer(&n.Rows, &n.Start, &v, &n.Output[b][0])
	v.see(p, limit, p.Side().Other())
	sum += layer(&n.Rows, &n.Start, &v, &n.Output[b][1])
	return Score(sum >> outShift)
}

// bucketOf returns which weights of the output are for so many ships on the board, 2 to 16.
func bucketOf(ships int) int { return (ships - 2) * bucketsN / 15 }

// plainLayer returns what the hidden layer for a view adds to the output: the sum of its numbers, each
// clipped to between 0 and 1 and squared, times a weight.
func plainLayer(rows *[inputsN]numbers, start *numbers, v *view, weights *numbers) int32 {
	h := *start
	for _, i := range v {
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
