package season

import (
	"context"
	"slices"

	"madbot/rules/league"
	"madbot/rules/match"
)

// Group is a group of a season, with its players by seat and its table.
type Group struct {
	league.Group
	People []match.PlayerID
	Pairs  []Pair // in the order of Matches
}

// Seat returns the seat of a player, or -1 if they are not in the group.
func (g *Group) Seat(p match.PlayerID) int { return slices.Index(g.People, p) }

// Groups builds the groups of a season, best first, from its entries and pairs in the order that Reader returns them.
func Groups(entries []Entry, pairs []Pair) (groups []Group) {
	for _, e := range entries {
		if e.Group == 0 {
			continue
		}
		for len(groups) < e.Group {
			groups = append(groups, Group{})
		}
		g := &groups[e.Group-1]
		g.Size++
		g.People = append(g.People, e.Player)
		if e.Left {
			g.Left = append(g.Left, e.Seat)
		}
	}
	for _, p := range pairs {
		g := &groups[p.Group-1]
		g.Pairs = append(g.Pairs, p)
		g.Matches = append(g.Matches, p.League)
	}
	return groups
}

// GroupsOf reads the groups of a season.
func GroupsOf(ctx context.Context, r Reader, server string, season int) ([]Group, error) {
	entries, err := r.Entries(ctx, server, season)
	if err != nil {
		return nil, err
	}
	pairs, err := r.Pairs(ctx, server, season)
	return Groups(entries, pairs), err
}

// IsDone reports whether no match of g that counts for anybody is still open.
func (g *Group) IsDone() bool {
	return !slices.ContainsFunc(g.Settled().Matches, func(m league.Match) bool { return m.Result == league.Open })
}
