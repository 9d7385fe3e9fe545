package league

import (
	"cmp"
	"context"
	"slices"

	"madbot/bot/play"
	"madbot/bot/play/season"
	"madbot/rules"
	"madbot/rules/league"
	"madbot/rules/match"
)

// Advance starts a season that is due, or ends one whose matches are all done. Otherwise it does nothing. newID returns
// the ids of new matches.
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
		s := starter{tx: tx, l: &l, newID: newID}
		err = s.start(ctx)
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

func areDone(groups []season.Group) bool {
	return !slices.ContainsFunc(groups, func(g season.Group) bool { return !g.IsDone() })
}

// end ends the season of l, whose groups are done. If another season follows, it enters everybody who has not left and
// has played a turn. Nobody else wins a group or is promoted.
func end(ctx context.Context, tx play.Tx, l *season.League, groups []season.Group) error {
	var tables [][]string
	out := map[string]bool{}
	var winners, idle []match.PlayerID
	for i, g := range groups {
		active, err := active(ctx, tx, &g)
		if err != nil {
			return err
		}
		var table, last []string
		for _, row := range g.Table() {
			p, left := g.People[row.Person], g.IsOut(row.Person)
			if !left && !active[p] {
				idle = append(idle, p)
			}
			if out[string(p)] = left || !active[p]; out[string(p)] {
				last = append(last, string(p))
				continue
			}
			table = append(table, string(p))
		}
		if seat := winner(&g, idle); seat >= 0 {
			winners = append(winners, g.People[seat])
		}
		tables = append(tables, append(table, last...))
		l.Touch(l.Season, i+1)
	}
	l.Touch(l.Season, 0)
	if err := announceEnd(ctx, tx, l, winners, idle); err != nil {
		return err
	}
	l.LeftOut = slices.DeleteFunc(l.LeftOut, func(o season.LeftOut) bool { return o.Season < l.Season })
	l.Follow()
	if l.Last {
		return closeLeague(ctx, tx, l)
	}
	return follow(ctx, tx, l, tables, out)
}

// winner returns the seat of the winner of a group that is done: the first in its table who has not left and is not
// idle; -1 if there is none.
func winner(g *season.Group, idle []match.PlayerID) int {
	for _, row := range g.Table() {
		if row.Played > 0 && !g.IsOut(row.Person) && !slices.Contains(idle, g.People[row.Person]) {
			return row.Person
		}
	}
	return -1
}

// follow opens the season of l after the one whose groups ended with tables, and enters everybody who is not out.
func follow(ctx context.Context, tx play.Tx, l *season.League, tables [][]string, out map[string]bool) error {
	seat := 0
	for _, id := range league.Promote(tables) {
		if out[id] {
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

// announceEnd schedules the post that announces the end of the season of l. It mentions the winners, except in their
// quiet hours.
func announceEnd(ctx context.Context, tx play.Tx, l *season.League, winners, idle []match.PlayerID) error {
	l.Touch(l.Season, season.EndPost)
	post := l.Find(l.Season, season.EndPost)
	post.Idle = idle
	for _, id := range winners {
		p, err := tx.Player(ctx, id)
		if err != nil {
			return err
		}
		if p.QuietUntil(tx.Now()).IsZero() {
			post.Ping = append(post.Ping, id)
		}
	}
	return nil
}

// active returns the active people of a group: they have played a turn, or have won all of their matches without one.
func active(ctx context.Context, tx play.Tx, g *season.Group) (map[match.PlayerID]bool, error) {
	played, won := map[match.PlayerID]bool{}, map[match.PlayerID]bool{}
	for _, p := range g.Pairs {
		m, err := tx.Match(ctx, p.Match)
		if err != nil {
			return nil, err
		}
		turns, winner := max(m.Past.MaxPly, m.Game.Ply()), m.Game.Outcome().Winner
		people := rules.BySide[match.PlayerID]{Red: g.People[p.League.Red], Blue: g.People[p.League.Blue]}
		start := m.Game.Start()
		for _, side := range []rules.Color{rules.Red, rules.Blue} {
			who, needs := people.Of(side), 1
			if start.Side() != side {
				needs = 2
			}
			played[who] = played[who] || turns >= needs
			wonBefore, paired := won[who]
			won[who] = (wonBefore || !paired) && winner == side
		}
	}
	for _, who := range g.People {
		played[who] = played[who] || won[who]
	}
	return played, nil
}

// closeLeague closes l without another season, and removes the entries of the next one, as the posts say.
func closeLeague(ctx context.Context, tx play.Tx, l *season.League) error {
	l.Phase = season.Over
	touchEnd(l)
	entries, err := tx.Entries(ctx, l.Server, l.Season)
	for _, e := range entries {
		err = cmp.Or(err, tx.RemoveEntry(ctx, e.Server, e.Season, e.Player))
	}
	return err
}
