package league

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"slices"
	"time"

	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/bot/play/season"
	"madbot/rules/league"
	"madbot/rules/match"
	"madbot/rules/rating"
)

// starter starts a season.
type starter struct {
	tx    play.Tx
	l     *season.League
	newID func() match.ID

	people map[match.PlayerID]play.Player
	points map[match.PlayerID]float64 // ratings, as far as everybody may see them
	seed   match.ID                   // of the lots
}

// start creates all matches of the season, or closes the league if too few have entered.
func (s *starter) start(ctx context.Context) error {
	l := s.l
	entries, err := s.ranked(ctx)
	if err != nil {
		return err
	}
	l.Touch(l.Season, 0)
	touchEnd(l)
	sizes := league.Divide(len(entries))
	if sizes == nil && postpone(l, s.tx.Now()) {
		return nil
	}
	if sizes == nil {
		return closeLeague(ctx, s.tx, l)
	}
	league.Separate(entries, sizes, s.clash)
	l.Phase, l.Until, l.Called = season.Running, s.tx.Now().Add(Length+Grace), s.tx.Now()
	l.Planned = time.Time{}
	for i, size := range sizes {
		if err := s.group(ctx, i+1, entries[:size]); err != nil {
			return err
		}
		entries = entries[size:]
	}
	l.Moved = false
	return nil
}

// touchEnd marks the announcement of the end of the last season as outdated, if it is still known: its button to leave
// the next season disappears once that has begun.
func touchEnd(l *season.League) {
	if l.Find(l.Season-1, season.EndPost) != nil {
		l.Touch(l.Season-1, season.EndPost)
	}
}

// clash reports whether one of two people takes no challenges from the other.
func (s *starter) clash(a, b season.Entry) bool {
	one, other := s.people[a.Player], s.people[b.Player]
	return one.Refuses(b.Player) || other.Refuses(a.Player)
}

// group gives the entries their seats in a group, by lot, and starts the group's matches.
func (s *starter) group(ctx context.Context, number int, entries []season.Entry) error {
	l := s.l
	slices.SortFunc(entries, s.byLot)
	for seat := range entries {
		e := &entries[seat]
		e.Group, e.Seat = number, seat
		if err := s.tx.SaveEntry(ctx, *e); err != nil {
			return err
		}
	}
	l.Touch(l.Season, number)
	for _, p := range league.Pairings(len(entries)) {
		if s.clash(entries[p.Red], entries[p.Blue]) {
			s.leaveOut(number, p, entries)
			continue
		}
		if err := s.pair(ctx, number, p, entries); err != nil {
			return err
		}
	}
	post := l.Find(l.Season, number)
	for _, e := range entries {
		who := s.people[e.Player]
		due := reachable(&who, s.tx.Now())
		if due.After(s.tx.Now()) || who.Settings.Direct || l.Shut || l.Moved { // who moved it may have hidden it
			l.Tells = append(l.Tells, season.Tell{Player: e.Player, Kind: season.TellStart, Season: l.Season, Group: number,
				Due: due})
			continue
		}
		post.Ping = append(post.Ping, e.Player)
	}
	return nil
}

// reachable returns the time from now on at which p has neither a vacation nor quiet hours.
func reachable(p *play.Player, now time.Time) time.Time {
	at := later(now, p.Vacation.Until)
	return later(at, p.QuietUntil(at))
}

// leaveOut leaves a pairing out: both players get half a point and a message.
func (s *starter) leaveOut(group int, p league.Pairing, entries []season.Entry) {
	l := s.l
	l.LeftOut = append(l.LeftOut, season.LeftOut{Season: l.Season, Group: group, Pairing: p})
	two := [2]match.PlayerID{entries[p.Red].Player, entries[p.Blue].Player}
	for i, id := range two {
		who := s.people[id]
		l.Tells = append(l.Tells, season.Tell{Player: id, Kind: season.TellLeftOut, Season: l.Season, Group: group,
			Other: two[1-i], Due: reachable(&who, s.tx.Now())})
	}
}

