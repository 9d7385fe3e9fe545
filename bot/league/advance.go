package league

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/bot/play/season"
	"madbot/rules/league"
	"madbot/rules/match"
)

// Advance starts the season of a league that is due, or ends the one whose matches are all done. Otherwise it does
// nothing. New matches get their ids from newID.
func Advance(ctx context.Context, tx play.Tx, server string, newID func() match.ID) error {
	l, err := tx.League(ctx, server)
	if err != nil {
		return err
	}
	switch l.Phase {
	case season.Joining:
		if tx.Now().Before(l.Until) {
			return nil
		}
		err = starter{tx, &l, newID}.start(ctx)
	case season.Running:
		var groups []season.Group
		groups, err = season.GroupsOf(ctx, tx, server, l.Season)
		if err != nil || !areDone(groups) {
			return err
		}
		err = end(ctx, tx, &l, groups)
	default:
		return nil
	}
	return cmp.Or(err, tx.SaveLeague(ctx, l))
}

// areDone reports whether no match in groups is open.
func areDone(groups []season.Group) bool {
	return !slices.ContainsFunc(groups, func(g season.Group) bool { return !g.IsDone() })
}

// starter starts a season.
type starter struct {
	tx    play.Tx
	l     *season.League
	newID func() match.ID
}

// start creates all matches of the season, or closes the league if too few have entered.
func (s starter) start(ctx context.Context) error {
	l := s.l
	// The server is locked, so that it is not forgotten while matches are created on it.
	if _, err := s.tx.Server(ctx, l.Server); err != nil {
		return err
	}
	entries, err := ranked(ctx, s.tx, l)
	if err != nil {
		return err
	}
	l.Touch(l.Season, 0)
	sizes := league.Divide(len(entries))
	if sizes == nil {
		return closeLeague(ctx, s.tx, l)
	}
	l.Phase, l.Until = season.Running, s.tx.Now().Add(Length+Grace)
	for i, size := range sizes {
		if err := s.group(ctx, i+1, entries[:size]); err != nil {
			return err
		}
		entries = entries[size:]
	}
	return nil
}

// group gives the entries their seats in a group and starts the group's matches.
func (s starter) group(ctx context.Context, number int, entries []season.Entry) error {
	l := s.l
	for seat := range entries {
		e := &entries[seat]
		e.Group, e.Seat = number, seat
		if err := s.tx.SaveEntry(ctx, *e); err != nil {
			return err
		}
	}
	venue := play.Venue{Guild: l.Server, Channel: l.Channel, Locale: l.Locale}
	for _, p := range league.Pairings(len(entries)) {
		id := s.newID()
		err := play.Start(ctx, s.tx, match.Proposal{ID: id, By: entries[p.Red].Player, To: entries[p.Blue].Player,
			Terms: Terms(), Binding: true}, venue)
		if err == nil {
			err = s.tx.SavePair(ctx, season.Pair{Match: id, Server: l.Server, Season: l.Season, Group: number,
				League: league.Match{Pairing: p}})
		}
		if err != nil {
			return err
		}
	}
	l.Touch(l.Season, number)
	return nil
}

// ranked returns the entries of the season of l, the strongest first: by the last season, then newcomers by rating. It
// drops players whose data is being deleted, and those whom the operator has blocked.
func ranked(ctx context.Context, tx play.Tx, l *season.League) ([]season.Entry, error) {
	all, err := tx.Entries(ctx, l.Server, l.Season)
	if err != nil {
		return nil, err
	}
	orders, err := tx.Orders(ctx)
	if err != nil {
		return nil, err
	}
	var entries []season.Entry
	points := map[match.PlayerID]float64{}
	for _, e := range all {
		p, err := tx.Player(ctx, e.Player)
		switch {
		case errors.Is(err, play.ErrNotFound) || err == nil && p.Progress.Former != "" || orders.Blocks(e.Player, ""):
			err = tx.RemoveEntry(ctx, e.Server, e.Season, e.Player)
		case err == nil:
			entries = append(entries, e)
			points[e.Player], err = ratingOf(ctx, tx, e.Player)
		}
		if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(entries, func(a, b season.Entry) int {
		if a.Seat > 0 && b.Seat > 0 || a.Seat != b.Seat {
			return cmp.Compare(uint(a.Seat-1), uint(b.Seat-1)) // newcomers have 0 and come last
		}
		return cmp.Or(cmp.Compare(points[b.Player], points[a.Player]), cmp.Compare(a.Player, b.Player))
	})
	return entries, nil
}

// ratingOf returns the present rating of a player in points.
func ratingOf(ctx context.Context, tx play.Tx, p match.PlayerID) (float64, error) {
	changes, err := tx.RatingChanges(ctx, p, 1)
	var last rated.Change
	if len(changes) > 0 {
		last = changes[0]
	}
	is, _ := last.Now(tx.Now())
	return is.Points, err
}

// end ends the season of l, whose groups are done. Everybody who has not left is entered into the next season, if there
// is one.
func end(ctx context.Context, tx play.Tx, l *season.League, groups []season.Group) error {
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
		return closeLeague(ctx, tx, l)
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
	l.Phase, l.Until = season.Joining, tx.Now().Add(joinPeriod)
	l.Touch(l.Season, 0)
	return nil
}

// closeLeague closes l. No season follows, and the entries of the next one are removed, as the posts say.
func closeLeague(ctx context.Context, tx play.Tx, l *season.League) error {
	l.Phase = season.Over
	entries, err := tx.Entries(ctx, l.Server, l.Season)
	for _, e := range entries {
		err = cmp.Or(err, tx.RemoveEntry(ctx, e.Server, e.Season, e.Player))
	}
	return err
}
