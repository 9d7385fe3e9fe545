package engine

import "madbot/rules"

// fewShips is the number of ships on the board, of both sides, up to which victories take many turns.
const fewShips = 4

// search returns the score of the position at ply for the side to move, searched depth turns ahead with the window
// (alpha, beta). It is fail-soft: a score outside the window is a bound. A score of victory or defeat is proven: no
// turn of the loser was pruned on the way to it.
func (w *worker) search(ply, depth int, alpha, beta Score) Score {
	f := &w.frames[ply]
	p := &f.pos
	f.pvLen = 0

	// Step 1. At the leaves, a quiescence search.
	if depth <= 0 || ply >= maxPly {
		return w.quiesce(ply, 0, alpha, beta)
	}

	// Step 2. Must the search end? The result is then discarded.
	if w.countNode() {
		return 0
	}

	// Step 3. Positions that need no search.
	if score, ok := w.decided(ply); ok {
		return score
	}

	// Step 4. Mate distance pruning: a shorter victory is already known.
	alpha = max(alpha, loses(ply))
	beta = min(beta, wins(ply+1))
	if alpha >= beta {
		return alpha
	}
	open := beta-alpha > 1

	// Step 5. The hash table may give a cutoff, and usually a good turn.
	key := keyOf(p, w.limit, w.exact)
	known := w.table.probe(key)
	if score, ok := w.cutoff(known, ply, depth, window{alpha, beta}); ok && !open {
		return score
	}

	// Step 6. The static evaluation, and whether it has improved since our last turn. With an attacked corvette it
	// means nothing, and the previous one is kept.
	raw, improving := Score(0), false
	if f.attacked && ply >= 2 {
		f.static = w.frames[ply-2].static
	} else {
		raw = w.estimate(f, known)
		f.static = stallAdjusted(raw, p, w.limit)
		improving = ply < 2 || f.static > w.frames[ply-2].static
	}
	f.ships = shipsOf(p)

	if !open && !f.attacked && !w.exact {
		// Step 7. Reverse futility pruning: a shallow node far above beta stays there. Not with few ships, because
		// their victories are far away.
		if depth <= 6 && f.ships > fewShips && f.static-Score(50*depth) >= beta && f.static < maxEstimate &&
			beta > -victoryBand {
			return f.static
		}

		// Step 8. Null move: if passing keeps us above beta, a turn will. Not with few ships, because zugzwang is
		// common.
		if score, ok := w.nullMove(ply, depth, beta); ok {
			return score
		}
	}

	// Step 9. Internal iterative reduction: without a turn from the table, search less deep. Not with few ships,
	// because their victories are far away.
	if known.turn == rules.NoTurn && depth >= 4 && f.ships > fewShips && !w.exact {
		depth--
	}

	// Step 10. Extension: an attacked corvette leaves few turns.
	if f.attacked && !w.exact && ply < 2*w.depth {
		depth++
	}

	// Step 11. Loop over the turns, the most promising first.
	f.generated, f.unsorted = 0, false
	best, bestTurn := -infinity, rules.NoTurn
	floor, searched := alpha, 0
	for i := 0; ; i++ {
		t, more := w.nextTurn(ply, i, known.turn)
		if !more {
			break
		}
		m := moveContext{turn: t, number: searched, depth: depth, open: open, improving: improving}

		// Step 12. Prune late turns near the leaves, unless all turns so far lose: a defeat has to be proven.
		if searched > 0 && !open && !f.attacked && !w.exact && best > -victoryBand &&
			w.prunable(ply, m, alpha) {
			f.unsorted = f.ships > fewShips
			continue
		}

		// Step 13. Skip turns that leave our corvette to be expelled, and turns that the player of a level overlooks.
		next := w.play(ply, t)
		if w.overlooks(ply, t, next) {
			continue
		}
		score := loses(ply + 2)
		if w.exposed(next) {
			next.pvLen = 0
		} else {
			score = w.searchTurn(ply, m, window{alpha, beta})
			searched++
		}
		if w.halted {
			return 0
		}

		// Step 14. A new best turn, or a cutoff?
		if score > best {
			best = score
			if score > alpha {
				bestTurn = t
				alpha = score
				w.updatePV(ply, t)
			}
		}
		if alpha >= beta {
			w.updateHistory(ply, f.turns[:i+1], depth)
			break
		}
	}

	if best == -infinity {
		best = f.static // the player sees none of its turns
	}

	// Step 15. Store the result in the table.
	w.table.store(key, entry{turn: bestTurn, score: toTable(best, ply), static: raw,
		depth: depth, bound: boundOf(best, floor, beta)})
	return best
}

// searchTurn returns the score of the turn just played at ply. All turns but the first are searched with a null window,
// late ones first at reduced depth. Turns that may be better are searched again.
func (w *worker) searchTurn(ply int, m moveContext, want window) Score {
	f, next := &w.frames[ply], &w.frames[ply+1]
	if m.number > 0 {
		r := w.reduction(f, next, m)
		score := -w.search(ply+1, m.depth-1-r, -want.alpha-1, -want.alpha)
		if r > 0 && score > want.alpha {
			score = -w.search(ply+1, m.depth-1, -want.alpha-1, -want.alpha)
		}
		if score <= want.alpha || score >= want.beta {
			return score
		}
	}
	return -w.search(ply+1, m.depth-1, -want.beta, -want.alpha)
}

// boundOf returns how a score found with the window relates to the true score.
func boundOf(score, alpha, beta Score) bound {
	switch {
	case score >= beta:
		return lowerBound
	case score > alpha:
		return exactBound
	}
	return upperBound
}

type window struct{ alpha, beta Score }

// cutoff returns the score of a table entry, and whether that decides the node.
func (w *worker) cutoff(e entry, ply, depth int, want window) (Score, bool) {
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

// toTable converts a score at ply for the table, in which victories are counted from the position instead of the root.
func toTable(s Score, ply int) Score {
	switch {
	case s > victoryBand:
		return s + Score(ply)
	case s < -victoryBand:
		return s - Score(ply)
	}
	return s
}

// fromTable is the inverse of toTable. It returns false for a victory that might come after the stall.
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

// estimate returns the evaluation of a position, from the table if it has one. Nodes with an attacked corvette store
// none.
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
	return w.evaluate(p)
}
