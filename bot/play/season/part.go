package season

import (
	"context"
	"slices"
	"time"

	"madbot/rules"
	"madbot/rules/match"
)

// Warned is from how long before the end of a season on people are told of it.
const Warned = 7 * 24 * time.Hour

// Part is what a match is to a league.
type Part struct {
	Group int       // of the season in which it counts; 0: in none
	Ends  time.Time // when the season ends and counts it as it stands then; zero: it does not, or not soon
	Last  bool      // somebody whose part it is leaves the season by another loss on time
}

// PartOf returns what m is to a league, and to one of its two at a time.
func PartOf(ctx context.Context, r Reader, m *match.Match, p match.PlayerID, now time.Time) (part Part, err error) {
	if !m.Terms.Rated {
		return part, nil
	}
	pair, err := r.PairOf(ctx, m.ID)
	if err != nil || pair.Match == "" {
		return part, err
	}
	part.Group = pair.Group
	if m.Status != match.Playing || pair.Judged {
		return part, nil
	}
	l, err := r.League(ctx, pair.Server)
	if err != nil || l.Phase != Running || l.Season != pair.Season {
		return part, err
	}
	entries, err := r.Entries(ctx, pair.Server, pair.Season)
	two := slices.DeleteFunc(entries, func(e Entry) bool { return m.ColorOf(e.Player) == rules.NoColor })
	if slices.ContainsFunc(two, func(e Entry) bool { return e.Left }) {
		return part, err // how it counts is settled
	}
	if l.Until.Sub(now) <= Warned {
		part.Ends = l.Until
	}
	part.Last = slices.ContainsFunc(two, func(e Entry) bool { return e.Player == p && e.Late == MaxLate-1 })
	return part, err
}
