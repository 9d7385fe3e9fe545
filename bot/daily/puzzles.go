package daily

import (
	"cmp"
	"context"
	"errors"
	"hash/fnv"
	"math"
	"strconv"
	"strings"
	"time"

	"madbot/bot/play"
	"madbot/bot/play/tries"
	"madbot/rules/match"
	"madbot/rules/puzzle"
)

// ErrDone is returned by Next when every puzzle of the pool has been tried.
var ErrDone = errors.New("all puzzles were tried")

// Puzzles are the use cases of solving puzzles in private. All fields are required.
type Puzzles struct {
	Store   play.Store
	Dailies *Service // whose Deck everybody solves from
	Now     func() time.Time
}

// Pool is a set of puzzles to choose from: a level, or one of the pools below.
type Pool string

// The pools.
const (
	Suitable Pool = "0"     // all levels, the most suitable first
	OwnGames Pool = "own"   // positions in which the person went wrong
	Server   Pool = "guild" // positions in which other people on the server went wrong, who agreed to that
)

// OfLevel returns the pool of a level, from 1 to puzzle.Levels.
func OfLevel(level int) Pool { return Pool(strconv.Itoa(level)) }

// Level returns the level of the puzzles in p; 0 if p has several.
func (p Pool) Level() int {
	level, _ := strconv.Atoi(string(p))
	return level
}

// Found is a puzzle for one person.
type Found struct {
	puzzle.Puzzle
	ID    string
	Tried bool // the person has tried it
	Again bool // the person has missed it and tries it again
	Round int  // of the game that it is from; 0: it is not from a game
}

// IsOwn reports whether the puzzle is from a game on this bot.
func (f *Found) IsOwn() bool { return f.Round > 0 }

// Next returns the puzzle of a pool that a missed and that is due again, or the untried one that suits a best; always
// the same until a tries something. It leaves out puzzles of the day that a can solve, or has solved, in a channel. It
// returns ErrDone.
func (s *Puzzles) Next(ctx context.Context, a play.Actor, from Pool) (Found, error) {
	tried, err := s.Store.PuzzleTries(ctx, a.ID)
	if err != nil {
		return Found{}, err
	}
	if from == OwnGames || from == Server {
		all, err := s.fromGames(ctx, a, from, tried)
		if err == nil && len(all) == 0 {
			err = ErrDone
		}
		return append(all, Found{})[0], err
	}
	return s.fromDeck(ctx, a, from.Level(), tried)
}

// fromDeck returns the best puzzle of the Deck, of a level unless that is 0.
func (s *Puzzles) fromDeck(ctx context.Context, a play.Actor, level int, tried []tries.Try) (Found, error) {
	numbers, err := s.Store.PuzzleNumbers(ctx)
	if err != nil {
		return Found{}, err
	}
	points := map[string]float64{}
	for _, n := range numbers {
		points[n.Puzzle] = n.Points
	}
	done, err := s.Dailies.Withheld(ctx, a)
	if err != nil {
		return Found{}, err
	}
	if f, due := s.again(tried, level, done); due {
		return f, nil
	}
	for _, t := range tried {
		done[t.Puzzle] = true
	}
	best, found := candidate{}, false
	for id, p := range s.Dailies.Deck.All() {
		f := Found{Puzzle: p, ID: id}
		if done[id] || level > 0 && f.Level() != level {
			continue
		}
		is := cmp.Or(points[f.ID], float64(f.Puzzle.Rating()))
		c := candidate{f, math.Abs(is - tries.Rating(tried).Points), order(a.ID, f.ID)}
		if !found || c.compare(best) < 0 {
			best, found = c, true
		}
	}
	if !found {
		return Found{}, ErrDone
	}
	return best.Found, nil
}

// again returns the missed puzzle of the Deck, of a level unless that is 0, that has been due for longest. It leaves
// out those withheld.
func (s *Puzzles) again(tried []tries.Try, level int, withheld map[string]bool) (Found, bool) {
	for _, a := range tries.Missed(tried) {
		p, known := s.Dailies.Deck.Puzzle(a.Puzzle)
		if known && !withheld[a.Puzzle] && !a.Due.After(s.Now()) && (level == 0 || p.Level() == level) {
			return Found{Puzzle: p, ID: a.Puzzle, Again: true}, true
		}
	}
	return Found{}, false
}

type candidate struct {
	Found
	far   float64 // distance from the person's rating, in points
	order uint64  // breaks ties, differently for each person
}

func (c candidate) compare(d candidate) int {
	return cmp.Or(cmp.Compare(c.far, d.far), cmp.Compare(c.order, d.order))
}

// order returns a number that differs from person to person, so that people get puzzles in different orders.
func order(p match.PlayerID, puzzle string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(string(p) + " " + puzzle)) //nolint:errcheck // it never fails
	return h.Sum64()
}

// Find returns the puzzle with an ID. It returns play.ErrNotFound if there is none that a may see, and a
// *gate.StandingError if it would help a in a match that they are playing.
func (s *Puzzles) Find(ctx context.Context, a play.Actor, id string) (Found, error) {
	tried, err := s.Store.PuzzleTries(ctx, a.ID)
	if err != nil {
		return Found{}, err
	}
	_, was := tries.Of(tried, id)
	if strings.Contains(id, ".") {
		f, err := s.findOwn(ctx, a, id)
		f.Tried = was
		return f, err
	}
	p, known := s.Dailies.Deck.Puzzle(id)
	if !known {
		return Found{}, play.ErrNotFound
	}
	_, again := tries.DueAgain(tried, id, s.Now())
	return Found{Puzzle: p, ID: id, Tried: was && !again, Again: again}, nil
}

// Try records a's first attempt at a puzzle, or the first since it came again: whether the turn was right, and whether
// a had help. Other attempts change nothing.
func (s *Puzzles) Try(ctx context.Context, a play.Actor, f Found, right, hinted bool) (r tries.Result, err error) {
	one := tries.Try{Player: a.ID, Puzzle: f.ID, Right: right, Hinted: hinted,
		At: play.Stamp(s.Now())}
	var number *tries.Number
	if !f.IsOwn() && !f.Again {
		number = tries.Fresh(f.ID, f.Puzzle.Rating())
	}
	err = s.Store.Do(ctx, func(tx play.Tx) error {
		if f.Again {
			all, err := tx.PuzzleTries(ctx, a.ID)
			again, due := tries.DueAgain(all, f.ID, one.At)
			if err != nil || !due {
				return err
			}
			one.Puzzle = again.ID()
		}
		r, err = tries.Add(ctx, tx, one, number)
		return err
	})
	return r, err
}
