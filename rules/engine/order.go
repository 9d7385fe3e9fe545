package engine

import (
	"math"

	"madbot/rules"
)

// history remembers which turns caused cut-offs, to try them early: quiet turns by side, and by
// the turn they answer.
type history struct {
	turns   [2][1 << 13]int16
	replies [1 << 9][1 << 9]int16
	counter [2][1 << 13]rules.Turn
}

// Ranks, from the turn of the table down to losing expulsions.
const (
	rankTable   = 1 << 24
	rankExpels  = 1 << 20
	rankKiller  = 1 << 18
	rankCounter = 1 << 17
	rankLosing  = -1 << 20
	historyMax  = 16384
)

// place is a turn without its bonus or by its shift alone, for the history of replies.
func place(t rules.Turn) int {
	if t.IsMove() {
		return int(t>>4) & (1<<9 - 1)
	}
	return int(t & 15)
}

func (h *history) of(c rules.Color, t rules.Turn) int32 {
	return int32(h.turns[c-1][t&(1<<13-1)])
}

// rank gives each turn of the node at ply its rank.
func (w *worker) rank(ply int, turns []rules.Turn, first rules.Turn) []rules.Turn {
	f := &w.frames[ply]
	us := f.pos.Side()
	last := rules.NoTurn
	if ply > 0 {
		last = w.frames[ply-1].turn
	}
	enemy := f.pos.Fleet(us.Other())
	replies := &w.history.replies[place(last)]
	counter := w.history.counter[us-1][last&(1<<13-1)]
	for i, t := range turns {
		r := int32(w.history.turns[us-1][t&(1<<13-1)]) + int32(replies[place(t)])
		switch {
		case t == first:
			r = rankTable
		case t.Expels():
			victim := worths[shipAt(enemy, t.To())]
			r = r/64 + rankExpels + 64*int32(victim) - int32(worths[t.Ship()]%5000)
			if victim < worths[t.Ship()] && exchange(&f.pos, t) < 0 {
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

// pick brings the highest ranked of the turns from i on to i, and returns it.
func pick(turns []rules.Turn, ranks []int32, i int) rules.Turn {
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

// reward notes that the last of the tried turns caused a cut-off, and the others did not.
func (w *worker) reward(ply int, tried []rules.Turn, depth int) {
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
	replies := &w.history.replies[place(last)]
	for i, t := range tried {
		change := -bonus
		if i == len(tried)-1 {
			change = bonus
		}
		if !t.Expels() {
			drift(&w.history.turns[us-1][t&(1<<13-1)], change)
			drift(&replies[place(t)], change)
		}
	}
}

// drift moves a history value, the less the nearer it is to its bounds.
func drift(v *int16, change int32) {
	size := max(change, -change)
	*v += int16(change - int32(*v)*size/historyMax)
}

func newReductions() (r [64][64]int8) {
	for depth := 1; depth < 64; depth++ {
		for i := 1; i < 64; i++ {
			r[depth][i] = int8(0.4 + math.Log(float64(depth))*math.Log(float64(i))/1.9)
		}
	}
	return r
}
