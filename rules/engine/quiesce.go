package engine

import "madbot/rules"

// quietDepth is the number of plies of quiescence in which all turns of a side with an attacked corvette are searched.
const quietDepth = 6

// quiesce searches only expulsions, plies turns below a leaf, so that a ship about to be lost does not count.
func (w *worker) quiesce(ply, plies int, alpha, beta Score) Score {
	f := &w.frames[ply]
	p := &f.pos
	f.pvLen = 0

	// Step 1. End for the same reasons as the search.
	if w.countNode() {
		return 0
	}
	if score, ok := w.decided(ply); ok {
		return score
	}
	key, known := uint64(0), entry{}
	if plies == 0 {
		key = keyOf(p, w.limit, w.exact)
		known = w.table.probe(key)
		if score, ok := w.cutoff(known, ply, 0, window{alpha, beta}); ok && beta-alpha == 1 {
			return score
		}
	}

	// Step 2. Stand pat: the side to move need not expel anything. If its corvette is attacked it must respond, and all
	// its turns are searched.
	far := ply >= maxPly || plies >= w.trades()
	all := f.attacked && plies < quietDepth && !far
	raw, best := Score(0), -infinity
	if !all {
		raw = w.estimate(f, known)
		f.static = stallAdjusted(raw, p, w.limit)
		best = f.static
		if best >= beta || far {
			return best
		}
	}
	floor := alpha
	alpha = max(alpha, best)

	// Step 3. Search expulsions that do not lose ships, or all turns of an attacked side.
	turns := f.turns[:0]
	if all {
		turns = p.AppendTurns(turns)
	} else {
		turns = p.AppendExpulsions(turns)
	}
	if w.exact {
		known.turn = rules.NoTurn // the first turn is not tested for losing ships
	}
	turns = w.rank(ply, turns, known.turn)
	bestTurn := rules.NoTurn
	for i := range turns {
		t := pickBest(turns, f.ranks[:], i)
		if !all && f.ranks[i] < 0 {
			break // only losing expulsions are left
		}
		if !all && w.futile(f, t, alpha) {
			continue
		}
		next := w.play(ply, t)
		if w.overlooks(ply, t, next) {
			continue
		}
		score := loses(ply + 2)
		if w.exposed(next) {
			next.pvLen = 0
		} else {
			score = -w.quiesce(ply+1, plies+1, -beta, -alpha)
		}
		if w.halted {
			return 0
		}
		if score > best {
			best = score
			if score > alpha {
				alpha, bestTurn = score, t
				w.updatePV(ply, t)
			}
		}
		if alpha >= beta {
			break
		}
	}

	// Step 4. Store the result of the first node as a search of depth 0.
	if plies == 0 {
		w.table.store(key, entry{turn: bestTurn, score: toTable(best, ply), static: raw,
			bound: boundOf(best, floor, beta)})
	}
	return best
}

// futile reports whether even the full value of the expelled ship would leave us below alpha (delta pruning).
func (w *worker) futile(f *frame, t rules.Turn, alpha Score) bool {
	if w.exact {
		return false
	}
	enemy := f.pos.Fleet(f.pos.Side().Other())
	return f.static+worths[shipAt(enemy, t.To())]+250 <= alpha
}
