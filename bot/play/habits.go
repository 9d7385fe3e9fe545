package play

import (
	"context"
	"math"
	"slices"
	"time"

	"madbot/rules"
	"madbot/rules/match"
	"madbot/rules/rating"
)

// What Habits looks at.
const (
	habitMatches = 20  // the matches that changed last
	habitTurns   = 100 // of their turns, the last
)

// Habits is how a player plays against people. The zero value is somebody who never did.
type Habits struct {
	Answer     time.Duration // the median time of their last turns; 0 without any
	Turns      int           // of how many turns
	Finished   int           // matches that ended, but for those that were called off
	LostOnTime int           // of those
	Left       int           // matches that they left before their second turn
}

// Ending is how a finished match ended, for the player of Side.
type Ending struct {
	Outcome rules.Outcome
	Side    rules.Color
	Left    bool // they left it before their second turn, which called it off
}

// Score is what two people have from their finished matches, but for those that were called off.
type Score struct {
	Matches int
	Halves  [2]int // half points of the one and of the other
}

// Habits returns how p plays against people.
func (s People) Habits(ctx context.Context, p match.PlayerID) (Habits, error) {
	histories, err := s.deps.Store.Histories(ctx, p, habitMatches)
	if err != nil {
		return Habits{}, err
	}
	endings, err := s.deps.Store.Endings(ctx, p, "")
	if err != nil {
		return Habits{}, err
	}
	h := Habits{}
	h.Answer, h.Turns = median(histories, p)
	for _, e := range endings {
		if e.Left {
			h.Left++
		}
		if e.Outcome.Reason == rules.Aborted {
			continue
		}
		h.Finished++
		if e.Outcome.Reason == rules.TimeLoss && e.Outcome.Winner != e.Side {
			h.LostOnTime++
		}
	}
	return h, nil
}

// Score returns what a and b have from their matches against each other, that of a first.
func (s People) Score(ctx context.Context, a, b match.PlayerID) (Score, error) {
	endings, err := s.deps.Store.Endings(ctx, a, b)
	if err != nil {
		return Score{}, err
	}
	var score Score
	for _, e := range endings {
		if e.Outcome.Reason == rules.Aborted {
			continue
		}
		score.Matches++
		won, halves := 0, 2
		if e.Outcome.IsSemi() {
			halves = 1
		}
		if e.Outcome.Winner != e.Side {
			won = 1
		}
		score.Halves[won] += halves
	}
	return score, nil
}

// reply is a turn and how long it took.
type reply struct {
	at   time.Time
	took time.Duration
}

// median returns the median time of the last turns of p in histories, and of how many.
func median(histories [][]match.Event, p match.PlayerID) (time.Duration, int) {
	var all []reply
	for _, events := range histories {
		all = append(all, replies(events, p)...)
	}
	slices.SortFunc(all, func(a, b reply) int { return b.at.Compare(a.at) })
	all = all[:min(len(all), habitTurns)]
	if len(all) == 0 {
		return 0, 0
	}
	slices.SortFunc(all, func(a, b reply) int { return int(a.took - b.took) })
	return all[len(all)/2].took, len(all)
}

// replies returns how long the turns of p took in a match, but for those that were planned, and for those
// during which the clock stood still.
func replies(events []match.Event, p match.PlayerID) (list []reply) {
	var since time.Time
	var away, still bool // of p since their last turn; the turn that is next
	for _, e := range events {
		switch e.Kind {
		case match.Accepted, match.TakenBack:
			since = e.At
		case match.WentAway, match.Spared:
			away = away || e.By == p
		case match.Paused, match.Planned:
			still = true
		case match.Played:
			own := e.By == p
			if own && !away && !still && !since.IsZero() {
				list = append(list, reply{e.At, e.At.Sub(since)})
			}
			since, still, away = e.At, false, away && !own
		}
	}
	return list
}

const (
	// forgiven is how long after a loss on time that counted others do not: who is away loses one rated match by it.
	forgiven = 7 * 24 * time.Hour
	// latelyRated is how many changes are looked at for it.
	latelyRated = 100
)

// RatingChange is what a rated match did to the rating of one of its players.
type RatingChange struct {
	Player match.PlayerID
	N      int // it is the how-manieth of the player, from 1
	Match  match.ID
	At     time.Time
	RatingStep
}

// RatingStep is how a rating was and became. It is stored as one JSON value.
type RatingStep struct {
	Before rating.Rating `json:"before"` // at the end of the match
	After  rating.Rating `json:"after"`
	Score  rating.Score  `json:"score"`
	Why    RatingReason  `json:"why"`
}

