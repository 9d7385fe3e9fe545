package league

import (
	"cmp"
	"context"
	"slices"
	"time"

	"madbot/bot/play"
	"madbot/bot/play/season"
	"madbot/rules/league"
	"madbot/rules/match"
)

// checkPeriod is how often the league checks that the players of a running season are on the server.
const checkPeriod = 24 * time.Hour

// members returns the players to look for on the server. Before a season that is due, those are the players who have
// entered it; during a season, those who have not left, or who only left the server and still have an open match.
func members(ctx context.Context, tx play.Tx, l *season.League) (all []match.PlayerID, err error) {
	entries, err := tx.Entries(ctx, l.Server, l.Season)
	if err != nil {
		return nil, err
	}
	pairs, err := tx.Pairs(ctx, l.Server, l.Season)
	for _, e := range entries {
		open := slices.ContainsFunc(pairs, func(p season.Pair) bool { return p.Ended == league.Open && e.Plays(p) })
		if !e.Player.IsFormer() && (!e.HasLeft() || e.Exit == season.LeftServer && open) {
			all = append(all, e.Player)
		}
	}
	return all, err
}

// RecordMembers records the result of a check. Before a season, players who are not on the server are not entered.
// During it, they are out after MaxMissed consecutive checks that missed them, and get a message. If they are found
// again and still have an open match, they are readmitted.
func RecordMembers(ctx context.Context, tx play.Tx, server string, gone []match.PlayerID) error {
	l, err := tx.League(ctx, server)
	if err != nil {
		return err
	}
	l.Called = tx.Now()
	looked, err := members(ctx, tx, &l)
	if err != nil {
		return err
	}
	entries, err := tx.Entries(ctx, server, l.Season)
	for _, e := range entries {
		if err == nil && slices.Contains(looked, e.Player) {
			err = checked(ctx, tx, &l, e, slices.Contains(gone, e.Player))
		}
	}
	return cmp.Or(err, tx.SaveLeague(ctx, l))
}

// checked records whether a check found a player on the server.
func checked(ctx context.Context, tx play.Tx, l *season.League, e season.Entry, gone bool) error {
	switch {
	case gone && e.Group == 0:
		return season.Leave(ctx, tx, l, e, season.LeftServer)
	case gone && e.HasLeft():
		return nil
	case gone:
		if e.Missed++; e.Missed < season.MaxMissed {
			return tx.SaveEntry(ctx, e)
		}
		p, err := tx.Player(ctx, e.Player)
		if err != nil {
			return err
		}
		l.Tells = append(l.Tells, season.Tell{Player: e.Player, Kind: season.TellGone, Season: e.Season, Group: e.Group,
			Due: later(p.QuietUntil(tx.Now()), tx.Now())})
		return season.Leave(ctx, tx, l, e, season.LeftServer)
	case e.HasLeft():
		if err := tx.SaveLeague(ctx, *l); err != nil { // Return changes it, too
			return err
		}
		if err := season.Return(ctx, tx, e); err != nil {
			return err
		}
		now, err := tx.League(ctx, l.Server)
		*l = now
		return err
	case e.Missed > 0:
		e.Missed = 0
		return tx.SaveEntry(ctx, e)
	}
	return nil
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
