package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"madbot/rules"
)

// tally is the score of A in pairs of games in which each player has each side of the opening once. The scores of pairs
// vary less than the scores of single games.
type tally struct {
	pairs, even int // in even pairs both players scored the same, mostly because the opening decided the games
	sum, square float64
	results     [4]int // of A: victories, semi-victories, semi-defeats, defeats
}

// outcome counts a game in which A played side a, and returns A's score.
func (t *tally) outcome(o rules.Outcome, a rules.Color) float64 {
	kind := 0
	if o.IsSemi() {
		kind = 1
	}
	if o.Winner != a {
		kind = 3 - kind
	}
	t.results[kind]++
	return [4]float64{1, 0.75, 0.25, 0}[kind]
}

func (t *tally) add(score float64) {
	t.pairs++
	if score == 0.5 {
		t.even++
	}
	t.sum += score
	t.square += score * score
}

func (t *tally) mean() float64 { return t.sum / float64(t.pairs) }

// variance returns the variance of a pair's score, never 0.
func (t *tally) variance() float64 {
	m := t.mean()
	return max(t.square/float64(t.pairs)-m*m, 0.005)
}

// String returns the score with its 95 % confidence interval, the counts of the results, and of even pairs.
func (t *tally) String() string {
	if t.pairs == 0 {
		return "no games"
	}
	bar := 1.96 * math.Sqrt(t.variance()/float64(t.pairs))
	return fmt.Sprintf("%.1f %% ±%.1f in %d games (%d won, %d by half, %d lost by half, %d lost), %d of %d pairs even",
		100*t.mean(), 100*bar, 2*t.pairs, t.results[0], t.results[1], t.results[2], t.results[3],
		t.even, t.pairs)
}

// sprt is a sequential probability ratio test between two scores, with error rates of 5 %.
type sprt struct {
	on        bool
	low, high float64
}

// read parses "0.50,0.53"; an empty text means no test.
func (s *sprt) read(text string) error {
	if text == "" {
		return nil
	}
	low, high, _ := strings.Cut(text, ",")
	var errs [2]error
	s.low, errs[0] = strconv.ParseFloat(low, 64)
	s.high, errs[1] = strconv.ParseFloat(high, 64)
	if errs != [2]error{} || !(0 < s.low && s.low < s.high && s.high < 1) {
		return usagef("match: -sprt %q is not two scores such as 0.50,0.53", text)
	}
	s.on = true
	return nil
}

// enoughPairs is the number of pairs before the variance is meaningful.
const enoughPairs = 15

// verdict returns what the test has decided, or "" if nothing yet.
func (s *sprt) verdict(t *tally) string {
	if !s.on || t.pairs < enoughPairs {
		return ""
	}
	n := float64(t.pairs)
	likelihood := n * (s.high - s.low) * (2*t.mean() - s.high - s.low) / (2 * t.variance())
	bound := math.Log(0.95 / 0.05)
	switch {
	case likelihood >= bound:
		return fmt.Sprintf("; accepted: %.2f rather than %.2f", s.high, s.low)
	case likelihood <= -bound:
		return fmt.Sprintf("; rejected: %.2f rather than %.2f", s.low, s.high)
	}
	return ""
}
