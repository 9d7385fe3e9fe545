package tries

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// A missed puzzle comes again: firstWait after the latest miss, and secondWait after it was then solved.
const (
	firstWait  = 3 * 24 * time.Hour
	secondWait = 12 * 24 * time.Hour
)

// againMark is between the ID of a puzzle and the number of the repetition in Try.Puzzle.
const againMark = "#"

// Again is a puzzle that was missed and comes again.
type Again struct {
	Puzzle string
	Due    time.Time
	n      int // number of this repetition, from 1
}

// ID returns the Try.Puzzle of the next try.
func (a Again) ID() string { return a.Puzzle + againMark + strconv.Itoa(a.n) }

// Missed returns the puzzles that come again, given all tries of a player, newest first. The first due comes
// first. Puzzles from games do not come again.
func Missed(all []Try) (list []Again) {
	rounds := map[string][]Try{} // oldest first
	var order []string
	for _, t := range slices.Backward(all) {
		id, _, _ := strings.Cut(t.Puzzle, againMark)
		if strings.Contains(id, ".") {
			continue
		}
		if len(rounds[id]) == 0 {
			order = append(order, id)
		}
		rounds[id] = append(rounds[id], t)
	}
	for _, id := range order {
		if at, ok := due(rounds[id]); ok {
			list = append(list, Again{id, at, len(rounds[id])})
		}
	}
	slices.SortStableFunc(list, func(a, b Again) int { return a.Due.Compare(b.Due) })
	return list
}

// due returns when a puzzle comes again after tries, oldest first; false if it was solved at the first try or twice
// in a row since.
func due(tries []Try) (time.Time, bool) {
	last := tries[len(tries)-1]
	switch {
	case !last.Right:
		return last.At.Add(firstWait), true
	case len(tries) > 1 && !tries[len(tries)-2].Right:
		return last.At.Add(secondWait), true
	}
	return time.Time{}, false
}

// DueAgain returns the missed puzzle with an ID if it is due at now, or false.
func DueAgain(all []Try, puzzle string, now time.Time) (Again, bool) {
	list := Missed(all)
	i := slices.IndexFunc(list, func(a Again) bool { return a.Puzzle == puzzle && !a.Due.After(now) })
	if i < 0 {
		return Again{}, false
	}
	return list[i], true
}
