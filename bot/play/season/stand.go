package season

import (
	"context"
	"slices"
	"time"

	"madbot/rules/match"
)

// Stand is how the season that somebody plays stands.
type Stand struct {
	Leaders []match.PlayerID // of their group; nil: they play none, or none of its matches has ended
	Place   int              // theirs
	Until   time.Time        // when what is open counts as it stands
}

// StandOf returns how the season that a player plays on a server stands.
func StandOf(ctx context.Context, r Reader, server string, p match.PlayerID) (s Stand, err error) {
	l, err := r.League(ctx, server)
	if err != nil || l.Phase != Running {
		return s, err
	}
	groups, err := GroupsOf(ctx, r, server, l.Season)
	for _, g := range groups {
		seat := g.Seat(p)
		if seat < 0 || slices.Contains(g.Left, seat) {
			continue
		}
		rows := g.Table()
		for _, row := range rows {
			if row.Place == 1 && rows[0].Half > 0 {
				s.Leaders = append(s.Leaders, g.People[row.Person])
			}
			if row.Person == seat {
				s.Place, s.Until = row.Place, l.Until
			}
		}
	}
	return s, err
}
