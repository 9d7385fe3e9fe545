package play

import (
	"cmp"
	"context"
	"slices"
	"time"

	"madbot/bot/play/rated"
	"madbot/rules"
	"madbot/rules/match"
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
	Finished   int           // matches that ended, except those that were called off
	LostOnTime int           // of those
	Left       int           // matches that they left before their second turn
	Known      bool          // they have begun one, or ended one against a robot
}

// Ending is how a finished match ended, for the player of Side.
type Ending struct {
	Match   match.ID
	Board   rules.Board
	Ended   time.Time
	Outcome rules.Outcome
	Side    rules.Color
	Left    bool // they left it before their second turn, which called it off
}

// Score is what two people have from their finished matches, except those that were called off.
type Score struct {
	Matches int
	Halves  [2]int // half points of the one and of the other
}

// Trial is how a match of a player against the robot ended.
type Trial struct {
	Level match.Level
	Won   bool
	Hints int // that they had
}

// Tally is how many matches there were, and the half points from them.
type Tally struct{ Matches, Halves int }

// add adds a match.
func (t *Tally) add(halves int) { t.Matches, t.Halves = t.Matches+1, t.Halves+halves }

// Profile is how a player plays, as far as somebody may see it.
type Profile struct {
	Player match.PlayerID
	Habits Habits
	All    Tally    // against people, except those that were called off
	Sides  [2]Tally // Red's and Blue's
	Boards map[rules.Board]Tally
	Rated  []rated.Change // the last first
	Beats  match.Level    // the best level that they have beaten twice in their last three, without hints; 0: none
	Last   []Summary      // the last ones that the reader may look at
}

// What a Profile looks at.
const (
	profileRated = 100 // changes of the rating
	profileLast  = 5   // matches
	RecordLast   = 10  // matches of a Record
	trialMatches = 100
)

// Habits returns how p plays against people.
func (s People) Habits(ctx context.Context, p match.PlayerID) (Habits, error) {
	h, _, err := s.habits(ctx, p)
	return h, err
}

// habits is Habits, with how the matches of p ended.
func (s People) habits(ctx context.Context, p match.PlayerID) (h Habits, endings []Ending, err error) {
	histories, err := s.deps.Store.Histories(ctx, p, habitMatches)
	if err != nil {
		return h, nil, err
	}
	if endings, err = s.deps.Store.Endings(ctx, p, ""); err != nil {
		return h, nil, err
	}
	h = habitsOf(histories, endings, p)
	if !h.Known {
		trials, err := s.deps.Store.Trials(ctx, p, 1)
		h.Known = len(trials) > 0
		return h, endings, err
	}
	return h, endings, nil
}

// habitsOf returns the habits of p, by what happened in their matches and how they ended.
func habitsOf(histories [][]match.Event, endings []Ending, p match.PlayerID) (h Habits) {
	h.Answer, h.Turns = median(histories, p)
	h.Known = len(histories)+len(endings) > 0
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
	return h
}

// Score returns what a and b have from their matches against each other, that of a first.
func (s People) Score(ctx context.Context, a, b match.PlayerID) (Score, error) {
	endings, err := s.deps.Store.Endings(ctx, a, b)
	if err != nil {
		return Score{}, err
	}
	return scoreOf(endings), nil
}

// scoreOf adds up what one player and the others have.
func scoreOf(endings []Ending) (score Score) {
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
	return score
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

// replies returns how long the turns of p took in a match, except those that were planned, and for those
// during which the clock stood still.
func replies(events []match.Event, p match.PlayerID) (list []reply) {
	var since time.Time
	var away, still bool // of p since their last turn; the turn that is next
	for _, e := range events {
		switch e.Kind {
		case match.Accepted, match.TakenBack:
			since = e.At
		case match.WentAway, match.AutoAway:
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

// Profile returns how p plays, for a.
func (s People) Profile(ctx context.Context, a Actor, p match.PlayerID) (Profile, error) {
	habits, endings, err := s.habits(ctx, p)
	if err != nil {
		return Profile{}, err
	}
	f := Profile{Player: p, Habits: habits, Boards: map[rules.Board]Tally{}}
	for _, e := range endings {
		if e.Outcome.Reason == rules.Aborted {
			continue
		}
		board, halves := f.Boards[e.Board], e.halves()
		board.add(halves)
		f.Boards[e.Board] = board
		f.All.add(halves)
		f.Sides[e.Side-rules.Red].add(halves)
	}
	if f.Rated, err = s.changes(ctx, a.ID, p, profileRated); err != nil {
		return Profile{}, err
	}
	trials, err := s.deps.Store.Trials(ctx, p, trialMatches)
	if err != nil {
		return Profile{}, err
	}
	f.Beats = beaten(trials)
	f.Last, err = s.lastOf(ctx, a, endings, profileLast)
	return f, err
}

// halves returns the half points that an ending brings to the player of its side.
func (e *Ending) halves() int {
	if e.Outcome.Winner != e.Side {
		return 0
	}
	return rated.Halves(e.Outcome)
}

// beaten returns the best level of which two of the last three were won without hints, from the last one on; 0: none.
func beaten(trials []Trial) (best match.Level) {
	var tried, won [match.MaxLevel + 1]int
	for _, t := range trials {
		if tried[t.Level]++; tried[t.Level] > 3 || !t.Won || t.Hints > 0 {
			continue
		}
		if won[t.Level]++; won[t.Level] == 2 {
			best = max(best, t.Level)
		}
	}
	return best
}

// lastOf returns the last ended matches that a may look at, up to a limit.
func (s People) lastOf(ctx context.Context, a Actor, endings []Ending, limit int) (last []Summary, err error) {
	slices.SortFunc(endings, func(a, b Ending) int {
		return cmp.Or(b.Ended.Compare(a.Ended), cmp.Compare(a.Match, b.Match))
	})
	for _, e := range endings[:min(len(endings), 3*limit)] {
		m, err := s.deps.Store.Match(ctx, e.Match)
		if err != nil || len(last) == limit {
			return last, err
		}
		if m.visibleTo(a) {
			last = append(last, m.Summary())
		}
	}
	return last, nil
}

// Record returns what two people have from all their matches, and the last of them that a may look at; without
// another, p and all others.
func (s People) Record(ctx context.Context, a Actor, p, other match.PlayerID) (Score, []Summary, error) {
	endings, err := s.deps.Store.Endings(ctx, p, other)
	if err != nil {
		return Score{}, nil, err
	}
	last, err := s.lastOf(ctx, a, endings, RecordLast)
	return scoreOf(endings), last, err
}
