package engine

import (
	"sync"

	"madbot/rules"
)

// Endings holds exact tables of all positions with few ships (a tablebase): who wins by force, in how
// many turns, and in how many turns until the next expulsion, which the stall goes by. A nil *Endings
// holds none. Endings are immutable and may be shared.
type Endings struct {
	boards [4]*ending
}

// MemoryShips is the largest number of ships, of both sides, in the tables of NewEndings.
const MemoryShips = 3

// FileShips is the largest number of ships, of both sides, in the tables of a file.
const FileShips = 4

// NewEndings builds the tables for up to MemoryShips ships, which takes a fraction of a second.
func NewEndings() *Endings { return BuildEndings(MemoryShips, rules.Boards()...) }

// BuildEndings builds the tables of the given boards for up to the given number of ships, 2 to
// FileShips. Four ships of both boards take a minute or two and 600 MB.
func BuildEndings(ships int, boards ...rules.Board) *Endings {
	e := new(Endings)
	var building sync.WaitGroup
	for _, b := range boards {
		building.Go(func() { e.boards[b] = buildEnding(b, ships) })
	}
	building.Wait()
	return e
}

// Ships returns the largest number of ships in the table of b, 0 without one.
func (e *Endings) Ships(b rules.Board) int {
	if e == nil || e.boards[b&3] == nil {
		return 0
	}
	return e.boards[b&3].ships
}

// verdict is what the tables say of a position, as if there were no stall.
type verdict struct {
	won, lost bool // by force, for the side to move
	turns     int  // of both sides, until the corvette is expelled
	quiet     int  // of both sides, until the next expulsion if the winner makes that as soon as possible
}

// probe returns the verdict of p, false if it is not in the tables.
func (e *Endings) probe(p *rules.Position) (verdict, bool) {
	if e == nil {
		return verdict{}, false
	}
	t := e.boards[p.Board()&3]
	n := shipsOf(p)
	if t == nil || n > t.ships || p.Positioning(rules.Red) || p.Positioning(rules.Blue) {
		return verdict{}, false
	}
	i := t.index(p, p.Side())
	if i < 0 {
		return verdict{}, false
	}
	return t.verdict(i), true
}

// score returns the exact score of p at ply, false if it is not known. A victory that would come after
// the stall does not count: the game ends in a semi-victory. With three ships that is certain, because
// every expulsion decides. If the winner has to expel early because of the stall, the victory may come
// later than it could, but not later than the score says.
func (e *Endings) score(p *rules.Position, limit rules.StallLimit, ply int) (Score, bool) {
	v, ok := e.probe(p)
	if !ok {
		return 0, false
	}
	ships := shipsOf(p)
	turns, left := v.turns, int(limit)-p.Quiet()
	after, free := e.boards[p.Board()&3].hurried(ships, limit)
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

// hurried returns within how many turns a won ending with so many ships ends after the next expulsion,
// if each expulsion comes as soon as possible, and whether none of these comes after the stall.
func (t *ending) hurried(ships int, limit rules.StallLimit) (turns int, free bool) {
	free = true
	for n := 2; n < ships; n++ {
		turns += t.longestQuiet[n]
		free = free && t.longestQuiet[n] <= int(limit)
	}
	return turns, free
}
