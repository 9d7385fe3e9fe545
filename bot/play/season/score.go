package season

import (
	"cmp"
	"context"

	"madbot/rules"
	"madbot/rules/league"
	"madbot/rules/match"
)

// MaxLate is how many matches of a season somebody loses on time before they have left it.
const MaxLate = 2

// ResultOf returns what an outcome is in a league.
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

// Score has the season to which m belongs, which has just ended, count it, and returns the server on which that changed
// something; "": on none. What somebody plays who has left counts no more.
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

// Annul has the season to which m belongs count it for nobody, while that is played, and returns as Score does. Who had
// left by then has done so for good.
func Annul(ctx context.Context, s Store, m *match.Match) (server string, err error) {
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
			e.Late--
			err = cmp.Or(err, s.SaveEntry(ctx, e))
		}
	}
	if err != nil {
		return "", err
	}
	pair.League.Result = league.Void
	return pair.Server, Save(ctx, s, pair)
}

// timedOut returns who has used up their time, if m ended by that; else "".
func timedOut(m *match.Match) match.PlayerID {
	if o := m.Game.Outcome(); o.Reason == rules.TimeLoss {
		return m.Players.Of(o.Winner.Other())
	}
	return ""
}

// Save keeps how p counts, and has its league tell that.
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

// Leave has somebody leave a season of l: once it has begun they stay in their group as one who left, before that there
// is nothing of them in it.
func Leave(ctx context.Context, s Store, l *League, e Entry) error {
	l.Touch(l.Season, e.Group)
	if e.Group == 0 {
		return s.RemoveEntry(ctx, e.Server, e.Season, e.Player)
	}
	e.Left = true
	return s.SaveEntry(ctx, e)
}

// Forget has somebody leave all seasons that are not over, and their name stand in none. It returns the servers on
// which that changed something.
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
