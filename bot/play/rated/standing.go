package rated

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"madbot/rules"
	"madbot/rules/match"
	"madbot/rules/rating"
)

// Standing is a player's score in one season on one server.
type Standing struct {
	Server  string
	Season  string // as returned by the function Season
	Player  match.PlayerID
	Matches int
	Halves  int // half points
}

// Standings saves standings.
type Standings interface {
	// AddStanding adds matches and half points to the stored standing of the same player, season and server. A standing
	// without matches is removed.
	AddStanding(context.Context, Standing) error
}

// Row is a player's row in a ranking.
type Row struct {
	Player  match.PlayerID
	Matches int
	Halves  int     // half points
	Points  float64 // rating points; 0 if the ratings were not requested
}

// Season returns the season of a time: the quarter of the year in UTC, such as 2026-4.
func Season(t time.Time) string {
	t = t.UTC()
	return fmt.Sprintf("%d-%d", t.Year(), (t.Month()+2)/3)
}

// Halves returns the half points of the winner of an outcome.
func Halves(o rules.Outcome) int {
	if o.IsSemi() {
		return 1
	}
	return 2
}

// StandingsOf returns what m adds to the standings on a server. It returns nil unless m was played between people to
// a result that was not annulled.
func StandingsOf(server string, m *match.Match) []Standing {
	o := m.Game.Outcome()
	if server == "" || m.Status != match.Finished || m.Terms.Level > 0 || o.Winner == rules.NoColor || m.Past.Annulled {
		return nil
	}
	won := Standing{server, Season(m.Ended), m.Players.Of(o.Winner), 1, Halves(o)}
	lost := won
	lost.Player, lost.Halves = m.Players.Of(o.Winner.Other()), 0
	return []Standing{won, lost}
}

// Recount replaces the standings before, counted for a match earlier, by after.
func Recount(ctx context.Context, s Standings, before, after []Standing) error {
	if slices.Equal(before, after) {
		return nil
	}
	changes := slices.Clone(after)
	for _, c := range before {
		c.Matches, c.Halves = -c.Matches, -c.Halves
		changes = append(changes, c)
	}
	// Sorted, so that concurrent units of work cannot deadlock.
	slices.SortStableFunc(changes, func(a, b Standing) int {
		return cmp.Or(cmp.Compare(a.Player, b.Player), cmp.Compare(a.Server, b.Server))
	})
	for _, c := range changes {
		if err := s.AddStanding(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

const (
	// Ranked is the number of matches needed to be ranked.
	Ranked = 5
	// Shown is the number of changes after which a rating is shown, so that beginners do not see it fall.
	Shown = 5
)

// Place is a row with its place. Rows that are equal share a place, and the places after them are skipped.
type Place struct {
	Row
	N int
}

// Ranking sorts rows by half points or by rating, best first, and assigns places.
func Ranking(rows []Row, byRating bool) []Place {
	compare := func(a, b Row) int { return cmp.Compare(b.Halves, a.Halves) }
	if byRating {
		whole := func(r Row) int { return rating.Rating{Points: r.Points}.Whole() }
		compare = func(a, b Row) int { return cmp.Compare(whole(b), whole(a)) }
	}
	slices.SortFunc(rows, func(a, b Row) int { return cmp.Or(compare(a, b), cmp.Compare(a.Player, b.Player)) })
	list := make([]Place, len(rows))
	for i, r := range rows {
		list[i] = Place{r, i + 1}
		if i > 0 && compare(rows[i-1], r) == 0 {
			list[i].N = list[i-1].N
		}
	}
	return list
}
