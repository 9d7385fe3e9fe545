package engine

import (
	"math/bits"

	"madbot/rules"
)

// pairSolver finds the positions that one side wins. Each round goes back one turn.
type pairSolver struct {
	winner, loser *pairSide
	toExpulsion   bool    // as in builder
	last          int     // the most turns of a known result after an expulsion
	won, lost     pairSet // indexed by the places of the side to move: the winner in won, the loser in lost
	wonBy         pairSet // won, indexed by the places of the loser
	fresh, latest pairSet // new in this round, by the places of the winner and of the loser
	next          pairSet // candidates of this round
	wins, loses   []result
}

// pairSet is a set of positions. It is indexed by the places of one side and the square of the other side's escort;
// each word has a bit for each choice of the other side's escort and corvette square.
type pairSet struct {
	words []uint64
	some  []uint32 // indexed by places: a bit for each word that may not be 0
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

// solve stores in results where side c wins and where the other side loses.
func (s *pairs) solve(c rules.Color, toExpulsion bool, results *pairResults) {
	i := (c - 1) & 1
	area := s.sides[i].table.area
	r := &pairSolver{winner: s.sides[i], loser: s.sides[1-i], toExpulsion: toExpulsion,
		wins: results[i], loses: results[1-i],
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

// win finds the positions won in the given number of turns: by an expulsion, or by a turn to a defeat just found.
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
			word := next[x] & s.loser.freePlaces(p, x) &^ won[x]
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

// lose finds the positions lost in the given number of turns: the last turn that could save them leads to a victory
// just found.
func (s *pairSolver) lose(turns int) (found bool) {
	s.spread(s.loser, s.winner, &s.latest, turns)
	s.fresh.clear()
	for _, p := range s.loser.all {
		next, lost := s.next.row(p), s.lost.row(p)
		for some := s.next.some[p]; some != 0; some &= some - 1 {
			x := bits.TrailingZeros32(some)
			word := next[x] & s.winner.freePlaces(p, x) &^ lost[x]
			word = s.doomed(pairWord{p, x, word}, turns)
			lost[x] |= word
			enter(s.loses, &s.fresh, pairWord{p, x, word}, result(-turns))
			found = found || word != 0
		}
	}
	return found
}

// pairWord is up to 64 positions: one side is at places; the other is at the places of word, with its escort on square
// x.
type pairWord struct {
	places
	x    int
	word uint64
}

// enter stores the result of the positions in w, and adds them to turned, which is indexed by the places of the other
// side.
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

// spread fills next with the positions in which a turn of side leads to one of found, or expels a ship and decides the
// game in the given number of turns.
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

// decided returns the places at which the other side's lone corvette, to move, decides the game in one turn less if
// side is at p.
func (s *pairSolver) decided(side *pairSide, p places, turns int) (all uint64) {
	if turns > s.last+1 {
		return 0
	}
	for at, r := range side.after[int(p)*s.won.area:][:s.won.area] {
		if side == s.loser {
			r = -r
		}
		if r < 0 && (s.toExpulsion && turns == 1 || !s.toExpulsion && int(-r) == turns-1) {
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

// doomed returns the positions of w in which each turn of the loser leads to a victory of the winner.
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

// answered returns the places at which the winner's lone corvette, to move, wins in fewer turns against the loser at p.
func (s *pairSolver) answered(p places, turns int) (all uint64) {
	for at, r := range s.loser.after[int(p)*s.won.area:][:s.won.area] {
		if r > 0 && (s.toExpulsion || int(r) < turns) {
			all |= either << at
		}
	}
	return all
}
