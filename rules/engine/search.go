package engine

import "madbot/rules"

// search returns the worth of the position at ply for the side to move, looking depth turns
// ahead: at most alpha, at least beta, or between them exact as far as the depth goes. A score of
// victory or defeat is a proof: no turn of the loser was left out on the way to it.
func (w *worker) search(ply, depth int, alpha, beta Score) Score {
	f := &w.frames[ply]
	p := &f.pos
	f.pvLen = 0

	// Step 1. The leaves of the tree are settled by quiescence.
	if depth <= 0 || ply >= maxPly {
		return w.quiesce(ply, 0, alpha, beta)
	}

	// Step 2. Has the search to end? Its result is thrown away then.
	if w.enter() {
		return 0
	}

	// Step 3. Some positions need no search.
	if score, ok := w.decided(ply); ok {
		return score
	}

	// Step 4. A shorter victory elsewhere makes this node worthless.
	alpha = max(alpha, loses(ply))
	beta = min(beta, wins(ply+1))
	if alpha >= beta {
		return alpha
	}
	open := beta-alpha > 1

	// Step 5. The hash table may know the answer, and mostly knows a good turn.
	key := keyOf(p, w.limit, w.exact)
	known := w.table.probe(key)
	if score, ok := w.cut(known, ply, depth, window{alpha, beta}); ok && !open {
		return score
	}

	// Step 6. The static estimate, and whether it rose since our last turn.
	// With an attacked corvette it means nothing, and the last one stands.
	raw, improving := Score(0), false
	if f.attacked && ply >= 2 {
		f.static = w.frames[ply-2].static
	} else {
		raw = w.estimate(f, known)
		f.static = settled(raw, p, w.limit)
		improving = ply < 2 || f.static > w.frames[ply-2].static
	}
	f.ships = squares(p.Occupied(rules.Red) | p.Occupied(rules.Blue)).count()

	if !open && !f.attacked && !w.exact {
		// Step 7. Far above beta a shallow node will not fall below it.
		if depth <= 6 && f.static-Score(50*depth) >= beta && f.static < maxEstimate &&
			beta > -victoryBand {
			return f.static
		}

		// Step 8. If even passing keeps us above beta, a turn will. Not with few ships: there
		// the duty to move decides.
		if score, ok := w.pass(ply, depth, beta); ok {
			return score
		}
	}

	// Step 9. Without a turn from the table a shallower look is enough.
	if known.turn == rules.NoTurn && depth >= 4 && !w.exact {
		depth--
	}

	// Step 10. An attacked corvette leaves few turns: look one further.
	if f.attacked && !w.exact && ply < 2*w.depth {
		depth++
	}

	// Step 11. Go through the turns, the most promising first.
	turns := w.rank(ply, p.AppendTurns(f.turns[:0]), known.turn)
	best, bestTurn := -infinity, rules.NoTurn
	floor := alpha
	for i := range turns {
		t := pick(turns, f.ranks[:], i)
		l := look{turn: t, number: i, depth: depth, open: open, improving: improving}

		// Step 12. Near the leaves, late turns that cannot help are not looked at. Only when
		// the node is not lost: a defeat has to be proven.
		if i > 0 && !open && !f.attacked && !w.exact && best > -victoryBand &&
			w.hopeless(f, l, alpha) {
			continue
		}
		next := w.play(ply, t)

		// Step 13. All but the first only have to be shown to be no better, late ones with a
		// shallower look first.
		score := Score(0)
		full := i == 0
		if i > 0 {
			r := w.reduction(f, next, l)
			score = -w.search(ply+1, depth-1-r, -alpha-1, -alpha)
			if r > 0 && score > alpha {
				score = -w.search(ply+1, depth-1, -alpha-1, -alpha)
			}
			full = score > alpha && score < beta
		}

		// Step 14. The first turn, and any that may be better, with the open window.
		if full {
			score = -w.search(ply+1, depth-1, -beta, -alpha)
		}
		if w.halted {
			return 0
		}

		// Step 15. Is it the best so far, or too good to be allowed?
		if score > best {
			best = score
			if score > alpha {
				bestTurn = t
				alpha = score
				w.follow(ply, t)
			}
		}
		if alpha >= beta {
			w.reward(ply, turns[:i+1], depth)
			break
		}
	}

	// Step 16. Remember it.
	w.table.store(key, entry{turn: bestTurn, score: toTable(best, ply), static: raw,
		depth: depth, bound: boundOf(best, floor, beta)})
	return best
}

