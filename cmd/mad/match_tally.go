package main

import (
	"fmt"
	"math"

	"madbot/rules"
)

// tally is the score of A in pairs of games, which are more even than games: in a pair each has
// each side of the opening once.
type tally struct {
	pairs       int
	sum, square float64
	results     [4]int // of A: victories, semi-victories, semi-defeats, defeats
}

// outcome counts a game and returns the score of A, who had the side a.
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

// add counts the mean score of a pair.
func (t *tally) add(score float64) {
	t.pairs++
	t.sum += score
	t.square += score * score
}

func (t *tally) mean() float64 { return t.sum / float64(t.pairs) }

// variance of the score of a pair; a little is always assumed.
func (t *tally) variance() float64 {
	m := t.mean()
	return max(t.square/float64(t.pairs)-m*m, 0.005)
}

// String returns the score with its error bar of 95 %, and what it is made of.
func (t *tally) String() string {
	if t.pairs == 0 {
		return "no games"
	}
	bar := 1.96 * math.Sqrt(t.variance()/float64(t.pairs))
	return fmt.Sprintf("%.1f %% ±%.1f in %d games (%d won, %d by half, %d lost by half, %d lost)",
		100*t.mean(), 100*bar, 2*t.pairs, t.results[0], t.results[1], t.results[2], t.results[3])
}

// sprt decides between two scores as soon as the games allow it, with errors of 5 %.
type sprt struct {
	on        bool
	low, high float64
}

// read reads "0.50,0.53"; the empty text is no test.
func (s *sprt) read(text string) error {
	if text == "" {
		return nil
	}
	if _, err := fmt.Sscanf(text, "%g,%g", &s.low, &s.high); err != nil ||
		!(0 < s.low && s.low < s.high && s.high < 1) {
		return usagef("match: -sprt %q is not two scores such as 0.50,0.53", text)
	}
	s.on = true
	return nil
}

// enoughPairs are needed before the variance means anything.
const enoughPairs = 15

// verdict says what is decided, and nothing while nothing is.
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
