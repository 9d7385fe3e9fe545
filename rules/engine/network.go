package engine

import "madbot/rules"

// The evaluation is a small neural network for each board. A view of the position from each side is
// summed up in a hidden layer of hiddenN numbers, by the same weights; they are clipped, squared, and
// summed up again, by weights for the number of ships on the board. It is computed in integers, with
// four numbers to a word, so that the result is the same on every machine.
const (
	hiddenN   = 40
	wordsN    = hiddenN / lanes
	bucketsN  = 8
	lanes     = 4                         // numbers in a word
	everyLane = 1<<48 | 1<<32 | 1<<16 | 1 // 1 in each number of a word
	unit      = 255                       // what 1 is in the hidden layer
	offset    = 1 << 15                   // is added to the numbers of a hidden layer, so that none is negative
	outShift  = 16                        // the output is in units of 1/65536 of a Score
)

// hidden is numbers of 16 bits, four to a word. They are added as words: a carry that a negative number
// leaves is taken back when the sum is not negative.
type hidden [wordsN]uint64

// network evaluates the positions of one board.
type network struct {
	rows   [inputsN]hidden // what each input adds
	start  hidden          // what there is without any
	output [bucketsN][2][hiddenN]int64
	bias   [bucketsN]int32
}

// evaluate returns the static evaluation of p for the side to move. No corvette may be in exile. It
// ignores how near the stall is but for the advantage of who would win it; stallAdjusted does not.
func (n *network) evaluate(p *rules.Position, limit rules.StallLimit) Score {
	ships := squares(p.Occupied(rules.Red) | p.Occupied(rules.Blue)).count()
	b := bucketOf(ships)
	sum := int64(n.bias[b])
	var v view
	v.see(p, limit, p.Side())
	h := n.sum(&v)
	sum += h.dot(&n.output[b][0])
	v.see(p, limit, p.Side().Other())
	h = n.sum(&v)
	sum += h.dot(&n.output[b][1])
	return Score(sum >> outShift)
}

// bucketOf returns which weights of the output are for so many ships on the board, 2 to 16.
func bucketOf(ships int) int { return (ships - 2) * bucketsN / 15 }

// sum returns the hidden layer for a view.
func (n *network) sum(v *view) hidden {
	h := n.start
	h0, h1, h2, h3, h4, h5, h6, h7, h8, h9 := h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7], h[8], h[9]
	for _, i := range v {
		r := &n.rows[i]
		h0 += r[0]
		h1 += r[1]
		h2 += r[2]
		h3 += r[3]
		h4 += r[4]
		h5 += r[5]
		h6 += r[6]
		h7 += r[7]
		h8 += r[8]
		h9 += r[9]
	}
	return hidden{h0, h1, h2, h3, h4, h5, h6, h7, h8, h9}
}

// dot returns the sum of the numbers of h, each clipped to between 0 and 1 and squared, times a weight.
func (h *hidden) dot(weights *[hiddenN]int64) int64 {
	sum := int64(0)
	for i, word := range h {
		w := weights[lanes*i:][:lanes]
		x := clip(word)
		a, b, c, d := int64(x&0xff), int64(x>>16&0xff), int64(x>>32&0xff), int64(x>>48)
		sum += a*a*w[0] + b*b*w[1] + c*c*w[2] + d*d*w[3]
	}
	return sum
}

// clip takes the offset from each number of a word and puts it between 0 and unit.
func clip(word uint64) uint64 {
	positive := word >> 15 & everyLane
	word = (word ^ offset*everyLane) & (positive<<16 - positive)
	over := (word + (offset-unit-1)*everyLane) >> 15 & everyLane
	return (word | (over<<16 - over)) & (unit * everyLane)
}
