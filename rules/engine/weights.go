package engine

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"madbot/rules"
)

// tunedText is the output of the tuner; see selfplay_test.go.
//
//go:embed weights.txt
var tunedText string

// tuned is the evaluator with these weights. It is never changed.
var tuned = newEvaluator(mustReadWeights(tunedText))

// span is a range of features with a common name.
type span struct {
	name       string
	first, end int
}

// spans returns all features in order.
func spans() []span {
	return []span{
		{"place", atPlace, atExile}, {"exile", atExile, atHunt}, {"hunt", atHunt, atGuard},
		{"guard", atGuard, atMobile}, {"mobile", atMobile, atThreat}, {"threat", atThreat, atAim},
		{"aim", atAim, atEscape}, {"escape", atEscape, atRing}, {"ring", atRing, atRelief},
		{"relief", atRelief, atParity}, {"parity", atParity, atLead}, {"lead", atLead, atNumber},
		{"number", atNumber, atTempo}, {"tempo", atTempo, atPair}, {"pair", atPair, featuresN},
	}
}

// rows returns the names of the rows of weights and their indices, in the order of the text.
func rows() (names []string, numbers []int) {
	for _, b := range rules.Boards() {
		names = append(names, b.String(), b.String()+"-few")
		numbers = append(numbers, rowOf(b, fewShips+1), rowOf(b, fewShips))
	}
	return names, numbers
}

// readWeights reads lines of a row, a span, and a pair full/bare for each feature of the span.
func readWeights(text string) (weights, error) {
	var w weights
	lines := strings.Split(strings.TrimSpace(text), "\n")
	next := 0
	names, numbers := rows()
	for r, name := range names {
		for _, s := range spans() {
			var f []string
			if next < len(lines) {
				f = strings.Fields(lines[next])
			}
			if len(f) != 2+s.end-s.first || f[0] != name || f[1] != s.name {
				return w, fmt.Errorf("weights line %d: not %s %s", next+1, name, s.name)
			}
			for i, pair := range f[2:] {
				x, err := readWeight(pair)
				if err != nil {
					return w, fmt.Errorf("weights line %d: %w", next+1, err)
				}
				w[numbers[r]][s.first+i] = x
			}
			next++
		}
	}
	if next < len(lines) {
		return w, fmt.Errorf("weights line %d: one too many", next+1)
	}
	return w, nil
}

// readWeight reads full/bare.
func readWeight(pair string) (weight, error) {
	full, bare, _ := strings.Cut(pair, "/")
	x, err := strconv.ParseInt(full, 10, 16)
	if err != nil {
		return 0, err
	}
	y, err := strconv.ParseInt(bare, 10, 16)
	return makeWeight(int(x), int(y)), err
}

// mustReadWeights panics if the weights built into the program are malformed.
func mustReadWeights(text string) weights {
	w, err := readWeights(text)
	if err != nil {
		panic(err)
	}
	return w
}

// String returns the text that readWeights reads.
func (w *weights) String() string {
	var out strings.Builder
	names, numbers := rows()
	for r, name := range names {
		for _, s := range spans() {
			fmt.Fprintf(&out, "%s %s", name, s.name)
			for _, x := range w[numbers[r]][s.first:s.end] {
				fmt.Fprintf(&out, " %d/%d", x.full(), x.bare())
			}
			out.WriteByte('\n')
		}
	}
	return out.String()
}
