package season

import (
	"context"
	"time"

	"madbot/rules/match"
)

// Rank is a player's rank in the current season.
type Rank struct {
	Leaders []match.PlayerID // the leaders of the group; nil: the player is in no season, or nobody has scored
	Place   int              // the player's place in the group
	Until   time.Time        // when the season ends and open matches are adjudicated
}

// RankOf returns the rank of p in the current season of a server.
func RankOf(ctx context.Context, r Reader, server string, p match.PlayerID) (s Rank, err error) {
	l, err := r.League(ctx, server)
	if err != nil || l.Phase != Running {
		return s, err
	}
	groups, err := GroupsOf(ctx, r, server, l.Season)
	for _, g := range groups {
		seat := g.Seat(p)
		if seat < 0 || g.IsOut(seat) {
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
