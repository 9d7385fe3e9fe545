package season

import (
	"context"
	"slices"
	"time"

	"madbot/rules/league"
	"madbot/rules/match"
)

// Warned is how long before the end of a season players are warned.
const Warned = 7 * 24 * time.Hour

// Part describes a match's role in a league season.
type Part struct {
	Group int       // the group it counts for; 0: it is not part of a season
	Ends  time.Time // when the season ends and adjudicates the match, if that is within Warned; else zero
	Over  bool      // the season is over: annulling the match does not change its table
	Last  bool      // the player leaves the season if they lose on time now
	Void  bool      // it counts for nobody, because a player has left: it can be called off
	// Places are Red's and Blue's places in the table of a group of Size, once the match is over and counts. They are
	// zero before, and after a loss on time: several matches can end at that moment, one after the other.
	Places [2]int
	Size   int
}

// PartOf returns the role of m in its league season, for its player p.
func PartOf(ctx context.Context, r Reader, m *match.Match, p match.PlayerID, now time.Time) (part Part, err error) {
	if !m.Past.Binding {
		return part, nil
	}
	pair, g, err := groupOf(ctx, r, m.ID)
	if err != nil || g == nil {
		return part, err
	}
	part.Group = pair.Group
	l, err := r.League(ctx, pair.Server)
	if err != nil {
		return part, err
	}
	part.Over = l.Season != pair.Season
	part.place(g, pair)
	if m.Status != match.Playing || pair.Judged {
		return part, nil
	}
	at := slices.IndexFunc(g.Pairs, func(o Pair) bool { return o.Match == m.ID })
	result := g.Settled().Matches[at].Result
	if part.Void = result == league.Void; result != league.Open {
		return part, nil
	}
	if l.Phase != Running || part.Over {
		return part, nil
	}
	if l.Until.Sub(now) <= Warned {
		part.Ends = l.Until
	}
	n, last := g.absences(g.Seat(p))
	part.Last = g.Seat(p) >= 0 && n == MaxAbsences-1 && now.Sub(last) >= AbsenceSpan
	return part, nil
}

// place sets the places of the players of a pair in g after their match.
func (p *Part) place(g *Group, pair Pair) {
	if pair.League.Result == league.Open || pair.League.Result == league.Void || !pair.Late.IsZero() {
		return
	}
	p.Size = g.Size
	for _, row := range g.Table() {
		switch row.Person {
		case pair.League.Red:
			p.Places[0] = row.Place
		case pair.League.Blue:
			p.Places[1] = row.Place
		}
	}
}

// IsVoid reports whether a league match counts for nobody, because a player has left or was removed, and whether p has
// left voluntarily.
func IsVoid(ctx context.Context, r Reader, id match.ID, p match.PlayerID) (void, left bool, err error) {
	pair, g, err := groupOf(ctx, r, id)
	if err != nil || g == nil || pair.Judged || pair.League.Result != league.Open {
		return false, false, err
	}
	at := slices.IndexFunc(g.Pairs, func(o Pair) bool { return o.Match == id })
	return g.Settled().Matches[at].Result == league.Void, slices.Contains(g.Left, g.Seat(p)), nil
}

// groupOf returns the pair of a match with its group, or nil if the match is in no league.
func groupOf(ctx context.Context, r Reader, id match.ID) (pair Pair, g *Group, err error) {
	pair, err = r.PairOf(ctx, id)
	if err != nil || pair.Match == "" {
		return pair, nil, err
	}
	groups, err := GroupsOf(ctx, r, pair.Server, pair.Season)
	if err != nil || pair.Group > len(groups) {
		return pair, nil, err
	}
	return pair, &groups[pair.Group-1], nil
}