// pair starts the match of a pairing. It is rated if the two could play a rated challenge now.
func (s *starter) pair(ctx context.Context, group int, p league.Pairing, entries []season.Entry) error {
	l, id, terms := s.l, s.newID(), Terms()
	red, blue := entries[p.Red].Player, entries[p.Blue].Player
	limit := play.MayRate(ctx, s.tx, red, blue, s.tx.Now())
	if _, limited := errors.AsType[*play.LimitError](limit); limited {
		terms.Rated = false
	} else if limit != nil {
		return limit
	}
	err := play.Start(ctx, s.tx, match.Proposal{ID: id, By: red, To: blue, Terms: terms, Binding: true},
		play.Venue{Guild: l.Server, Channel: l.Channel, Locale: l.Locale})
	if err != nil {
		return err
	}
	return s.tx.SavePair(ctx, season.Pair{Match: id, Server: l.Server, Season: l.Season, Group: group,
		League: league.Match{Pairing: p}})
}

// ranked returns the entries of the season, the strongest first: by the last season, then newcomers by the rating that
// everybody may see, then by lot. It drops players whose data is being deleted, and those whom the operator has
// blocked or the server left out of its ranking.
func (s *starter) ranked(ctx context.Context) (entries []season.Entry, err error) {
	s.people, s.points, s.seed = map[match.PlayerID]play.Player{}, map[match.PlayerID]float64{}, s.newID()
	// The server is locked, so that it is not forgotten while matches are created on it.
	here, err := s.tx.Server(ctx, s.l.Server)
	if err != nil {
		return nil, err
	}
	orders, err := s.tx.Orders(ctx)
	if err != nil {
		return nil, err
	}
	all, err := s.tx.Entries(ctx, s.l.Server, s.l.Season)
	if err != nil {
		return nil, err
	}
	for _, e := range all {
		p, err := s.tx.Player(ctx, e.Player)
		_, excluded, lost := play.ExclusionFrom(ctx, s.tx, &here, e.Player, s.tx.Now())
		if lost != nil {
			return nil, lost
		}
		out := p.Progress.Former != "" || excluded || orders.Blocks(e.Player, "")
		switch {
		case errors.Is(err, play.ErrNotFound) || err == nil && out:
			err = s.tx.RemoveEntry(ctx, e.Server, e.Season, e.Player)
		case err == nil:
			entries, s.people[e.Player] = append(entries, e), p
			s.points[e.Player], err = s.rating(ctx, &p)
		}
		if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(entries, func(a, b season.Entry) int {
		if a.Seat > 0 && b.Seat > 0 || a.Seat != b.Seat {
			return cmp.Compare(uint(a.Seat-1), uint(b.Seat-1)) // newcomers have 0 and come last
		}
		return cmp.Or(cmp.Compare(s.points[b.Player], s.points[a.Player]), s.byLot(a, b))
	})
	return entries, nil
}

// byLot orders entries by a lot that is drawn once for each season.
func (s *starter) byLot(a, b season.Entry) int {
	lot := func(e season.Entry) uint64 {
		sum := sha256.Sum256([]byte("draw " + string(s.seed) + " " + string(e.Player)))
		return binary.BigEndian.Uint64(sum[:])
	}
	return cmp.Compare(lot(a), lot(b))
}

// rating returns the current rating of p in points. A hidden rating counts as a beginner's, because the seats would
// reveal it.
func (s *starter) rating(ctx context.Context, p *play.Player) (float64, error) {
	if p.Settings.Rating != play.AllEyes {
		return rating.Start().Points, nil
	}
	changes, err := s.tx.RatingChanges(ctx, p.ID, 1)
	var last rated.Change
	if len(changes) > 0 {
		last = changes[0]
	}
	is, _ := last.Now(s.tx.Now())
	return is.Points, err
}