// RatingReason is why a rating changed, or did not. Its words are stable: they are stored.
type RatingReason string

// The reasons.
const (
	RatedPlayed RatingReason = "played"
	RatedTime   RatingReason = "time"    // lost on time
	RatedSpared RatingReason = "another" // another match was lost on time shortly before: it counts for nothing
)

// at returns how the rating of a player stands at a time after last, of which the zero value is none.
func (last RatingChange) at(now time.Time) rating.Rating {
	if last.N == 0 {
		return rating.Start()
	}
	return last.After.After(now.Sub(last.At).Hours() / 24)
}

// Rate changes the ratings of the two of m, which has just ended, if it is rated and has a result.
func Rate(ctx context.Context, tx Tx, m *match.Match, now time.Time) error {
	o := m.Game.Outcome()
	if !m.Terms.Rated || o.Winner == rules.NoColor {
		return nil
	}
	// In the order of their ids: so nobody waits for somebody who waits.
	people := []match.PlayerID{min(m.Red, m.Blue), max(m.Red, m.Blue)}
	var changes [2]RatingChange
	why := RatedPlayed
	for i, p := range people {
		lately, err := tx.RatingChanges(ctx, p, latelyRated)
		if err != nil {
			return err
		}
		if o.Reason == rules.TimeLoss && m.PlayerOf(o.Winner) != p {
			why = timeReason(lately, now)
		}
		changes[i] = RatingChange{Player: p, N: 1, Match: m.ID, At: now, RatingStep: RatingStep{Before: rating.Start()}}
		if len(lately) > 0 {
			changes[i].N, changes[i].Before = lately[0].N+1, lately[0].at(now)
		}
	}
	for i := range changes {
		c := &changes[i]
		c.Why, c.Score = why, scoreOf(o, m.ColorOf(c.Player))
		c.After = c.result(changes[1-i].Before)
		if err := tx.AddRatingChange(ctx, *c); err != nil {
			return err
		}
	}
	return nil
}

// timeReason is why a player is rated who loses on time, after changes of late.
func timeReason(lately []RatingChange, now time.Time) RatingReason {
	if slices.ContainsFunc(lately, func(c RatingChange) bool {
		return c.Why == RatedTime && c.Score == rating.Defeat && now.Sub(c.At) < forgiven
	}) {
		return RatedSpared
	}
	return RatedTime
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
func (c RatingStep) result(opponent rating.Rating) rating.Rating {
	if c.Why == RatedSpared {
		return c.Before
	}
	return c.Before.With(rating.Result{Opponent: opponent, Score: c.Score})
}

// Follows reports whether c is what follows for a player from the change before, of which the zero value is none, and
// from the change of the opponent in the same match.
func (c RatingChange) Follows(before, opponent RatingChange) bool {
	same := func(a, b rating.Rating) bool {
		return math.Abs(a.Points-b.Points) < 1e-6 && math.Abs(a.Deviation-b.Deviation) < 1e-6
	}
	return c.N == before.N+1 && same(c.Before, before.at(c.At)) && same(c.After, c.result(opponent.Before)) &&
		math.Abs(float64(c.Score+opponent.Score-1)) < 1e-6
}

// Stake is what a player can win and lose in points.
type Stake struct{ Win, Lose int }

// Stakes returns what is at stake between two people now.
func (s People) Stakes(ctx context.Context, people [2]match.PlayerID) (stakes [2]Stake, err error) {
	var now [2]rating.Rating
	for i, p := range people {
		lately, err := s.deps.Store.RatingChanges(ctx, p, 1)
		if err != nil {
			return stakes, err
		}
		now[i] = rating.Start()
		if len(lately) > 0 {
			now[i] = lately[0].at(s.deps.Now())
		}
	}
	for i, r := range now {
		points := func(score rating.Score) int {
			after := r.With(rating.Result{Opponent: now[1-i], Score: score})
			return int(math.Round(math.Abs(after.Points - r.Points)))
		}
		stakes[i] = Stake{Win: points(rating.Victory), Lose: points(rating.Defeat)}
	}
	return stakes, nil
}

// RatedBy returns what a match that is over did to the ratings of its two; nothing when it is not rated.
func (s People) RatedBy(ctx context.Context, m *match.Match) (list []RatingChange, err error) {
	if !m.Terms.Rated {
		return nil, nil
	}
	for _, p := range []match.PlayerID{m.Red, m.Blue} {
		all, err := s.deps.Store.RatingChanges(ctx, p, math.MaxInt32)
		if err != nil {
			return nil, err
		}
		for _, c := range all {
			if c.Match == m.ID {
				list = append(list, c)
			}
		}
	}
	return list, nil
}
