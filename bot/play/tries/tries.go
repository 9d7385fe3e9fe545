// Package tries is what people tried to solve: the puzzles that everybody has, by which puzzle and person are numbered
// (rules/rating), and those of people's own games. It is a law; stores keep what it says.
package tries

import (
	"context"
	"slices"
	"time"

	"madbot/rules/match"
	"madbot/rules/rating"
)

// Try is the first turn that somebody confirmed in a puzzle, or that they had help before: it alone counts, however
// often they go on.
type Try struct {
	Player match.PlayerID
	Puzzle string // its ID, or that of an Own
	N      int    // it is the how-manieth of the player, from 1
	Right  bool
	Hinted bool // they had help before: it counts as wrong
	At     time.Time
	After  rating.Rating // of the player; as before where the puzzle is of somebody's own game
}

// Number is how hard a puzzle is that everybody has.
type Number struct {
	Puzzle string
	rating.Rating
}

// Own is a puzzle from a game of people: the position in which a player went wrong.
type Own struct {
	Match  match.ID
	Player match.PlayerID // who went wrong
	Guild  string         // of the match; empty: none
	Ply    int            // how many turns had been played
	Turn   string         // what was right, as it is written
	Wins   bool           // by force
}

// Reader has them.
type Reader interface {
	// PuzzleTries returns what a player tried, the last first.
	PuzzleTries(context.Context, match.PlayerID) ([]Try, error)
	// PuzzleNumbers returns those of the puzzles that somebody tried, in any order.
	PuzzleNumbers(context.Context) ([]Number, error)
	// OwnPuzzles returns those of the games of a player in which they went wrong, in the order of the matches.
	OwnPuzzles(context.Context, match.PlayerID) ([]Own, error)
	// GuildPuzzles returns up to limit of those from games on a server, in the order of the matches and players.
	GuildPuzzles(ctx context.Context, guild string, limit int) ([]Own, error)
}

// Store keeps them.
type Store interface {
	// PuzzleTries returns what Reader.PuzzleTries does.
	PuzzleTries(context.Context, match.PlayerID) ([]Try, error)
	// AddPuzzleTry keeps one for good.
	AddPuzzleTry(context.Context, Try) error
	// PuzzleNumber returns how hard a puzzle is, the zero Number of it when nobody has tried it.
	PuzzleNumber(ctx context.Context, puzzle string) (Number, error)
	// SavePuzzleNumber keeps it, in place of what was kept.
	SavePuzzleNumber(context.Context, Number) error
	// SaveOwnPuzzle keeps it, in place of what was kept of the match and the player.
	SaveOwnPuzzle(context.Context, Own) error
}

// deviation is that of a puzzle that nobody has tried.
const deviation = 150

// startPoints are those of somebody who has tried nothing: so far a newcomer comes whom the lessons have taught.
const startPoints = 1178

// Fresh is the number of a puzzle that nobody has tried, whose level has points.
func Fresh(puzzle string, points int) *Number {
	return &Number{puzzle, rating.Rating{Points: float64(points), Deviation: deviation}}
}

// Rating returns that of somebody who tried all, the last first.
func Rating(all []Try) rating.Rating {
	if len(all) == 0 {
		return rating.Rating{Points: startPoints, Deviation: rating.StartDeviation}
	}
	return all[0].After
}

// Of returns what was tried of a puzzle, of all tries of somebody; false: nothing.
func Of(all []Try, puzzle string) (Try, bool) {
	i := slices.IndexFunc(all, func(t Try) bool { return t.Puzzle == puzzle })
	if i < 0 {
		return Try{}, false
	}
	return all[i], true
}

// Result is what became of a try.
type Result struct {
	Try
	First  bool // else the Try is the one before, which counts
	Change int  // of the rating of the player, in whole points
}

// Add keeps a try, if it is the first of the puzzle, and moves the rating of its player, who had none before it at its
// N, and the number of the puzzle. A puzzle from somebody's game has none: n is nil, and the rating stays.
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

// rate returns the rating after a try of somebody whose rating before it is given, and moves the number of the puzzle,
// which is n before anybody has tried it.
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

// fade returns the rating of somebody who tried all, as it stands at a time.
func fade(all []Try, now time.Time) rating.Rating {
	if len(all) == 0 {
		return Rating(all)
	}
	return Rating(all).After(now.Sub(all[0].At).Hours() / 24)
}
