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
	"madbot/rules"
	"madbot/rules/match"
	"madbot/rules/puzzle"
)

// ErrDone is returned by Next when all puzzles that were asked for have been tried.
var ErrDone = errors.New("all puzzles were tried")

// Service is what people do about puzzles. All fields are required.
type Puzzles struct {
	Store   play.Store
	Matches Matches
	Dailies *Service // with the puzzles that everybody has
	Now     func() time.Time
}

// Matches tells what stands in matches; play.Service does.
type Matches interface {
	// Stands returns what play.Reviews.Stands does.
	Stands(context.Context, match.PlayerID) (map[rules.Position]bool, error)
}

// Pool names the puzzles that somebody chooses from: a level, or one of the pools below.
type Pool string

// The pools.
const (
	Suitable Pool = "0"     // of all levels, those that suit the person
	OwnGames Pool = "own"   // where they went wrong
	Server   Pool = "guild" // where others on their server did, who agreed to that
)

// OfLevel is the pool of a level, 1 to puzzle.Levels.
func OfLevel(level int) Pool { return Pool(strconv.Itoa(level)) }

// Level returns that of the puzzles of p; 0 where they have none in common.
func (p Pool) Level() int {
	level, _ := strconv.Atoi(string(p))
	return level
}

// Found is a puzzle for somebody.
type Found struct {
	puzzle.Puzzle
	ID    string
	Tried bool // by them
	Turn  int  // its number in the game of people that it is from; 0: it is from none
}

// IsOwn reports whether the puzzle is from a game of people.
func (f *Found) IsOwn() bool { return f.Turn > 0 }

// Next returns the puzzle of a pool that a has not tried and that suits them best: the same until something is tried.
// What stands for all to solve in a channel, or did and was solved there, is none. It returns ErrDone.
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

// fromDeck returns the one of the Deck, and of a level unless that is 0.
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

// candidate is a puzzle that may be next.
type candidate struct {
	Found
	far   float64 // from what suits the person, in points
	order uint64  // among those alike, for the person
}

func (c candidate) compare(d candidate) int {
	return cmp.Or(cmp.Compare(c.far, d.far), cmp.Compare(c.order, d.order))
}

// order is a number that differs from person to person, so that people do not meet the same puzzles in the same order.
func order(p match.PlayerID, puzzle string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(string(p) + " " + puzzle)) //nolint:errcheck // it never fails
	return h.Sum64()
}

// Find returns the puzzle with an ID, if it is there for a; play.ErrNotFound when it is not.
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
	return Found{Puzzle: p, ID: id, Tried: was}, nil
}

// Try keeps what a did first about a puzzle: a turn, right or not, or that they had help. What they do later changes
// nothing.
func (s *Puzzles) Try(ctx context.Context, a play.Actor, f Found, right, hinted bool) (r tries.Result, err error) {
	one := tries.Try{Player: a.ID, Puzzle: f.ID, Right: right, Hinted: hinted,
		At: play.Stamp(s.Now())}
	var number *tries.Number
	if !f.IsOwn() {
		number = tries.Fresh(f.ID, f.Puzzle.Rating())
	}
	err = s.Store.Do(ctx, func(tx play.Tx) error {
		r, err = tries.Add(ctx, tx, one, number)
		return err
	})
	return r, err
}
