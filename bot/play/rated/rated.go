// Package rated applies rated matches to their players' ratings (rules/rating), keeps ratings fair, and computes
// rankings. People who delete their profile and come back within 90 days keep the limits of rated matches, and
// begin at a beginner's points with the old certainty. Cards do not show what is at stake until the ratings of both
// players are shown, so that nobody sees that.
package rated

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"madbot/rules"
	"madbot/rules/match"
	"madbot/rules/rating"
)

// Reader reads rating changes.
type Reader interface {
	// RatingChanges returns up to limit rating changes of a player, newest first.
	RatingChanges(ctx context.Context, p match.PlayerID, limit int) ([]Change, error)
	// Formers returns the profiles that p deleted after since, the last one first. They are stored for FormerSpan.
	Formers(ctx context.Context, p match.PlayerID, since time.Time) ([]Former, error)
}

// Store saves rating changes.
type Store interface {
	Reader
	// AllRatingChanges returns the changes of all players, ordered by player and number. Until the unit of work ends, no
	// other one adds a change.
	AllRatingChanges(context.Context) ([]Change, error)
	// AddRatingChange saves a rating change, which is never removed.
	AddRatingChange(context.Context, Change) error
}

const (
	// forgiven is how long after a counted loss on time further ones do not count, so that a player who is away loses
	// rating points once only.
	forgiven = 7 * 24 * time.Hour
	// latelyRated is how many changes are searched for such a loss.
	latelyRated = 100
)

// Change is the change of one player's rating by a rated match. If the match was annulled or reinstated, it can be the
// rating of somebody who did not play in it.
type Change struct {
	Player match.PlayerID
	N      int // numbers the player's changes, from 1
	Match  match.ID
	At     time.Time
	Step
}

// Step is a rating before and after a match. It is stored as one JSON value.
type Step struct {
	Before rating.Rating `json:"before"` // at the end of the match
	After  rating.Rating `json:"after"`
	Score  rating.Score  `json:"score"`
	Why    Reason        `json:"why"`
	Games  int           `json:"games"` // the player's rated matches so far that count
}

// Reason is why a rating changed or did not. Its words are stable: they are stored.
type Reason string

// The reasons.
const (
	Played Reason = "played"
	Time   Reason = "time"    // lost on time
	Spared Reason = "another" // lost on time shortly after another loss on time, so that it does not count
	Ahead  Reason = "ahead"   // as Spared, but it counts because the winner was ahead anyway

	// Annulled corrects the rating after the match was annulled, and Reinstated after it was reinstated.
	Annulled   Reason = "annulled"
	Reinstated Reason = "reinstated"
)

// IsUndo reports whether a change for reason r is a correction, not a result.
func (r Reason) IsUndo() bool { return r == Annulled || r == Reinstated }

// at returns the player's rating at now, after the change last. The zero Change means that there was none.
func (last Change) at(now time.Time) rating.Rating {
	if last.N == 0 {
		return rating.Start()
	}
	return last.After.After(now.Sub(last.At).Hours() / 24)
}

// Now returns the player's rating at a time, after the change last, and whether enough changes were made to show it.
func (last Change) Now(at time.Time) (rating.Rating, bool) { return last.at(at), last.Games >= Shown }

// MinTurns is how many turns a match has at least that is rated.
const MinTurns = 4

