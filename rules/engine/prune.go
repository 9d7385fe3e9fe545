package engine

import (
	"math"

	"madbot/rules"
)

// nullMove passes instead of playing a turn. It returns a score and true if that score is at least beta.
func (w *worker) nullMove(ply, depth int, beta Score) (Score, bool) {
	f := &w.frames[ply]
	p := &f.pos
	us := p.Side()
	few := min(squares(p.Occupied(us)).count(), squares(p.Occupied(us.Other())).count()) < 4
	if depth < 3 || few || f.static < beta || beta > maxEstimate || beta < -maxEstimate ||
		p.Positioning(us) || ply > 0 && w.frames[ply-1].turn == rules.Pass ||
		quietLeft(p, w.limit) != farFromStall {
		return 0, false
	}
	r := 2 + depth/4 + min(int(f.static-beta)/120, 2)
	next := &w.frames[ply+1]
	f.turn = rules.Pass
	next.pos = p.Skip()
	next.attacked = next.pos.CorvetteAttacked(us.Other())
	score := -w.search(ply+1, depth-1-r, -beta, -beta+1)
	if w.halted || score < beta {
		return 0, false
	}
	return min(score, maxEstimate), true
}

// moveContext is what pruning and reductions know about a turn before it is searched.
type moveContext struct {
	turn      rules.Turn
	number    int // in the move order, from 0
	depth     int
	open      bool // whether the node is a PV node
	improving bool // whether the static evaluation has risen since our last turn
}

// prunable reports whether a turn near the leaves can be skipped: losing expulsions because of their static exchange
// evaluation, other turns because they are late in the order (late move pruning) or because of the evaluation (futility
// pruning). Turns that attack the corvette are never skipped.
func (w *worker) prunable(ply int, m moveContext, alpha Score) bool {
	f := &w.frames[ply]
	if m.turn.Expels() {
		return m.depth <= 4 && see(&f.pos, m.turn) < Score(-60*m.depth)
	}
	if m.depth > 5 {
		return false
	}
	most := 5 + m.depth*m.depth
	if m.improving {
		most *= 2
	}
	late := m.number > most || f.static+Score(40+55*m.depth) <= alpha
	return late && !w.play(ply, m.turn).attacked
}

// reduction returns by how much to reduce the depth of the first search of the turn that leads to next.
func (w *worker) reduction(f, next *frame, m moveContext) int {
	if m.depth < 3 || m.number < 3 || w.exact || f.attacked || next.attacked || f.ships <= fewShips {
		return 0
	}
	r := int(reductions[min(m.depth, 63)][min(m.number, 63)])
	if m.turn.Expels() {
		r--
	} else {
		r -= int(w.history.of(f.pos.Side(), m.turn) / 3500)
	}
	if m.open {
		r--
	}
	if !m.improving {
		r++
	}
	return min(max(r, 0), m.depth-2)
}

// reductions is indexed by depth and by the number of the turn.
var reductions = newReductions()

func newReductions() (r [64][64]int8) {
	for depth := 1; depth < 64; depth++ {
		for i := 1; i < 64; i++ {
			r[depth][i] = int8(0.4 + math.Log(float64(depth))*math.Log(float64(i))/1.9)
		}
	}
	return r
}
