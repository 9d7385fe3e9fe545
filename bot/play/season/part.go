package season

import (
	"context"
	"slices"
	"time"

	"madbot/rules"
	"madbot/rules/match"
)

// Warned is how long before the end of a season players are warned.
const Warned = 7 * 24 * time.Hour

// Part describes a match's role in a league season.
type Part struct {
	Group int       // the group it counts for; 0: it is not part of a season
	Ends  time.Time // when the season ends and adjudicates the match, if that is within Warned; else zero
	Over  bool      // the season is over: annulling the match does not change its table
	Last  bool      // the player leaves the season if they lose on time once more
}

// PartOf returns the role of m in its league season, for its player p.
func PartOf(ctx context.Context, r Reader, m *match.Match, p match.PlayerID, now time.Time) (part Part, err error) {
	if !m.Terms.Rated {
		return part, nil
	}
	pair, err := r.PairOf(ctx, m.ID)
	if err != nil || pair.Match == "" {
		return part, err
	}
	part.Group = pair.Group
	l, err := r.League(ctx, pair.Server)
	if part.Over = l.Season != pair.Season; err != nil || m.Status != match.Playing || pair.Judged {
		return part, err
	}
	if l.Phase != Running || part.Over {
		return part, nil
	}
	entries, err := r.Entries(ctx, pair.Server, pair.Season)
	two := slices.DeleteFunc(entries, func(e Entry) bool { return m.ColorOf(e.Player) == rules.NoColor })
	if slices.ContainsFunc(two, func(e Entry) bool { return e.Left }) {
		return part, err // its result is already settled
	}
	if l.Until.Sub(now) <= Warned {
		part.Ends = l.Until
	}
	part.Last = slices.ContainsFunc(two, func(e Entry) bool { return e.Player == p && e.Late == MaxLate-1 })
	return part, err
}