// Rate records the rating changes of the players of m, which has just ended, if it is rated and has a result.
func Rate(ctx context.Context, s Store, m *match.Match, now time.Time) error {
	o := m.Game.Outcome()
	if !m.Terms.Rated || o.Winner == rules.NoColor || max(m.Past.MaxPly, m.Game.Ply()) < MinTurns {
		return nil
	}
	// Sorted by id, so that concurrent units of work cannot deadlock.
	people := slices.Sorted(slices.Values(m.Players.Both()))
	var changes [2]Change
	why := Played
	for i, p := range people {
		lately, err := s.RatingChanges(ctx, p, 1)
		if err != nil {
			return err
		}
		if o.Reason == rules.TimeLoss && m.Players.Of(o.Winner) != p {
			if why, err = timeReason(ctx, s, m, now); err != nil {
				return err
			}
		}
		if changes[i], err = next(ctx, s, p, lately, now); err != nil {
			return err
		}
		changes[i].Match = m.ID
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

// next returns the next change of p's rating, without the match and its effect. lately are p's latest changes, newest
// first, or the last one alone.
func next(ctx context.Context, r Reader, p match.PlayerID, lately []Change, now time.Time) (c Change, err error) {
	c = Change{Player: p, N: 1, At: now, Step: Step{Games: 1}}
	if len(lately) > 0 {
		c.N, c.Games, c.Before = lately[0].N+1, lately[0].Games+1, lately[0].at(now)
		return c, nil
	}
	c.Before, err = begin(ctx, r, p, now)
	return c, err
}

// timeReason returns the reason for the rating changes by m, which was lost on time.
func timeReason(ctx context.Context, r Reader, m *match.Match, now time.Time) (Reason, error) {
	spares, err := WouldSpare(ctx, r, m.Players.Of(m.Game.Outcome().Winner.Other()), now)
	switch {
	case !spares:
		return Time, err
	case m.Past.WinnerAhead:
		return Ahead, err
	}
	return Spared, err
}

// WouldSpare reports whether a loss on time by p now would not count, unless the opponent is ahead. Losses of profiles
// that p deleted lately count as p's.
func WouldSpare(ctx context.Context, r Reader, p match.PlayerID, now time.Time) (bool, error) {
	names, err := Names(ctx, r, p, now)
	for _, name := range names {
		lately, lost := r.RatingChanges(ctx, name, latelyRated)
		if err = cmp.Or(err, lost); err != nil || hasLostOnTime(lately, now) {
			return err == nil, err
		}
	}
	return false, err
}

// hasLostOnTime reports whether a loss on time among lately, which are the latest changes of a player, newest first,
// means that another one at now is forgiven. Annulled losses are ignored.
func hasLostOnTime(lately []Change, now time.Time) bool {
	var annulled, known []match.ID
	for _, c := range lately {
		switch {
		case c.Why == Annulled && !slices.Contains(known, c.Match):
			annulled = append(annulled, c.Match)
		case c.Why == Reinstated:
			known = append(known, c.Match)
		case c.Why == Time && c.Score == rating.Defeat && now.Sub(c.At) < forgiven && !slices.Contains(annulled, c.Match):
			return true
		}
	}
	return false
}

// scoreOf returns the score of a side from an outcome.
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

// result returns the rating after a match against an opponent with the given rating.
func (c Step) result(opponent rating.Rating) rating.Rating {
	if c.Why == Spared {
		return c.Before
	}
	return c.Before.With(rating.Result{Opponent: opponent, Score: c.Score})
}

// Follows reports whether c is correctly computed from before, which is the player's previous change or the zero
// Change, and from opponent, which is the opponent's change by the same match.
func (c Change) Follows(before, opponent Change) bool {
	begun := same(c.Before, before.at(c.At)) || before.N == 0 && isBegin(c.Before)
	return !c.Why.IsUndo() && c.N == before.N+1 && c.Games == before.Games+1 && begun &&
		same(c.After, c.result(opponent.Before)) &&
		math.Abs(float64(c.Score+opponent.Score-1)) < 1e-6
}

// Stake is what a player would gain and lose in points.
type Stake struct {
	Win, Lose int
	Now       rating.Rating
}

// Stakes returns what two people stand to gain and lose in a rated match at the time at. It returns nil if the rating
// of one of them is not shown yet.
func Stakes(ctx context.Context, r Reader, people [2]match.PlayerID, at time.Time) ([]Stake, error) {
	var now [2]rating.Rating
	for i, p := range people {
		lately, err := r.RatingChanges(ctx, p, 1)
		if err != nil || len(lately) == 0 || lately[0].Games < Shown {
			return nil, err
		}
		now[i] = lately[0].at(at)
	}
	var stakes []Stake
	for i, own := range now {
		points := func(score rating.Score) int {
			after := own.With(rating.Result{Opponent: now[1-i], Score: score})
			return int(math.Round(math.Abs(after.Points - own.Points)))
		}
		stakes = append(stakes, Stake{points(rating.Victory), points(rating.Defeat), own})
	}
	return stakes, nil
}
