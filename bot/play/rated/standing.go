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

// Standing is what a player has from the matches of a season on a server.
type Standing struct {
	Server  string
	Season  string // as Season writes it
	Player  match.PlayerID
	Matches int
	Halves  int // half points
}

// Standings keeps them.
type Standings interface {
	// AddStanding adds the matches and the half points of one to what is kept of its player, season and server; when no
	// match is left, nothing is kept.
	AddStanding(context.Context, Standing) error
}

// Row is what a player has on a server.
type Row struct {
	Player  match.PlayerID
	Matches int
	Halves  int     // half points
	Points  float64 // of their rating; 0 where that was not asked for
}

// Season returns the quarter of a year in which a time is, in UTC, such as 2026-4.
func Season(t time.Time) string {
	t = t.UTC()
	return fmt.Sprintf("%d-%d", t.Year(), (t.Month()+2)/3)
}

// Halves returns the half points that an outcome brings to its winner.
func Halves(o rules.Outcome) int {
	if o.IsSemi() {
		return 1
	}
	return 2
}

// StandingsOf returns what m, which is shown on a server, counts there for its two: nothing, unless it was played
// between people to a result, which was not annulled.
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

// Recount has the standings hold what a match counts after, in place of what it counted before.
func Recount(ctx context.Context, s Standings, before, after []Standing) error {
	if slices.Equal(before, after) {
		return nil
	}
	changes := slices.Clone(after)
	for _, c := range before {
		c.Matches, c.Halves = -c.Matches, -c.Halves
		changes = append(changes, c)
	}
	// In one order: so nobody waits for somebody who waits.
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
	// Ranked is from how many matches on somebody is ranked.
	Ranked = 5
	// Shown is from how many changes on a rating is shown, so that a beginner sees no fall.
	Shown = 5
)

// Place is a row and how many are before it and share none with it, and one.
type Place struct {
	Row
	N int
}

// Ranking orders rows, the best first: by half points, or by rating. What is equal in it shares a place.
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
