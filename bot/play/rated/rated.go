// Package rated is what rated matches do to the ratings of their two, one after the other (rules/rating).
package rated

import (
	"context"
	"math"
	"slices"
	"time"

	"madbot/rules"
	"madbot/rules/match"
	"madbot/rules/rating"
)

// Reader has the changes of ratings.
type Reader interface {
	// RatingChanges returns up to limit changes of the rating of a player, the last first.
	RatingChanges(ctx context.Context, p match.PlayerID, limit int) ([]Change, error)
}

// Store keeps them.
type Store interface {
	Reader
	// AddRatingChange keeps one for good.
	AddRatingChange(context.Context, Change) error
}

const (
	// forgiven is how long after a loss on time that counted others do not: who is away loses one rated match by it.
	forgiven = 7 * 24 * time.Hour
	// latelyRated is how many changes are looked at for it.
	latelyRated = 100
)

// Change is what a rated match did to the rating of one of its players.
type Change struct {
	Player match.PlayerID
	N      int // it is the how-manieth of the player, from 1
	Match  match.ID
	At     time.Time
	Step
}

// Step is how a rating was and became. It is stored as one JSON value.
type Step struct {
	Before rating.Rating `json:"before"` // at the end of the match
	After  rating.Rating `json:"after"`
	Score  rating.Score  `json:"score"`
	Why    Reason        `json:"why"`
}

// Reason is why a rating changed, or did not. Its words are stable: they are stored.
type Reason string

// The reasons.
const (
	Played Reason = "played"
	Time   Reason = "time"    // lost on time
	Spared Reason = "another" // another match was lost on time shortly before: it counts for nothing
	Ahead  Reason = "ahead"   // so it was, but the winner by time was winning anyway

	// Annulled takes back what the same match did before.
	Annulled Reason = "annulled"
)

// at returns how the rating of a player stands at a time after last, of which the zero value is none.
func (last Change) at(now time.Time) rating.Rating {
	if last.N == 0 {
		return rating.Start()
	}
	return last.After.After(now.Sub(last.At).Hours() / 24)
}

// Now returns how the rating of a player stands at a time after last; false: it is not shown yet.
func (last Change) Now(at time.Time) (rating.Rating, bool) { return last.at(at), last.N >= Shown }

// Rate changes the ratings of the two of m, which has just ended, if it is rated and has a result.
func Rate(ctx context.Context, s Store, m *match.Match, now time.Time) error {
	o := m.Game.Outcome()
	if !m.Terms.Rated || o.Winner == rules.NoColor {
		return nil
	}
	// In the order of their ids: so nobody waits for somebody who waits.
	people := slices.Sorted(slices.Values(m.Players.Both()))
	var changes [2]Change
	why := Played
	for i, p := range people {
		lately, err := s.RatingChanges(ctx, p, latelyRated)
		if err != nil {
			return err
		}
		if o.Reason == rules.TimeLoss && m.Players.Of(o.Winner) != p {
			if why = timeReason(lately, now); why == Spared && m.Past.WinnerAhead {
				why = Ahead
			}
		}
		changes[i] = Change{Player: p, N: 1, Match: m.ID, At: now, Step: Step{Before: rating.Start()}}
		if len(lately) > 0 {
			changes[i].N, changes[i].Before = lately[0].N+1, lately[0].at(now)
		}
	}
	for i := range changes {
		c := &changes[i]
		c.Why, c.Score = why, scoreOf(o, m.ColorOf(c.Player))
		c.After = c.result(changes[1-i].Before)
		if err := s.AddRatingChange(ctx, *c); err != nil {
			return err
		}
	}
	return nil
}

// WouldSpare reports whether a match that p loses on time now counts for nothing, unless the other was winning.
func WouldSpare(ctx context.Context, r Reader, p match.PlayerID, now time.Time) (bool, error) {
	lately, err := r.RatingChanges(ctx, p, latelyRated)
	return timeReason(lately, now) == Spared, err
}

// timeReason is why a player is rated who loses on time, after changes of late, the last first. A loss that was
// annulled counts for nothing.
func timeReason(lately []Change, now time.Time) Reason {
	var annulled []match.ID
	for _, c := range lately {
		switch {
		case c.Why == Annulled:
			annulled = append(annulled, c.Match)
		case c.Why == Time && c.Score == rating.Defeat && now.Sub(c.At) < forgiven && !slices.Contains(annulled, c.Match):
			return Spared
		}
	}
	return Time
}

// scoreOf is what an outcome brings to a side.
func scoreOf(o rules.Outcome, side rules.Color) rating.Score {
	won := rating.Victory
	if o.IsSemi() {
		won = rating.SemiVictory
	}
	if o.Winner != side {
		return 1 - won
	}
	return won
}

// result is what becomes of the rating before against an opponent.
func (c Step) result(opponent rating.Rating) rating.Rating {
	if c.Why == Spared {
		return c.Before
	}
	return c.Before.With(rating.Result{Opponent: opponent, Score: c.Score})
}

// Follows reports whether c is what follows for a player from the change before, of which the zero value is none, and
// from the change of the opponent in the same match.
func (c Change) Follows(before, opponent Change) bool {
	return c.Why != Annulled && c.N == before.N+1 && same(c.Before, before.at(c.At)) &&
		same(c.After, c.result(opponent.Before)) &&
		math.Abs(float64(c.Score+opponent.Score-1)) < 1e-6
}

// Stake is what a player can win and lose in points.
type Stake struct {
	Win, Lose int
	Now       rating.Rating
	Shown     bool // Now is
}

// Stakes returns what is at stake between two people now.
func Stakes(ctx context.Context, r Reader, people [2]match.PlayerID, at time.Time) (stakes [2]Stake, err error) {
	var now [2]rating.Rating
	for i, p := range people {
		lately, err := r.RatingChanges(ctx, p, 1)
		if err != nil {
			return stakes, err
		}
		var last Change
		if len(lately) > 0 {
			last = lately[0]
		}
		now[i], stakes[i].Shown = last.Now(at)
	}
	for i, own := range now {
		points := func(score rating.Score) int {
			after := own.With(rating.Result{Opponent: now[1-i], Score: score})
			return int(math.Round(math.Abs(after.Points - own.Points)))
		}
		stakes[i] = Stake{points(rating.Victory), points(rating.Defeat), own, stakes[i].Shown}
	}
	return stakes, nil
}
