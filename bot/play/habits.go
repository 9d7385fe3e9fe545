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

// Limits of what Habits reads.
const (
	habitMatches = 20  // the most recently changed matches
	habitTurns   = 100 // the latest turns in those
)

// Habits describes how a player plays against people. The zero value is for a player without such matches.
type Habits struct {
	Answer     time.Duration // the median time of their latest turns; 0 if there are none
	Turns      int           // the number of turns in that median
	Finished   int           // finished matches that were not called off
	LostOnTime int           // how many of those they lost on time
	Left       int           // matches that they left before their second turn
	Known      bool          // they have played a person, or finished a match against the bot
}

// Ending is the end of a finished match, seen from Side.
type Ending struct {
	Match   match.ID
	Board   rules.Board
	Ended   time.Time
	Outcome rules.Outcome
	Side    rules.Color
	Left    bool // its player left before their second turn, so that it was called off
}

// Score is the result of all finished matches between two people, except those that were called off.
type Score struct {
	Matches int
	Halves  [2]int // half points of each
}

// Trial is a finished match of a player against the bot.
type Trial struct {
	Level match.Level
	Won   bool
	Hints int // how many hints they used
}

// Tally counts matches and the half points scored in them.
type Tally struct{ Matches, Halves int }

func (t *Tally) add(halves int) { t.Matches, t.Halves = t.Matches+1, t.Halves+halves }

// Profile is a player's record, as far as the reader may see it.
type Profile struct {
	Player match.PlayerID
	Habits Habits
	All    Tally    // against people, except those that were called off
	Sides  [2]Tally // Red's and Blue's
	Boards map[rules.Board]Tally
	Rated  []rated.Change // newest first
	Beats  match.Level    // the highest level beaten in two of their latest three matches, without hints; 0: none
	Last   []Summary      // the latest that the reader may see
}

// Limits of what a Profile contains.
const (
	profileRated = 100 // rating changes
	profileLast  = 5   // matches
	RecordLast   = 10  // matches of a Record
	trialMatches = 100
)

// Habits returns how p plays against people.
func (s People) Habits(ctx context.Context, p match.PlayerID) (Habits, error) {
	h, _, err := s.habits(ctx, p)
	return h, err
}

// habits also returns how the matches of p ended.
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

// habitsOf computes p's habits from the events of their matches and how matches ended.
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

// Score returns the score of a against b, a's first.
func (s People) Score(ctx context.Context, a, b match.PlayerID) (Score, error) {
	endings, err := s.deps.Store.Endings(ctx, a, b)
	if err != nil {
		return Score{}, err
	}
	return scoreOf(endings), nil
}

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

type reply struct {
	at   time.Time
	took time.Duration
}

// median returns the median duration of p's latest turns in histories, and the number of these turns.
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

// replies returns the durations of p's turns in a match, without planned turns and turns during which the clock was
// stopped.
func replies(events []match.Event, p match.PlayerID) (list []reply) {
	var since time.Time
	var away, still bool // p was away since their last turn; the current turn does not count
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

// Profile returns p's profile as a may see it.
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
	if f.Rated, err = s.visibleChanges(ctx, a.ID, p, profileRated); err != nil {
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

func (e *Ending) halves() int {
	if e.Outcome.Winner != e.Side {
		return 0
	}
	return rated.Halves(e.Outcome)
}

// beaten returns the highest level beaten without hints in two of the latest three trials at that level, or 0. Trials
// are newest first.
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

// lastOf returns the latest finished matches that a may see, up to limit.
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

// Record returns the score of p against other, or against everybody if other is empty, and their latest matches that a
// may see.
func (s People) Record(ctx context.Context, a Actor, p, other match.PlayerID) (Score, []Summary, error) {
	endings, err := s.deps.Store.Endings(ctx, p, other)
	if err != nil {
		return Score{}, nil, err
	}
	last, err := s.lastOf(ctx, a, endings, RecordLast)
	return scoreOf(endings), last, err
}
