package season

import (
	"cmp"
	"context"

	"madbot/rules"
	"madbot/rules/league"
	"madbot/rules/match"
)

// MaxLate is the number of losses on time in a season that removes a player from it.
const MaxLate = 2

// ResultOf converts an outcome to a league result.
func ResultOf(o rules.Outcome) league.Result {
	switch {
	case !o.Over():
		return league.Open
	case o.Winner == rules.NoColor:
		return league.Void
	case o.Winner == rules.Red && o.IsSemi():
		return league.RedSemi
	case o.Winner == rules.Red:
		return league.RedVictory
	case o.IsSemi():
		return league.BlueSemi
	}
	return league.BlueVictory
}

// Score records the result of m, which has just ended, in its season. It returns the server whose league changed, or
// "". It ignores matches of players who have left the season.
func Score(ctx context.Context, s Store, m *match.Match) (server string, err error) {
	if m.Status != match.Finished || m.Terms.Level > 0 {
		return "", nil
	}
	pair, err := s.PairOf(ctx, m.ID)
	if err != nil || pair.Match == "" || pair.Judged {
		return "", err
	}
	entries, err := s.Entries(ctx, pair.Server, pair.Season)
	if err != nil {
		return "", err
	}
	late := timedOut(m)
	for _, e := range entries {
		if e.Group == pair.Group && e.Left && (e.Seat == pair.League.Red || e.Seat == pair.League.Blue) {
			return "", nil
		}
	}
	for _, e := range entries {
		if late == "" || e.Player != late {
			continue
		}
		e.Late++
		e.Left = e.Late >= MaxLate
		if err := s.SaveEntry(ctx, e); err != nil {
			return "", err
		}
	}
	pair.League.Result = ResultOf(m.Game.Outcome())
	return pair.Server, Save(ctx, s, pair)
}

// Annul voids the result of m in its season, if that is still being played. It returns the server whose league
// changed, or "". A player who has left because of m does not return.
func Annul(ctx context.Context, s Store, m *match.Match) (server string, err error) {
	return recount(ctx, s, m, league.Void, -1)
}

// Reinstate counts the result of m again after Annul, if its season is still being played. It returns as Annul does.
func Reinstate(ctx context.Context, s Store, m *match.Match) (server string, err error) {
	return recount(ctx, s, m, ResultOf(m.Game.Outcome()), 1)
}

// recount gives m, which has been counted, another result in its season, and adds late to the losses on time of the
// player who lost m on time. It returns as Annul does.
func recount(ctx context.Context, s Store, m *match.Match, result league.Result, late int) (server string, err error) {
	pair, err := s.PairOf(ctx, m.ID)
	if err != nil || pair.Match == "" || pair.League.Result == league.Open {
		return "", err
	}
	l, err := s.League(ctx, pair.Server)
	if err != nil || l.Season != pair.Season {
		return "", err
	}
	entries, err := s.Entries(ctx, pair.Server, pair.Season)
	for _, e := range entries {
		if e.Player == timedOut(m) {
			e.Late += late
			e.Left = e.Left || e.Late >= MaxLate
			err = cmp.Or(err, s.SaveEntry(ctx, e))
		}
	}
	if err != nil {
		return "", err
	}
	pair.League.Result = result
	return pair.Server, Save(ctx, s, pair)
}

// timedOut returns the player who lost m on time, or "".
func timedOut(m *match.Match) match.PlayerID {
	if o := m.Game.Outcome(); o.Reason == rules.TimeLoss {
		return m.Players.Of(o.Winner.Other())
	}
	return ""
}

// Save saves p and marks the league post of its group as outdated.
func Save(ctx context.Context, s Store, p Pair) error {
	if err := s.SavePair(ctx, p); err != nil {
		return err
	}
	l, err := s.League(ctx, p.Server)
	if err != nil {
		return err
	}
	l.Touch(p.Season, p.Group)
	return s.SaveLeague(ctx, l)
}

// Leave removes an entry from the season of l. Once the season has begun, the entry stays in its group, marked as
// left.
func Leave(ctx context.Context, s Store, l *League, e Entry) error {
	l.Touch(l.Season, e.Group)
	if e.Group == 0 {
		return s.RemoveEntry(ctx, e.Server, e.Season, e.Player)
	}
	e.Left = true
	return s.SaveEntry(ctx, e)
}

// Forget removes a player from all current seasons, and replaces their name by former everywhere. It returns the
// servers whose leagues changed.
func Forget(ctx context.Context, s Store, p, former match.PlayerID) (servers []string, err error) {
	entries, err := s.EnteredBy(ctx, p)
	for _, e := range entries {
		l, lost := s.League(ctx, e.Server)
		switch {
		case err != nil || lost != nil:
			return nil, cmp.Or(err, lost)
		case e.Season < l.Season || e.Left:
			continue
		}
		err = cmp.Or(Leave(ctx, s, &l, e), s.SaveLeague(ctx, l))
		servers = append(servers, e.Server)
	}
	if err != nil {
		return nil, err
	}
	return servers, s.RenameEntries(ctx, p, former)
}
