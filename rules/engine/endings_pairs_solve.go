package engine

import (
	"math/bits"

	"madbot/rules"
)

// pairSolver finds the positions that one side wins, one turn further each round.
type pairSolver struct {
	winner, loser *pairSide
	hurry         bool    // as in builder
	last          int     // the most turns after an expulsion
	won, lost     pairSet // by the places of the winner, who is to move, and of the loser, who is
	wonBy         pairSet // won, by the places of the loser
	fresh, latest pairSet // what the last round found, by the places of the winner and of the loser
	next          pairSet // what may be found
	wins, loses   []result
}

// pairSet is a set of positions: for each places of one side a word for each square of the ship beside the corvette of
// the other, with a bit for each of its remaining places.
type pairSet struct {
	words []uint64
	some  []uint32 // for each places of the one side, which of its words may not be 0
	area  int
}

func newPairSet(area int) pairSet {
	return pairSet{make([]uint64, area*perSquare*area), make([]uint32, area*perSquare), area}
}

func (s *pairSet) row(p places) []uint64 { return s.words[int(p)*s.area:][:s.area] }

func (s *pairSet) clear() {
	for p, some := range s.some {
		if some != 0 {
			clear(s.row(places(p)))
			s.some[p] = 0
		}
	}
}

// solve enters in results the victories of a side, and the defeats of the other.
func (s *pairs) solve(c rules.Color, hurry bool, results *pairResults) {
	i := (c - 1) & 1
	area := s.sides[i].table.area
	r := &pairSolver{winner: s.sides[i], loser: s.sides[1-i], hurry: hurry, wins: results[i], loses: results[1-i],
		won: newPairSet(area), lost: newPairSet(area), wonBy: newPairSet(area),
		fresh: newPairSet(area), latest: newPairSet(area), next: newPairSet(area)}
	for _, side := range s.sides {
		for _, turns := range side.after {
			r.last = max(r.last, int(max(turns, -turns)))
		}
	}
	for turns, found := 1, true; found || turns <= r.last+1; turns += 2 {
		found = r.win(turns)
		found = r.lose(turns+1) || found
	}
}

// win finds the positions that are won in so many turns: by an expulsion, or by one of the defeats just found.
func (s *pairSolver) win(turns int) (found bool) {
	s.spread(s.winner, s.loser, &s.fresh, turns)
	if turns == 1 {
		s.expelCorvettes()
	}
	s.latest.clear()
	for _, p := range s.winner.all {
		next, won := s.next.row(p), s.won.row(p)
		for some := s.next.some[p]; some != 0; some &= some - 1 {
			x := bits.TrailingZeros32(some)
			word := next[x] & s.loser.standing(p, x) &^ won[x]
			won[x] |= word
			enter(s.wins, &s.latest, pairWord{p, x, word}, result(turns))
			found = found || word != 0
		}
	}
	for i, word := range s.latest.words {
		s.wonBy.words[i] |= word
	}
	return found
}

// lose finds the positions that are lost in so many turns: one of the victories just found was the last that was
// missing.
func (s *pairSolver) lose(turns int) (found bool) {
	s.spread(s.loser, s.winner, &s.latest, turns)
	s.fresh.clear()
	for _, p := range s.loser.all {
		next, lost := s.next.row(p), s.lost.row(p)
		for some := s.next.some[p]; some != 0; some &= some - 1 {
			x := bits.TrailingZeros32(some)
			word := next[x] & s.winner.standing(p, x) &^ lost[x]
			word = s.doomed(pairWord{p, x, word}, turns)
			lost[x] |= word
			enter(s.loses, &s.fresh, pairWord{p, x, word}, result(-turns))
			found = found || word != 0
		}
	}
	return found
}

// pairWord is positions: a side at some places, and the other at those of a word, with a ship on square x.
type pairWord struct {
	places
	x    int
	word uint64
}

// enter notes the result of positions, and adds them to turned, by the places of the other side.
func enter(results []result, turned *pairSet, w pairWord, r result) {
	row := (*[perSquare]result)(results[(int(w.places)*turned.area+w.x)*perSquare:])
	at, bit := int(w.places)/perSquare, uint64(1)<<(w.places%perSquare)
	for word := w.word; word != 0; word &= word - 1 {
		i := bits.TrailingZeros64(word)
		row[i] = r
		turned.words[(w.x*perSquare+i)*turned.area+at] |= bit
		turned.some[w.x*perSquare+i] |= 1 << at
	}
}

// spread makes next the positions from which a turn of side leads to those found, or expels a ship and decides the game
// in so many turns.
func (s *pairSolver) spread(side, other *pairSide, found *pairSet, turns int) {
	s.next.clear()
	for _, to := range side.all {
		alone := s.decided(side, to, turns)
		row, some := found.row(to), found.some[to]
		if some == 0 && alone == 0 {
			continue
		}
		for i := range side.back[to] {
			t := &side.back[to][i]
			next := s.next.row(t.places)
			s.next.some[t.places] |= some
			for left := some; left != 0; left &= left - 1 {
				x := bits.TrailingZeros32(left)
				next[x] |= row[x] & t.open[x]
			}
			if alone != 0 && t.at >= 0 {
				next[t.at] |= t.expels(other.ships) & alone
				s.next.some[t.places] |= 1 << t.at
			}
		}
	}
}

// decided returns at which places the corvette of the other side, alone and to move, decides the game in one turn less
// when side is at p.
func (s *pairSolver) decided(side *pairSide, p places, turns int) (all uint64) {
	if turns > s.last+1 {
		return 0
	}
	for at, r := range side.after[int(p)*s.won.area:][:s.won.area] {
		if side == s.loser {
			r = -r
		}
		if r < 0 && (s.hurry && turns == 1 || !s.hurry && int(-r) == turns-1) {
			all |= either << at
		}
	}
	return all
}

// expelCorvettes adds to next the positions in which the winner can expel the corvette.
func (s *pairSolver) expelCorvettes() {
	for _, p := range s.winner.all {
		next := s.next.row(p)
		s.next.some[p] = 1<<s.won.area - 1
		for i := range s.winner.turns[p] {
			t := &s.winner.turns[p][i]
			for x := range next {
				if t.at >= 0 && x != t.via {
					next[x] |= either << t.at
				}
			}
		}
	}
}

// doomed returns those of the positions, with the loser to move, in which each turn leads to a victory of the winner.
func (s *pairSolver) doomed(w pairWord, turns int) uint64 {
	word, all := w.word, s.loser.turns[w.places]
	for i := 0; i < len(all) && word != 0; i++ {
		t := &all[i]
		word &= s.wonBy.words[int(t.places)*s.won.area+w.x] | ^t.open[w.x]
		switch {
		case t.at == w.x:
			word &^= t.expels(s.winner.ships) &^ s.answered(t.places, turns)
		case t.at >= 0 && t.via != w.x:
			word &^= either << t.at
		}
	}
	return word
}

// answered returns at which places the corvette of the winner, alone and to move, wins in fewer turns against the loser
// at p.
func (s *pairSolver) answered(p places, turns int) (all uint64) {
	for at, r := range s.loser.after[int(p)*s.won.area:][:s.won.area] {
		if r > 0 && (s.hurry || int(r) < turns) {
			all |= either << at
		}
	}
	return all
}
