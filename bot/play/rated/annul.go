package rated

import (
	"context"
	"maps"
	"math"
	"slices"
	"time"

	"madbot/rules"
	"madbot/rules/match"
	"madbot/rules/rating"
)

// Correct corrects ratings after m was annulled or reinstated. Because later results moved ratings by other amounts, it
// replays all results that count, and records a change for both players of m and for everybody whose rating differs.
// Losses on time that were spared because of another one stay spared.
func Correct(ctx context.Context, s Store, m *match.Match, now time.Time) error {
	all, err := s.AllRatingChanges(ctx)
	if err != nil || !slices.ContainsFunc(all, func(c Change) bool { return c.Match == m.ID }) {
		return err
	}
	annulled, why := annulledIn(all), Annulled
	if annulled[m.ID] {
		why = Reinstated
	}
	annulled[m.ID] = why == Annulled
	right := replay(all, annulled)
	latest := map[match.PlayerID]Change{}
	for _, c := range all {
		latest[c.Player] = c
	}
	for _, p := range slices.Sorted(maps.Keys(latest)) { // the same order as in Rate
		last := latest[p]
		step := Step{Before: last.at(now), After: right[p].now(now), Why: why, Games: right[p].games}
		if m.ColorOf(p) == rules.NoColor && same(step.Before, step.After) {
			continue
		}
		if err := s.AddRatingChange(ctx, Change{p, last.N + 1, m.ID, now, step}); err != nil {
			return err
		}
	}
	return nil
}

// annulledIn returns the matches that are annulled according to all changes.
func annulledIn(all []Change) map[match.ID]bool {
	annulled := map[match.ID]bool{}
	for _, why := range []Reason{Annulled, Reinstated} { // each at most once for a match
		for _, c := range all {
			if c.Why == why {
				annulled[c.Match] = why == Annulled
			}
		}
	}
	return annulled
}

// form is a player's rating at a time, after a number of rated matches that count.
type form struct {
	rating.Rating
	at    time.Time
	games int
}

func (f form) now(at time.Time) rating.Rating { return f.After(at.Sub(f.at).Hours() / 24) }

// replay returns what the rating of each player would be if annulled matches had never been rated. all are the changes
// of all players, ordered by player and number.
func replay(all []Change, annulled map[match.ID]bool) map[match.PlayerID]form {
	forms := map[match.PlayerID]form{}
	left := map[match.PlayerID][]Change{} // to be replayed
	for _, c := range all {
		if c.N == 1 {
			forms[c.Player] = form{c.Before, c.At, 0}
		}
		if !c.Why.IsUndo() && !annulled[c.Match] {
			left[c.Player] = append(left[c.Player], c)
		}
	}
	// A match is replayed when it is the next one of both its players.
	waiting := map[match.ID]match.PlayerID{}
	for next := slices.Collect(maps.Keys(left)); len(next) > 0; {
		p := next[len(next)-1]
		next = next[:len(next)-1]
		if len(left[p]) == 0 {
			continue
		}
		id := left[p][0].Match
		other, ok := waiting[id]
		if !ok {
			waiting[id] = p
			continue
		}
		own, theirs := left[p][0], left[other][0]
		own.Before, theirs.Before = forms[p].now(own.At), forms[other].now(own.At)
		forms[p] = form{own.result(theirs.Before), own.At, forms[p].games + 1}
		forms[other] = form{theirs.result(own.Before), own.At, forms[other].games + 1}
		left[p], left[other] = left[p][1:], left[other][1:]
		next = append(next, p, other)
	}
	return forms
}

// Corrects reports whether c is a correction that continues from before, which is the player's previous change.
func (c Change) Corrects(before Change) bool {
	return c.Why.IsUndo() && before.N > 0 && c.N == before.N+1 && same(c.Before, before.at(c.At))
}

// Wrong returns the players whose last rating is not what their results make it, sorted. all are the changes of all
// players, ordered by player and number.
func Wrong(all []Change) (wrong []match.PlayerID) {
	right := replay(all, annulledIn(all))
	for i, c := range all {
		isLast := i+1 == len(all) || all[i+1].Player != c.Player
		if isLast && (!same(c.After, right[c.Player].now(c.At)) || c.Games != right[c.Player].games) {
			wrong = append(wrong, c.Player)
		}
	}
	return wrong
}

// same reports whether two ratings are equal up to rounding in storage.
func same(a, b rating.Rating) bool {
	return math.Abs(a.Points-b.Points) < 1e-6 && math.Abs(a.Deviation-b.Deviation) < 1e-6
}
