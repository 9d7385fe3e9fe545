package season

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"
	"time"

	"madbot/rules/league"
	"madbot/rules/match"
)

// Group is a group of a season, with its players by seat and its table.
type Group struct {
	league.Group
	People []match.PlayerID
	Pairs  []Pair // in the order of its Matches, which are followed by those that are left out
}

// Seat returns the seat of a player, or -1 if they are not in the group.
func (g *Group) Seat(p match.PlayerID) int { return slices.Index(g.People, p) }

// Groups builds the groups of a season, best first, from its entries and pairs in the order of Reader, and from the
// pairings that are left out.
func Groups(entries []Entry, pairs []Pair, leftOut []LeftOut) (groups []Group) {
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
		switch {
		case e.Exit.isOwn():
			g.Left = append(g.Left, e.Seat)
		case e.HasLeft():
			g.Gone = append(g.Gone, e.Seat)
		}
	}
	for _, p := range pairs {
		groups[p.Group-1].add(p)
	}
	for _, out := range leftOut {
		if out.Group <= len(groups) {
			g := &groups[out.Group-1]
			g.Matches = append(g.Matches, league.Match{Pairing: out.Pairing, Result: league.Halved})
		}
	}
	for i := range groups {
		if groups[i].IsDone() {
			groups[i].drawLots()
		}
	}
	return groups
}

func (g *Group) add(p Pair) {
	p.League.OnTime = !p.Late.IsZero() && p.League.Result != league.Open
	g.Pairs = append(g.Pairs, p)
	g.Matches = append(g.Matches, p.League)
}

// drawLots sets the lots of the group. They depend only on the random ids of its matches, so they are always the same.
func (g *Group) drawLots() {
	var ids []string
	for _, p := range g.Pairs {
		ids = append(ids, string(p.Match))
	}
	slices.Sort(ids)
	g.Lots = make([]uint64, g.Size)
	for seat := range g.Lots {
		sum := sha256.Sum256([]byte(strings.Join(ids, " ") + string(rune('A'+seat))))
		g.Lots[seat] = binary.BigEndian.Uint64(sum[:])
	}
}

// GroupsOf reads the groups of a season.
func GroupsOf(ctx context.Context, r Reader, server string, season int) ([]Group, error) {
	l, err := r.League(ctx, server)
	if err != nil {
		return nil, err
	}
	entries, err := r.Entries(ctx, server, season)
	if err != nil {
		return nil, err
	}
	pairs, err := r.Pairs(ctx, server, season)
	return Groups(entries, pairs, l.leftOutOf(season)), err
}

// IsDone reports whether no match of g that counts is still open.
func (g *Group) IsDone() bool {
	return !slices.ContainsFunc(g.Settled().Matches, func(m league.Match) bool { return m.Result == league.Open })
}

// IsOut reports whether the player in a seat has left the season or is gone.
func (g *Group) IsOut(seat int) bool {
	return slices.Contains(g.Left, seat) || slices.Contains(g.Gone, seat)
}

// AbsenceSpan is the longest time between losses on time that count as one absence.
const AbsenceSpan = 7 * 24 * time.Hour

// absences returns in how many absences the player in a seat lost matches on time that count, and when the last one was
// lost.
func (g *Group) absences(seat int) (n int, last time.Time) {
	var lost []time.Time
	for i, p := range g.Pairs {
		loser, result := p.League.Red, g.Matches[i].Result
		if result == league.RedVictory {
			loser = p.League.Blue
		}
		if loser == seat && !p.Late.IsZero() && result != league.Open && result != league.Void {
			lost = append(lost, p.Late)
		}
	}
	slices.SortFunc(lost, time.Time.Compare)
	for _, at := range lost {
		if n == 0 || at.Sub(last) >= AbsenceSpan {
			n++
		}
		last = at
	}
	return n, last
}
