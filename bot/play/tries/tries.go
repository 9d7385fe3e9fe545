// Package tries scores people's attempts at puzzles. Built-in puzzles rate both the player and the puzzle
// (rules/rating); puzzles from people's own games rate neither.
package tries

import (
	"context"
	"slices"
	"time"

	"madbot/rules/match"
	"madbot/rules/rating"
)

// Try is how a player's first attempt at a puzzle ended: solved, with a wrong turn, or with help.
type Try struct {
	Player match.PlayerID
	Puzzle string // its ID, or that of an Own; Again.ID of a missed puzzle that comes again
	N      int    // numbers the player's tries, from 1
	Right  bool
	Hinted bool // with help, which counts as wrong
	At     time.Time
	After  rating.Rating // the player's rating; unchanged by a puzzle from somebody's own game, or one that comes again
}

// Number is the rating of a built-in puzzle.
type Number struct {
	Puzzle string
	rating.Rating
}

// Own is a puzzle from a match: a position in which a player made a mistake.
type Own struct {
	Match  match.ID
	Player match.PlayerID // who made the mistake
	Guild  string         // of the match; empty: none
	Ply    int            // the number of turns played before
	Turn   string         // the right turn in notation
	Wins   bool           // the right turn wins by force
}

// Reader reads tries and puzzles.
type Reader interface {
	// PuzzleTries returns a player's tries, newest first.
	PuzzleTries(context.Context, match.PlayerID) ([]Try, error)
	// PuzzleNumbers returns the numbers of all puzzles that somebody has tried, in any order.
	PuzzleNumbers(context.Context) ([]Number, error)
	// OwnPuzzles returns the puzzles from a player's mistakes, sorted by match.
	OwnPuzzles(context.Context, match.PlayerID) ([]Own, error)
	// GuildPuzzles returns up to limit puzzles from games on a server, sorted by match and player.
	GuildPuzzles(ctx context.Context, guild string, limit int) ([]Own, error)
}

// Store saves tries and puzzles.
type Store interface {
	// PuzzleTries is Reader.PuzzleTries.
	PuzzleTries(context.Context, match.PlayerID) ([]Try, error)
	// AddPuzzleTry saves a try, which is never removed.
	AddPuzzleTry(context.Context, Try) error
	// PuzzleNumber returns the number of a puzzle; if nobody has tried it, a Number with only the ID set.
	PuzzleNumber(ctx context.Context, puzzle string) (Number, error)
	// SavePuzzleNumber saves a number.
	SavePuzzleNumber(context.Context, Number) error
	// SaveOwnPuzzle saves a puzzle, replacing one of the same match and player.
	SaveOwnPuzzle(context.Context, Own) error
}

// deviation is the rating deviation of a puzzle that nobody has tried.
const deviation = 150

// startPoints is the rating of a player without tries: a newcomer after the lessons.
const startPoints = 1178

// Fresh returns the number of a puzzle that nobody has tried. points is the rating of its level.
func Fresh(puzzle string, points int) *Number {
	return &Number{puzzle, rating.Rating{Points: float64(points), Deviation: deviation}}
}

// Rating returns the rating of a player after all their tries, newest first.
func Rating(all []Try) rating.Rating {
	if len(all) == 0 {
		return rating.Rating{Points: startPoints, Deviation: rating.StartDeviation}
	}
	return all[0].After
}

// Of returns a player's try at a puzzle from all their tries, or false.
func Of(all []Try, puzzle string) (Try, bool) {
	i := slices.IndexFunc(all, func(t Try) bool { return t.Puzzle == puzzle })
	if i < 0 {
		return Try{}, false
	}
	return all[i], true
}

// Result is the outcome of adding a try.
type Result struct {
	Try
	First  bool // false: Try is the player's earlier try, which counts
	Change int  // the change of the player's rating, in whole points
}

// Add saves t if it is the player's first try at the puzzle, and updates the ratings of the player and the puzzle. n is
// the puzzle's number before the first try. It is nil for a puzzle from somebody's own game and for one that comes
// again, which change no rating.
func Add(ctx context.Context, s Store, t Try, n *Number) (Result, error) {
	all, err := s.PuzzleTries(ctx, t.Player)
	if err != nil {
		return Result{}, err
	}
	if old, tried := Of(all, t.Puzzle); tried {
		return Result{Try: old}, nil
	}
	before := Rating(all)
	t.N, t.Right, t.After = len(all)+1, t.Right && !t.Hinted, before
	if n != nil {
		if t.After, err = rate(ctx, s, t, fade(all, t.At), *n); err != nil {
			return Result{}, err
		}
	}
	return Result{t, true, t.After.Whole() - before.Whole()}, s.AddPuzzleTry(ctx, t)
}

// rate returns the player's rating after a try, and updates the puzzle's number. n is its number before the first try.
func rate(ctx context.Context, s Store, t Try, before rating.Rating, n Number) (rating.Rating, error) {
	kept, err := s.PuzzleNumber(ctx, t.Puzzle)
	if err != nil {
		return before, err
	}
	if kept.Deviation > 0 {
		n = kept
	}
	score := rating.Defeat
	if t.Right {
		score = rating.Victory
	}
	after := before.With(rating.Result{Opponent: n.Rating, Score: score})
	n.Rating = n.With(rating.Result{Opponent: before, Score: 1 - score})
	return after, s.SavePuzzleNumber(ctx, n)
}

// fade returns a player's rating at a time after all their tries.
func fade(all []Try, now time.Time) rating.Rating {
	if len(all) == 0 {
		return Rating(all)
	}
	return Rating(all).After(now.Sub(all[0].At).Hours() / 24)
}