// boundOf says what a score means that was searched with the given window.
func boundOf(score, alpha, beta Score) bound {
	switch {
	case score >= beta:
		return lowerBound
	case score > alpha:
		return exactBound
	}
	return upperBound
}

// window is the range of scores that are of interest.
type window struct{ alpha, beta Score }

// cut returns the score of a table entry when it decides the node.
func (w *worker) cut(e entry, ply, depth int, want window) (Score, bool) {
	if e.bound == noBound || e.depth < depth || w.exact && e.depth != depth {
		return 0, false
	}
	score, ok := w.fromTable(e.score, ply)
	if !ok {
		return 0, false
	}
	switch {
	case e.bound == exactBound, e.bound == lowerBound && score >= want.beta,
		e.bound == upperBound && score <= want.alpha:
		return score, true
	}
	return 0, false
}

// toTable turns a score of the search into one of the table: victories are counted from the
// position instead of from the root.
func toTable(s Score, ply int) Score {
	switch {
	case s > victoryBand:
		return s + Score(ply)
	case s < -victoryBand:
		return s - Score(ply)
	}
	return s
}

// fromTable is the reverse of toTable, for the position at ply. A victory that might come later
// than the stall does not count.
func (w *worker) fromTable(s Score, ply int) (Score, bool) {
	if s <= victoryBand && s >= -victoryBand {
		return s, true
	}
	distance := int(victory - max(s, -s))
	p := &w.frames[ply].pos
	if w.limit > 0 && distance > int(w.limit)-p.Quiet() {
		return 0, false
	}
	if s > 0 {
		return s - Score(ply), true
	}
	return s + Score(ply), true
}

// estimate returns the evaluation of a position, from the table if it is there: not when the
// corvette is attacked, for then mostly nobody asks.
func (w *worker) estimate(f *frame, known entry) Score {
	p := &f.pos
	switch {
	case w.claimant == p.Side():
		return -maxEstimate
	case w.claimant != rules.NoColor:
		return maxEstimate
	case known.bound != noBound && !f.attacked:
		return known.static
	}
	return w.evaluator.evaluate(p, w.limit, &w.traces)
}

// pass tries the null move: true with a score when the node is at least beta without a turn.
func (w *worker) pass(ply, depth int, beta Score) (Score, bool) {
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

// look is a turn about to be looked at.
type look struct {
	turn      rules.Turn
	number    int // in the order of promise
	depth     int
	open      bool // the node may become part of the best line
	improving bool // the static estimate rose since our last turn
}

// hopeless reports whether a late turn of a node near the leaves may be left out.
func (w *worker) hopeless(f *frame, l look, alpha Score) bool {
	if l.turn.Expels() {
		return l.depth <= 4 && exchange(&f.pos, l.turn) < Score(-60*l.depth)
	}
	if l.depth > 5 {
		return false
	}
	most := 5 + l.depth*l.depth
	if l.improving {
		most *= 2
	}
	return l.number > most || f.static+Score(100+90*l.depth) <= alpha
}

// reduction returns by how much the first look at a turn that leads to next is shallower.
func (w *worker) reduction(f, next *frame, l look) int {
	if l.depth < 3 || l.number < 3 || w.exact || f.attacked || next.attacked || f.ships <= 4 {
		return 0
	}
	r := int(reductions[min(l.depth, 63)][min(l.number, 63)])
	if l.turn.Expels() {
		r--
	} else {
		r -= int(w.history.of(f.pos.Side(), l.turn) / 6000)
	}
	if l.open {
		r--
	}
	if !l.improving {
		r++
	}
	return min(max(r, 0), l.depth-2)
}

// reductions is by depth and number of the turn.
var reductions = newReductions()
