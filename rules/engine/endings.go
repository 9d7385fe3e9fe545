package engine

import (
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"madbot/rules"
)

// Endings holds exact tables of all positions with few ships (a tablebase): who wins by force, in how many turns, and
// in how many turns until the next expulsion, which matters for the stall. A nil *Endings is empty. Endings may be
// shared.
type Endings struct {
	boards [4]*ending
	pairs  *pairs                // for one search; nil for none
	latest atomic.Pointer[pairs] // of the last search that needed some
}

// MemoryShips is the largest number of ships, of both sides together, in the tables of NewEndings.
const MemoryShips = 3

// FileShips is the largest number of ships, of both sides together, in the tables of a file.
const FileShips = 4

// NewEndings builds the tables for up to MemoryShips ships. This takes a fraction of a second.
func NewEndings() *Endings { return BuildEndings(MemoryShips, rules.Boards()...) }

// BuildEndings builds the tables of the given boards for up to ships ships, from 2 to FileShips. Four ships on both
// boards take a minute or two and 600 MB.
func BuildEndings(ships int, boards ...rules.Board) *Endings {
	e := new(Endings)
	var building sync.WaitGroup
	for _, b := range boards {
		building.Go(func() { e.boards[b] = buildEnding(b, ships) })
	}
	building.Wait()
	return e
}

// Ships returns the largest number of ships in the table of b, or 0 if there is no table.
func (e *Endings) Ships(b rules.Board) int {
	if e == nil || e.boards[b&3] == nil {
		return 0
	}
	return e.boards[b&3].ships
}

// with returns the endings for a search from p. If p has two ships a side and is in no table, it solves the positions
// that p leads to.
func (e *Endings) with(p *rules.Position, limit rules.StallLimit) *Endings {
	if e == nil || e.Ships(p.Board()) != MemoryShips || !isPairs(p) {
		return e
	}
	s := e.latest.Load()
	if !s.suffices(p, limit) {
		s = newPairs(e.boards[p.Board()], p, limit)
		e.latest.Store(s)
	}
	return &Endings{boards: e.boards, pairs: s}
}

// verdict is what the tables know about a position, ignoring the stall.
type verdict struct {
	won, lost bool // by force, for the side to move
	turns     int  // of both sides, until the corvette is expelled
	quiet     int  // of both sides, until the next expulsion if the winner forces it as soon as possible
}

// probe returns the verdict of p, and false if p is not in the tables.
func (e *Endings) probe(p *rules.Position) (verdict, bool) {
	if e == nil {
		return verdict{}, false
	}
	t := e.boards[p.Board()&3]
	n := shipsOf(p)
	if t == nil || n > t.ships || p.Positioning(rules.Red) || p.Positioning(rules.Blue) {
		return e.pairs.probe(p)
	}
	i := t.index(p, p.Side())
	if i < 0 {
		return verdict{}, false
	}
	return t.verdict(i), true
}

// score returns the exact score of p at ply, and false if it is not known. A victory after the stall counts as a
// semi-victory. With three ships the score is exact, because every expulsion decides. If the winner has to expel early
// because of the stall, the victory may take longer than necessary, but not longer than the score says.
func (e *Endings) score(p *rules.Position, limit rules.StallLimit, ply int) (Score, bool) {
	v, ok := e.probe(p)
	if !ok {
		return 0, false
	}
	ships := shipsOf(p)
	turns, left := v.turns, int(limit)-p.Quiet()
	after, free := e.boards[p.Board()&3].afterExpulsion(ships, limit)
	inTime := limit == 0 || turns <= left
	if !inTime {
		turns, inTime = v.quiet+after, v.quiet <= left && free
	}
	switch {
	case v.won && inTime:
		return wins(ply + turns), true
	case v.lost && inTime:
		return loses(ply + turns), true
	case ships <= 3 && limit > 0 && (!v.won && !v.lost || free):
		return stallScore(p), true
	}
	return 0, false
}

// afterExpulsion returns the maximum number of turns that a won ending with so many ships takes after its next
// expulsion, if each further expulsion comes as soon as possible. free reports whether all of them come before the
// stall.
func (t *ending) afterExpulsion(ships int, limit rules.StallLimit) (turns int, free bool) {
	free = true
	for n := 2; n < ships; n++ {
		turns += t.longestQuiet[n]
		free = free && t.longestQuiet[n] <= int(limit)
	}
	return turns, free
}

// Winner returns the side that forces a victory from p before the stall, or NoColor if neither does. known is false if
// e does not know.
func (e *Endings) Winner(p *rules.Position, limit rules.StallLimit) (winner rules.Color, known bool) {
	s, known := e.score(p, limit, 0)
	switch {
	case s > victoryBand:
		return p.Side(), known
	case s < -victoryBand:
		return p.Side().Other(), known
	}
	return rules.NoColor, known
}

// drawTries is the maximum number of positions that Draw tries.
const drawTries = 1 << 20

// Draw returns a random position of b that the side to move wins before the stall, in more than the given number of
// turns of both sides. It returns false if it finds none.
func (e *Endings) Draw(rnd *rand.Rand, b rules.Board, turns int) (rules.Position, bool) {
	t := e.boards[b]
	for range drawTries {
		i := rnd.IntN(t.size)
		if int(t.turns[i]) <= turns {
			continue
		}
		p, _ := t.position(t.groupOf(i), i)
		if s, known := e.score(&p, rules.DefaultStallLimit, 0); known && s > victoryBand {
			return p, true
		}
	}
	return rules.Position{}, false
}

// Keeps reports whether the side to move in p still wins before the stall after t. p must be in the tables.
func (e *Endings) Keeps(p rules.Position, t rules.Turn) bool {
	side, next := p.Side(), p.Play(t)
	if o := next.Outcome(0); o.Over() {
		return o.Winner == side
	}
	s, known := e.score(&next, rules.DefaultStallLimit, 0)
	return known && s < -victoryBand
}
