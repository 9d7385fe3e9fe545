package engine

import "madbot/rules"

// weight is the value of a feature in hundredths of a frigate: in the upper half with all ships on the
// board, in the lower half with the corvettes alone. Weights are added without unpacking.
type weight int32

func makeWeight(full, bare int) weight { return weight(full<<16 + bare) }

func (w weight) full() int { return int(int16((w + 1<<15) >> 16)) }
func (w weight) bare() int { return int(int16(w)) }

// weights is a row of weights for each board, and another for each board with few ships.
type weights [8][featuresN]weight

// evaluator evaluates positions for the search.
type evaluator struct {
	weights weights
	present [8][256]weight // sums for each set of ships on the board
}

func newEvaluator(w weights) *evaluator {
	e := &evaluator{weights: w}
	for row := range e.present {
		for set := range e.present[row] {
			var t trace
			t.present(uint8(set))
			for _, f := range t.at[:t.n] {
				e.present[row][set] += w[row][f]
			}
		}
	}
	return e
}

// fewShips is the largest number of ships, of both sides, that counts as few.
const fewShips = 5

// rowOf returns the row of weights for a board with so many ships.
func rowOf(b rules.Board, ships int) int {
	if ships <= fewShips {
		return int(b&3) + 4
	}
	return int(b & 3)
}

// evaluate returns the static evaluation of p for the side to move. No corvette may be in exile or be
// expelled in one turn. It ignores how near the stall is; stallAdjusted does not. It overwrites t.
func (e *evaluator) evaluate(p *rules.Position, limit rules.StallLimit, t *[2]trace) Score {
	features(p, limit, t)
	ships := squares(p.Occupied(rules.Red) | p.Occupied(rules.Blue)).count()
	n := rowOf(p.Board(), ships)
	row := &e.weights[n]
	sum := e.present[n][p.Present(p.Side())] - e.present[n][p.Present(p.Side().Other())]
	for _, f := range t[0].at[:t[0].n] {
		sum += row[f]
	}
	for _, f := range t[1].at[:t[1].n] {
		sum -= row[f]
	}
	return Score(taper(sum, ships))
}

// taper interpolates between the halves of a sum by the number of ships on the board, 2 to 16.
func taper(sum weight, ships int) int {
	return (sum.full()*(ships-2) + sum.bare()*(16-ships)) / 14
}

// stallAdjusted moves an evaluation towards the semi-victory that a stall would bring, the more the
// nearer it is (rules 5.2, 5.4). It avoids the scores with an exact meaning.
func stallAdjusted(s Score, p *rules.Position, limit rules.StallLimit) Score {
	if limit > 0 {
		q := Score(p.Quiet() * 64 / int(limit))
		near := q * q / 64 // 0 to 64, slow at first
		near = near * near / 64
		s += (stallScore(p) - s) * near / 64
	}
	return estimated(s)
}

// stallScore returns the score of a stall in p for the side to move.
func stallScore(p *rules.Position) Score {
	if p.SemiWinner() == p.Side() {
		return SemiVictory
	}
	return -SemiVictory
}
