package play

import (
	"context"
	"slices"
	"time"

	"madbot/bot/play/rated"
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

// RankingKind is which ranking is meant; the zero value is by points, of this season.
type RankingKind struct{ All, Rating bool }

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
		won := 0
		if e.Outcome.Winner != e.Side {
			won = 1
		}
		score.Halves[won] += rated.Halves(e.Outcome)
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

// Stakes returns what is at stake between two people now.
func (s People) Stakes(ctx context.Context, people [2]match.PlayerID) ([2]rated.Stake, error) {
	return rated.Stakes(ctx, s.deps.Store, people, s.deps.Now())
}

// Ranking returns who stands where on a server, in this season or in all.
func (s People) Ranking(ctx context.Context, server string, k RankingKind) ([]rated.Place, error) {
	season := ""
	if !k.All {
		season = rated.Season(s.deps.Now())
	}
	rows, err := s.deps.Store.Standings(ctx, server, season)
	return rated.Ranking(rows, k.Rating), err
}

// RatingNow returns the rating of a row as it stands now; false: there is none to show.
func (s People) RatingNow(r rated.Row) (rating.Rating, bool) { return r.Rating(s.deps.Now()) }

// RatedBy returns what a match that is over did to the ratings of its two, Red first; nothing when it is not rated.
func (s People) RatedBy(ctx context.Context, m *match.Match) ([]rated.Change, error) {
	if !m.Terms.Rated {
		return nil, nil
	}
	list, err := s.deps.Store.RatedIn(ctx, m.ID)
	if len(list) > 0 && list[0].Player != m.Red {
		slices.Reverse(list)
	}
	return list, err
}
