package engine

import (
	"sync"

	"madbot/rules"
)

// Endings holds exact tables of all positions with few ships on both boards: who wins by force,
// in how many turns, and in how many until the next expulsion, which is what the stall counts.
// The nil pointer holds none. It is not changed once built and may be shared.
type Endings struct {
	boards [4]*ending
}

// MemoryShips is up to how many ships, of both sides, the tables of NewEndings go.
const MemoryShips = 3

// FileShips is up to how many ships the tables of a file go.
const FileShips = 4

// NewEndings builds the tables that fit in memory; it takes a fraction of a second.
func NewEndings() *Endings { return BuildEndings(MemoryShips, rules.Boards()...) }

// BuildEndings builds tables for positions of up to the given number of ships, 2 to FileShips, of
// the given boards. Four ships take minutes and 300 MB a board.
func BuildEndings(ships int, boards ...rules.Board) *Endings {
	e := new(Endings)
	var building sync.WaitGroup
	for _, b := range boards {
		building.Go(func() { e.boards[b] = buildEnding(b, ships) })
	}
	building.Wait()
	return e
}

// Ships returns up to how many ships e knows positions of b, 0 for none.
func (e *Endings) Ships(b rules.Board) int {
	if e == nil || e.boards[b&3] == nil {
		return 0
	}
	return e.boards[b&3].ships
}

// verdict is what the tables say of a position, without regard to the quiet count.
type verdict struct {
	won, lost bool // by force, for the side to move
	turns     int  // until the corvette falls, both sides counted
	quiet     int  // turns until the next expulsion, if the winner hurries to it
}

// probe returns the verdict of p, false when the tables do not go so far.
func (e *Endings) probe(p *rules.Position) (verdict, bool) {
	if e == nil {
		return verdict{}, false
	}
	t := e.boards[p.Board()&3]
	n := squares(p.Occupied(rules.Red) | p.Occupied(rules.Blue)).count()
	if t == nil || n > t.ships || p.Positioning(rules.Red) || p.Positioning(rules.Blue) {
		return verdict{}, false
	}
	i := t.index(p, p.Side())
	if i < 0 {
		return verdict{}, false
	}
	return t.verdict(i), true
}

// score returns the exact score of p at ply, false when it is not known. A victory that the stall
// would forestall is none: the side that expelled last then has the semi-victory. With three ships
// that is certain, for no expulsion is left that does not decide. If the winner has to hurry to an
// expulsion because of the stall, the victory comes later than else, but within the turns returned.
func (e *Endings) score(p *rules.Position, limit rules.StallLimit, ply int) (Score, bool) {
	v, ok := e.probe(p)
	if !ok {
		return 0, false
	}
	ships := squares(p.Occupied(rules.Red) | p.Occupied(rules.Blue)).count()
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
		return stalled(p), true
	}
	return 0, false
}

// hurried returns within how many turns a won ending of so many ships is over once one of them is
// expelled, each expulsion as soon as possible, and whether none of these comes after the stall.
func (t *ending) hurried(ships int, limit rules.StallLimit) (turns int, free bool) {
	free = true
	for n := 2; n < ships; n++ {
		turns += t.longestQuiet[n]
		free = free && t.longestQuiet[n] <= int(limit)
	}
	return turns, free
}
