package sqlstore

import (
	"context"

	"madbot/bot/play/season"
	"madbot/rules/match"
)

// The columns of a league, of an entry and of a pair.
const (
	leagueColumns = "server, season, state"
	entryColumns  = "server, season, player, grp, seat, missed, way"
	pairColumns   = "match, server, season, grp, red, blue, result, judged, ended, late"
)

var leagues = relate("leagues", "server", leagueColumns, func(l *season.League) []any {
	return []any{&l.Server, &l.Season, document{&l.State}}
})

var entries = relate("league_entries", "server, season, player", entryColumns, func(e *season.Entry) []any {
	return []any{&e.Server, &e.Season, &e.Player, &e.Group, &e.Seat, &e.Missed, &e.Exit}
})

var pairs = relate("league_pairs", "match", pairColumns, func(p *season.Pair) []any {
	return []any{&p.Match, &p.Server, &p.Season, &p.Group, &p.League.Red, &p.League.Blue, &p.League.Result, &p.Judged,
		&p.Ended, instant{&p.Late}}
})

// League implements season.Reader.
func (r Reader) League(ctx context.Context, server string) (season.League, error) {
	return leagues.one(ctx, r.on(leagueName(server)), season.League{Server: server}, "WHERE server = ?1", server)
}

// Entries implements season.Reader.
func (r Reader) Entries(ctx context.Context, server string, number int) ([]season.Entry, error) {
	return entries.list(ctx, r.on(leagueName(server)), "WHERE server = ?1 AND season = ?2 ORDER BY grp, seat, player", server, number)
}

// Pairs implements season.Reader.
func (r Reader) Pairs(ctx context.Context, server string, number int) ([]season.Pair, error) {
	return pairs.list(ctx, r.on(leagueName(server)), "WHERE server = ?1 AND season = ?2 ORDER BY grp, match", server, number)
}

// EnteredBy implements season.Reader.
func (r Reader) EnteredBy(ctx context.Context, p match.PlayerID) ([]season.Entry, error) {
	return entries.list(ctx, r.on(enteredName(p)), "WHERE player = ?1 ORDER BY server, season DESC", p)
}

// LeaguesNaming implements season.Reader. Naming a player does not lock that player.
func (r Reader) LeaguesNaming(ctx context.Context, p match.PlayerID) ([]season.League, error) {
	return leagues.list(ctx, r.on(enteredName(p)), `WHERE CAST(state AS TEXT) LIKE '%"' || ?1 || '"%'`, p)
}

// PairOf implements season.Reader.
func (r Reader) PairOf(ctx context.Context, id match.ID) (season.Pair, error) {
	return pairs.one(ctx, r.on(matchName(id)), season.Pair{}, "WHERE match = ?1", id)
}

// leagueTx is the part of a Tx for leagues.
type leagueTx struct{ Reader }

// SaveLeague implements season.Store.
func (t leagueTx) SaveLeague(ctx context.Context, l season.League) error {
	return leagues.save(ctx, t.on(leagueName(l.Server)), l)
}

// SaveEntry implements season.Store.
func (t leagueTx) SaveEntry(ctx context.Context, e season.Entry) error {
	return entries.save(ctx, t.on(leagueName(e.Server)).andShared(enteredName(e.Player)), e)
}

// RemoveEntry implements season.Store.
func (t leagueTx) RemoveEntry(ctx context.Context, server string, number int, p match.PlayerID) error {
	return exec(ctx, t.on(leagueName(server)).andShared(enteredName(p)), []any{server, number, p},
		"DELETE FROM league_entries WHERE server = ?1 AND season = ?2 AND player = ?3")
}

// SavePair implements season.Store.
func (t leagueTx) SavePair(ctx context.Context, p season.Pair) error {
	return pairs.save(ctx, t.on(matchName(p.Match), leagueName(p.Server)), p)
}

// RenameEntries implements season.Store.
func (t leagueTx) RenameEntries(ctx context.Context, p, former match.PlayerID) error {
	all, err := t.EnteredBy(ctx, p)
	if err != nil {
		return err
	}
	names := []Name{enteredName(former)}
	for _, e := range all {
		names = append(names, leagueName(e.Server))
	}
	return exec(ctx, t.on(names...), []any{p, former}, "UPDATE league_entries SET player = ?2 WHERE player = ?1")
}
