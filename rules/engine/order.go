package engine

import "madbot/rules"

// history remembers which quiet turns caused cutoffs: by side, by the turn they answer, and the last turn that answered
// each turn (the countermove).
type history struct {
	turns   [2][1 << 13]int16
	replies [1 << 9][1 << 9]int16
	counter [2][1 << 13]rules.Turn
}

// The ranks, from the turn of the table down to losing expulsions.
const (
	rankTable   = 1 << 24
	rankExpels  = 1 << 20
	rankKiller  = 1 << 18
	rankCounter = 1 << 17
	rankLosing  = -1 << 20
	historyMax  = 16384
)

// replyIndex returns the index of a turn in history.replies, which ignores bonuses.
func replyIndex(t rules.Turn) int {
	if t.IsMove() {
		return int(t>>4) & (1<<9 - 1)
	}
	return int(t & 15)
}

func (h *history) of(c rules.Color, t rules.Turn) int32 {
	return int32(h.turns[c-1][t&(1<<13-1)])
}

func (w *worker) rank(ply int, turns []rules.Turn, first rules.Turn) []rules.Turn {
	f := &w.frames[ply]
	us := f.pos.Side()
	last := rules.NoTurn
	if ply > 0 {
		last = w.frames[ply-1].turn
	}
	enemy := f.pos.Fleet(us.Other())
	replies := &w.history.replies[replyIndex(last)]
	counter := w.history.counter[us-1][last&(1<<13-1)]
	for i, t := range turns {
		r := int32(w.history.turns[us-1][t&(1<<13-1)]) + int32(replies[replyIndex(t)])
		switch {
		case t == first:
			r = rankTable
		case t.Expels():
			victim := worths[shipAt(enemy, t.To())]
			r = r/64 + rankExpels + 64*int32(victim) - int32(worths[t.Ship()]%5000)
			if victim < worths[t.Ship()] && see(&f.pos, t) < 0 {
				r += 2 * rankLosing
			}
		case t == f.killers[0]:
			r += rankKiller + 1
		case t == f.killers[1]:
			r += rankKiller
		case t == counter:
			r += rankCounter
		case f.pos.LosesAtOnce(t):
			r = 2 * rankLosing
		}
		f.ranks[i] = r
	}
	return turns
}

// nextTurn returns the turn to search as number i in the position at ply, and false if there is none. The turn of the
// table comes first, before the others are generated, because it usually causes a cutoff.
func (w *worker) nextTurn(ply, i int, first rules.Turn) (rules.Turn, bool) {
	f := &w.frames[ply]
	if i == 0 && first != rules.NoTurn {
		f.turns[0] = first
		return first, true
	}
	if f.generated == 0 {
		turns := w.rank(ply, f.pos.AppendTurns(f.turns[:0]), first)
		f.generated = len(turns)
		if i > 0 {
			pickBest(turns, f.ranks[:], 0)
		}
	}
	if i >= f.generated {
		return rules.NoTurn, false
	}
	if f.unsorted {
		return f.turns[i], true
	}
	return pickBest(f.turns[:f.generated], f.ranks[:], i), true
}

// pickBest swaps the highest ranked of turns[i:] to index i and returns it.
func pickBest(turns []rules.Turn, ranks []int32, i int) rules.Turn {
	best := i
	for j := i + 1; j < len(turns); j++ {
		if ranks[j] > ranks[best] {
			best = j
		}
	}
	turns[i], turns[best] = turns[best], turns[i]
	ranks[i], ranks[best] = ranks[best], ranks[i]
	return turns[i]
}

// updateHistory records that the last of the tried turns caused a cutoff and the others did not.
func (w *worker) updateHistory(ply int, tried []rules.Turn, depth int) {
	f := &w.frames[ply]
	us := f.pos.Side()
	best := tried[len(tried)-1]
	last := rules.NoTurn
	if ply > 0 {
		last = w.frames[ply-1].turn
	}
	if !best.Expels() {
		if f.killers[0] != best {
			f.killers[1], f.killers[0] = f.killers[0], best
		}
		w.history.counter[us-1][last&(1<<13-1)] = best
	}
	bonus := int32(min(32*depth*depth, 1600))
	replies := &w.history.replies[replyIndex(last)]
	for i, t := range tried {
		change := -bonus
		if i == len(tried)-1 {
			change = bonus
		}
		if !t.Expels() {
			addHistory(&w.history.turns[us-1][t&(1<<13-1)], change)
			addHistory(&replies[replyIndex(t)], change)
		}
	}
}

// addHistory changes a history value, by less the nearer the value is to its bounds.
func addHistory(v *int16, change int32) {
	size := max(change, -change)
	*v += int16(change - int32(*v)*size/historyMax)
}
