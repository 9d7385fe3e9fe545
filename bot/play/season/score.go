package season

import (
	"cmp"
	"context"
	"slices"
	"time"

	"madbot/rules"
	"madbot/rules/league"
	"madbot/rules/match"
)

// MaxAbsences is the number of absences with losses on time after which a player is out of the season.
const MaxAbsences = 2

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
// "". Matches of players who have left the season do not count.
func Score(ctx context.Context, s Store, m *match.Match) (server string, err error) {
	if m.Status != match.Finished || !m.Past.Binding {
		return "", nil
	}
	pair, err := s.PairOf(ctx, m.ID)
	if err != nil || pair.Match == "" {
		return "", err
	}
	if pair.Ended = ResultOf(m.Game.Outcome()); timedOut(m) != "" {
		pair.Late = m.Ended
	}
	entries, err := s.Entries(ctx, pair.Server, pair.Season)
	if err != nil {
		return "", err
	}
	left := slices.ContainsFunc(entries, func(e Entry) bool { return e.Plays(pair) && e.HasLeft() })
	if pair.Judged || left {
		return "", s.SavePair(ctx, pair)
	}
	pair.League.Result = pair.Ended
	if err := Save(ctx, s, pair); err != nil {
		return "", err
	}
	return pair.Server, checkAbsences(ctx, s, pair, timedOut(m))
}

// Plays reports whether e is in a seat of a pair of its season.
func (e Entry) Plays(p Pair) bool {
	return e.Group == p.Group && (e.Seat == p.League.Red || e.Seat == p.League.Blue)
}

// checkAbsences removes a player from the season of a pair, or readmits them, after their losses on time have changed.
func checkAbsences(ctx context.Context, s Store, pair Pair, who match.PlayerID) error {
	entries, err := s.Entries(ctx, pair.Server, pair.Season)
	at := slices.IndexFunc(entries, func(e Entry) bool { return e.Player == who })
	if err != nil || who == "" || at < 0 {
		return err
	}
	_, g, err := groupOf(ctx, s, pair.Match)
	if err != nil || g == nil {
		return err
	}
	e := entries[at]
	n, _ := g.absences(e.Seat)
	switch {
	case n >= MaxAbsences && !e.HasLeft():
		e.Exit = OutOnTime
		return s.SaveEntry(ctx, e)
	case n < MaxAbsences && e.Exit == OutOnTime && e.Player.IsFormer(): // they left when they deleted their profile
		e.Exit = LeftByChoice
		return s.SaveEntry(ctx, e)
	case n < MaxAbsences && e.Exit == OutOnTime:
		return Return(ctx, s, e)
	}
	return nil
}

// Return readmits a player who had left a season. Their matches that ended meanwhile count.
func Return(ctx context.Context, s Store, e Entry) error {
	e.Exit, e.Missed = Stayed, 0
	if err := s.SaveEntry(ctx, e); err != nil {
		return err
	}
	groups, err := GroupsOf(ctx, s, e.Server, e.Season)
	if err != nil || e.Group == 0 {
		return err
	}
	g := &groups[e.Group-1]
	for _, p := range g.Pairs {
		counts := p.League.Result != league.Open || p.Ended == league.Open
		if !e.Plays(p) || counts || g.IsOut(p.League.Red) || g.IsOut(p.League.Blue) {
			continue
		}
		p.League.Result = p.Ended
		err = cmp.Or(err, s.SavePair(ctx, p))
	}
	return cmp.Or(err, touch(ctx, s, Pair{Server: e.Server, Season: e.Season, Group: e.Group}))
}

// Annul makes m count for nobody in its season, if that is still being played, and returns as Score does. An annulled
// loss on time is no absence.
func Annul(ctx context.Context, s Store, m *match.Match) (server string, err error) {
	return recount(ctx, s, m, league.Void, time.Time{})
}

// Reinstate counts the result of m again after Annul, if its season is still being played. It returns as Annul does.
func Reinstate(ctx context.Context, s Store, m *match.Match) (server string, err error) {
	var late time.Time
	if timedOut(m) != "" {
		late = m.Ended
	}
	return recount(ctx, s, m, ResultOf(m.Game.Outcome()), late)
}

// recount changes the result of m, which has ended, in its season. late is when a player lost it on time. It returns as
// Annul does. A match that did not count, because somebody had left, still counts for nobody.
func recount(ctx context.Context, s Store, m *match.Match, result league.Result, late time.Time) (string, error) {
	pair, err := s.PairOf(ctx, m.ID)
	if err != nil || pair.Match == "" {
		return "", err
	}
	l, err := s.League(ctx, pair.Server)
	if err != nil || l.Season != pair.Season {
		return "", err
	}
	pair.Ended, pair.Late = result, late
	if pair.League.Result == league.Open {
		return "", s.SavePair(ctx, pair)
	}
	pair.League.Result = result
	if err := Save(ctx, s, pair); err != nil {
		return "", err
	}
	return pair.Server, checkAbsences(ctx, s, pair, timedOut(m))
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
	return cmp.Or(s.SavePair(ctx, p), touch(ctx, s, p))
}

// touch marks the league post of the group of p as outdated.
func touch(ctx context.Context, s Store, p Pair) error {
	l, err := s.League(ctx, p.Server)
	if err != nil {
		return err
	}
	l.Touch(p.Season, p.Group)
	return s.SaveLeague(ctx, l)
}

// Leave removes an entry from the season of l. Once the season has begun, the entry stays in its group, marked with
// why.
func Leave(ctx context.Context, s Store, l *League, e Entry, why Exit) error {
	l.Touch(l.Season, e.Group)
	if e.Group == 0 {
		return s.RemoveEntry(ctx, e.Server, e.Season, e.Player)
	}
	e.Exit = why
	return s.SaveEntry(ctx, e)
}

// Forget removes a player from all current seasons, and replaces their id by former everywhere. It returns the
// servers whose leagues changed.
func Forget(ctx context.Context, s Store, p, former match.PlayerID) (servers []string, err error) {
	entries, err := s.EnteredBy(ctx, p)
	for _, e := range entries {
		l, lost := s.League(ctx, e.Server)
		if err = cmp.Or(err, lost); err != nil {
			return nil, err
		}
		if e.Season >= l.Season && !e.HasLeft() {
			err = cmp.Or(Leave(ctx, s, &l, e, LeftByChoice), s.SaveLeague(ctx, l))
			servers = append(servers, e.Server)
		}
	}
	if err == nil {
		err = changeNaming(ctx, s, p, func(l *League) { l.rename(p, former) })
	}
	if err != nil {
		return nil, err
	}
	return servers, s.RenameEntries(ctx, p, former)
}

// Lapse removes from all leagues the records about a deleted profile with the given former name.
func Lapse(ctx context.Context, s Store, former match.PlayerID) error {
	return changeNaming(ctx, s, former, func(l *League) { l.lapse(former) })
}

// changeNaming changes the leagues that have the id of a player. It reads each again, because it was not locked when it
// was found.
func changeNaming(ctx context.Context, s Store, p match.PlayerID, change func(*League)) error {
	found, err := s.LeaguesNaming(ctx, p)
	for _, f := range found {
		l, lost := s.League(ctx, f.Server)
		if err = cmp.Or(err, lost); err != nil {
			return err
		}
		change(&l)
		err = s.SaveLeague(ctx, l)
	}
	return err
}
