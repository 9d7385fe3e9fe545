package engine

import "madbot/rules"

// quietDepth is how far quiescence looks at all turns of a side whose corvette is attacked.
const quietDepth = 6

// quiesce settles the expulsions at a leaf, plies turns below it, so that no ship is counted
// that is about to be lost.
func (w *worker) quiesce(ply, plies int, alpha, beta Score) Score {
	f := &w.frames[ply]
	p := &f.pos
	f.pvLen = 0

	// Step 1. The same ends as in the search.
	if w.enter() {
		return 0
	}
	if score, ok := w.decided(ply); ok {
		return score
	}
	key, known := uint64(0), entry{}
	if plies == 0 {
		key = keyOf(p, w.limit, w.exact)
		known = w.table.probe(key)
		if score, ok := w.cut(known, ply, 0, window{alpha, beta}); ok && beta-alpha == 1 {
			return score
		}
	}

	// Step 2. The side to move need not expel anything, unless its corvette is attacked: then
	// it has to answer, and all its turns are looked at.
	all := f.attacked && plies < quietDepth && ply < maxPly
	raw, best := Score(0), -infinity
	if !all {
		raw = w.estimate(f, known)
		f.static = settled(raw, p, w.limit)
		best = f.static
		if best >= beta || ply >= maxPly {
			return best
		}
	}
	floor := alpha
	alpha = max(alpha, best)

	// Step 3. Expulsions that do not lose ships, and all turns of an attacked side.
	turns := f.turns[:0]
	if all {
		turns = p.AppendTurns(turns)
	} else {
		turns = p.AppendExpulsions(turns)
	}
	if w.exact {
		known.turn = rules.NoTurn // it would be spared the judgement of losing
	}
	turns = w.rank(ply, turns, known.turn)
	bestTurn := rules.NoTurn
	for i := range turns {
		t := pick(turns, f.ranks[:], i)
		if !all && f.ranks[i] < 0 {
			break // only losing expulsions are left
		}
		if !all && w.vain(f, t, alpha) {
			continue
		}
		w.play(ply, t)
		score := -w.quiesce(ply+1, plies+1, -beta, -alpha)
		if w.halted {
			return 0
		}
		if score > best {
			best = score
			if score > alpha {
				alpha, bestTurn = score, t
				w.follow(ply, t)
			}
		}
		if alpha >= beta {
			break
		}
	}

	// Step 4. Remember it as a search of depth 0; only the first node of a quiescence is one.
	if plies == 0 {
		w.table.store(key, entry{turn: bestTurn, score: toTable(best, ply), static: raw,
			bound: boundOf(best, floor, beta)})
	}
	return best
}

// vain reports whether even the whole worth of the expelled ship leaves us below alpha.
func (w *worker) vain(f *frame, t rules.Turn, alpha Score) bool {
	if w.exact {
		return false
	}
	enemy := f.pos.Fleet(f.pos.Side().Other())
	return f.static+worths[shipAt(enemy, t.To())]+150 <= alpha
}
