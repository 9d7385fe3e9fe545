package engine

import "madbot/rules"

// weight is the worth of a feature with all ships in the arena and with the corvettes alone, in
// hundredths of a frigate, the first in the upper half. Sums of weights need no unpacking.
type weight int32

func makeWeight(full, bare int) weight { return weight(full<<16 + bare) }

func (w weight) full() int { return int(int16((w + 1<<15) >> 16)) }
func (w weight) bare() int { return int(int16(w)) }

// weights is a row of weights for each board, and one more for few ships, where other things count.
type weights [8][featuresN]weight

// evaluator is weights made ready for the search.
type evaluator struct {
	weights weights
	crews   [8][256]weight // of the features of each crew
}

func newEvaluator(w weights) *evaluator {
	e := &evaluator{weights: w}
	for row := range e.crews {
		for crew := range e.crews[row] {
			var t trace
			t.crew(uint8(crew))
			for _, f := range t.at[:t.n] {
				e.crews[row][crew] += w[row][f]
			}
		}
	}
	return e
}

// fewShips is up to how many ships, of both sides, are few.
const fewShips = 5

// rowOf returns the number of the row of weights for a board with so many ships.
func rowOf(b rules.Board, ships int) int {
	if ships <= fewShips {
		return int(b&3) + 4
	}
	return int(b & 3)
}

// evaluate estimates p for the side to move, in which no corvette is in exile or can be expelled
// at once. The stall is not looked at, but for who it would favour.
// t is room to work in.
func (e *evaluator) evaluate(p *rules.Position, limit rules.StallLimit, t *[2]trace) Score {
	features(p, limit, t)
	ships := squares(p.Occupied(rules.Red) | p.Occupied(rules.Blue)).count()
	n := rowOf(p.Board(), ships)
	row := &e.weights[n]
	sum := e.crews[n][p.Present(p.Side())] - e.crews[n][p.Present(p.Side().Other())]
	for _, f := range t[0].at[:t[0].n] {
		sum += row[f]
	}
	for _, f := range t[1].at[:t[1].n] {
		sum -= row[f]
	}
	return Score(blend(sum, ships))
}

// blend weighs the two halves of a sum by the ships in the arena, 2 to 16.
func blend(sum weight, ships int) int {
	return (sum.full()*(ships-2) + sum.bare()*(16-ships)) / 14
}

// settled draws an estimate towards the semi-victory that a stall would bring, the nearer it is
// (rules 5.2, 5.4). It keeps away from the exact scores.
func settled(s Score, p *rules.Position, limit rules.StallLimit) Score {
	if limit > 0 {
		q := Score(p.Quiet() * 64 / int(limit))
		near := q * q / 64 // 0 to 64, slow at first
		near = near * near / 64
		s += (stalled(p) - s) * near / 64
	}
	return estimated(s)
}

// stalled is the score of a stall in p for the side to move.
func stalled(p *rules.Position) Score {
	if p.SemiWinner() == p.Side() {
		return SemiVictory
	}
	return -SemiVictory
}
