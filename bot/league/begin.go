package league

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/bot/play/season"
	"madbot/rules/league"
	"madbot/rules/match"
)

// Advance begins the season of a league that is due, or ends the one in which nothing is open any more, and else does
// nothing.
func Advance(ctx context.Context, tx play.Tx, server string, now time.Time, newID func() match.ID) error {
	l, err := tx.League(ctx, server)
	if err != nil {
		return err
	}
	switch l.Phase {
	case season.Joining:
		if now.Before(l.Until) {
			return nil
		}
		err = beginning{tx, &l, now, newID}.begin(ctx)
	case season.Running:
		var groups []season.Group
		groups, err = season.GroupsOf(ctx, tx, server, l.Season)
		if err != nil || !areDone(groups) {
			return err
		}
		err = end(ctx, tx, &l, groups, now)
	default:
		return nil
	}
	return cmp.Or(err, tx.SaveLeague(ctx, l))
}

// areDone reports whether nothing is open in groups.
func areDone(groups []season.Group) bool {
	return !slices.ContainsFunc(groups, func(g season.Group) bool { return !g.IsDone() })
}

// beginning is a season that begins.
type beginning struct {
	tx    play.Tx
	l     *season.League
	now   time.Time
	newID func() match.ID
}

// begin begins it with those who are in it: all their matches, or none when they are too few.
func (b beginning) begin(ctx context.Context) error {
	l := b.l
	if _, err := b.tx.Server(ctx, l.Server); err != nil { // read, it is not forgotten while matches are made on it
		return err
	}
	entries, err := ranked(ctx, b.tx, l, b.now)
	if err != nil {
		return err
	}
	l.Touch(l.Season, 0)
	sizes := league.Divide(len(entries))
	if sizes == nil {
		return shut(ctx, b.tx, l)
	}
	l.Phase, l.Until = season.Running, b.now.Add(Length+Grace)
	for i, size := range sizes {
		if err := b.group(ctx, i+1, entries[:size]); err != nil {
			return err
		}
		entries = entries[size:]
	}
	return nil
}

// group gives entries the seats of a group, and has all their matches begin.
func (b beginning) group(ctx context.Context, number int, entries []season.Entry) error {
	l := b.l
	for seat := range entries {
		e := &entries[seat]
		e.Group, e.Seat = number, seat
		if err := b.tx.SaveEntry(ctx, *e); err != nil {
			return err
		}
	}
	venue := play.Venue{Guild: l.Server, Channel: l.Channel, Locale: l.Locale}
	for _, p := range league.Pairings(len(entries)) {
		id := b.newID()
		err := play.Start(ctx, b.tx, match.Proposal{ID: id, By: entries[p.Red].Player, To: entries[p.Blue].Player,
			Terms: Terms(), Binding: true}, venue, b.now)
		if err == nil {
			err = b.tx.SavePair(ctx, season.Pair{Match: id, Server: l.Server, Season: l.Season, Group: number,
				League: league.Match{Pairing: p}})
		}
		if err != nil {
			return err
		}
	}
	l.Touch(l.Season, number)
	return nil
}

// ranked returns who is in the season of l, the best first: by the last season, then newcomers by their ratings. Who is
// being forgotten is not.
func ranked(ctx context.Context, tx play.Tx, l *season.League, now time.Time) ([]season.Entry, error) {
	all, err := tx.Entries(ctx, l.Server, l.Season)
	if err != nil {
		return nil, err
	}
	var entries []season.Entry
	points := map[match.PlayerID]float64{}
	for _, e := range all {
		p, err := tx.Player(ctx, e.Player)
		switch {
		case errors.Is(err, play.ErrNotFound) || err == nil && p.Progress.Former != "":
			err = tx.RemoveEntry(ctx, e.Server, e.Season, e.Player)
		case err == nil:
			entries = append(entries, e)
			points[e.Player], err = pointsOf(ctx, tx, e.Player, now)
		}
		if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(entries, func(a, b season.Entry) int {
		if a.Seat > 0 && b.Seat > 0 || a.Seat != b.Seat {
			return cmp.Compare(uint(a.Seat-1), uint(b.Seat-1)) // 0, a newcomer, comes last
		}
		return cmp.Or(cmp.Compare(points[b.Player], points[a.Player]), cmp.Compare(a.Player, b.Player))
	})
	return entries, nil
}

// pointsOf returns how a player is rated.
func pointsOf(ctx context.Context, r rated.Reader, p match.PlayerID, now time.Time) (float64, error) {
	changes, err := r.RatingChanges(ctx, p, 1)
	var last rated.Change
	if len(changes) > 0 {
		last = changes[0]
	}
	is, _ := last.Now(now)
	return is.Points, err
}

// end ends the season of l, whose groups are done, and has those who have not left be in the next one, if one follows.
func end(ctx context.Context, tx play.Tx, l *season.League, groups []season.Group, now time.Time) error {
	var tables [][]string
	left := map[string]bool{}
	for i, g := range groups {
		var table []string
		for _, row := range g.Table() {
			id := string(g.People[row.Person])
			table = append(table, id)
			left[id] = slices.Contains(g.Left, row.Person)
		}
		tables = append(tables, table)
		l.Touch(l.Season, i+1)
	}
	l.Touch(l.Season, 0)
	l.Season++
	if l.Last {
		return shut(ctx, tx, l)
	}
	seat := 0
	for _, id := range league.Promote(tables) {
		if left[id] {
			continue
		}
		seat++
		err := tx.SaveEntry(ctx, season.Entry{Server: l.Server, Season: l.Season, Player: match.PlayerID(id), Seat: seat})
		if err != nil {
			return err
		}
	}
	l.Phase, l.Until = season.Joining, now.Add(joins)
	l.Touch(l.Season, 0)
	return nil
}

// shut has no season of l begin: nobody is in one, as they are told.
func shut(ctx context.Context, tx play.Tx, l *season.League) error {
	l.Phase = season.Over
	entries, err := tx.Entries(ctx, l.Server, l.Season)
	for _, e := range entries {
		err = cmp.Or(err, tx.RemoveEntry(ctx, e.Server, e.Season, e.Player))
	}
	return err
}
