package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"

	"madbot/bot/play/season"
	"madbot/rules/match"
)

// The columns of a league, of an entry and of a pair.
const (
	leagueColumns = "server, season, state"
	entryColumns  = "server, season, player, grp, seat, late, gone"
	pairColumns   = "match, server, season, grp, red, blue, result, judged"
)

const (
	selectLeagues = "SELECT " + leagueColumns + " FROM leagues "
	selectEntries = "SELECT " + entryColumns + " FROM league_entries "
	selectPairs   = "SELECT " + pairColumns + " FROM league_pairs "
)

var (
	saveLeague = upsert("leagues", "server", leagueColumns)
	saveEntry  = upsert("league_entries", "server, season, player", entryColumns)
	savePair   = upsert("league_pairs", "match", pairColumns)
)

// leagueFields returns what l has in leagueColumns.
func leagueFields(l *season.League) []any { return []any{&l.Server, &l.Season, document{&l.State}} }

// scanLeague reads a row of leagueColumns.
func scanLeague(from Scanner) (l season.League, err error) {
	err = from.Scan(leagueFields(&l)...)
	return l, err
}

// entryFields returns what e has in entryColumns.
func entryFields(e *season.Entry) []any {
	return []any{&e.Server, &e.Season, &e.Player, &e.Group, &e.Seat, &e.Late, &e.Left}
}

// scanEntry reads a row of entryColumns.
func scanEntry(from Scanner) (e season.Entry, err error) {
	err = from.Scan(entryFields(&e)...)
	return e, err
}

// pairFields returns what p has in pairColumns.
func pairFields(p *season.Pair) []any {
	return []any{&p.Match, &p.Server, &p.Season, &p.Group, &p.League.Red, &p.League.Blue, &p.League.Result, &p.Judged}
}

// scanPair reads a row of pairColumns.
func scanPair(from Scanner) (p season.Pair, err error) {
	err = from.Scan(pairFields(&p)...)
	return p, err
}

// League implements season.Reader.
func (r Reader) League(ctx context.Context, server string) (season.League, error) {
	l, err := scanLeague(r.conn.QueryRowContext(ctx, selectLeagues+"WHERE server = ?1", server))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return season.League{Server: server}, nil
	case err != nil:
		return season.League{}, fmt.Errorf("load the league of server %s: %w", server, err)
	}
	return l, nil
}

// AllLeagues are those of all servers.
func AllLeagues(ctx context.Context, c Conn) iter.Seq2[season.League, error] {
	return Rows(ctx, c, selectLeagues+"ORDER BY server", scanLeague)
}

// Entries implements season.Reader.
func (r Reader) Entries(ctx context.Context, server string, number int) ([]season.Entry, error) {
	list, err := All(ctx, r.conn, selectEntries+"WHERE server = ?1 AND season = ?2 ORDER BY grp, seat, player", scanEntry,
		server, number)
	if err != nil {
		return nil, fmt.Errorf("load who is in season %d of server %s: %w", number, server, err)
	}
	return list, nil
}

// Pairs implements season.Reader.
func (r Reader) Pairs(ctx context.Context, server string, number int) ([]season.Pair, error) {
	list, err := All(ctx, r.conn, selectPairs+"WHERE server = ?1 AND season = ?2 ORDER BY grp, match", scanPair, server,
		number)
	if err != nil {
		return nil, fmt.Errorf("load the matches of season %d of server %s: %w", number, server, err)
	}
	return list, nil
}

// EnteredBy implements season.Reader.
func (r Reader) EnteredBy(ctx context.Context, p match.PlayerID) ([]season.Entry, error) {
	list, err := All(ctx, r.conn, selectEntries+"WHERE player = ?1 ORDER BY server, season DESC", scanEntry, p)
	if err != nil {
		return nil, fmt.Errorf("load in which leagues %s is: %w", p, err)
	}
	return list, nil
}

// PairOf implements season.Store.
func (t Tx) PairOf(ctx context.Context, id match.ID) (season.Pair, error) {
	p, err := scanPair(t.conn.QueryRowContext(ctx, selectPairs+"WHERE match = ?1", id))
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return season.Pair{}, fmt.Errorf("load the league of match %s: %w", id, err)
	}
	return p, nil
}

// SaveLeague implements season.Store.
func (t Tx) SaveLeague(ctx context.Context, l season.League) error {
	if _, err := t.conn.ExecContext(ctx, saveLeague, leagueFields(&l)...); err != nil {
		return fmt.Errorf("save the league of server %s: %w", l.Server, err)
	}
	return nil
}

// SaveEntry implements season.Store.
func (t Tx) SaveEntry(ctx context.Context, e season.Entry) error {
	if _, err := t.conn.ExecContext(ctx, saveEntry, entryFields(&e)...); err != nil {
		return fmt.Errorf("save that %s is in a league: %w", e.Player, err)
	}
	return nil
}

// RemoveEntry implements season.Store.
func (t Tx) RemoveEntry(ctx context.Context, server string, number int, p match.PlayerID) error {
	_, err := t.conn.ExecContext(ctx, "DELETE FROM league_entries WHERE server = ?1 AND season = ?2 AND player = ?3",
		server, number, p)
	if err != nil {
		return fmt.Errorf("remove %s from a league: %w", p, err)
	}
	return nil
}

// SavePair implements season.Store.
func (t Tx) SavePair(ctx context.Context, p season.Pair) error {
	if _, err := t.conn.ExecContext(ctx, savePair, pairFields(&p)...); err != nil {
		return fmt.Errorf("save match %s of a league: %w", p.Match, err)
	}
	return nil
}

// RenameEntries implements season.Store.
func (t Tx) RenameEntries(ctx context.Context, p, former match.PlayerID) error {
	_, err := t.conn.ExecContext(ctx, "UPDATE league_entries SET player = ?2 WHERE player = ?1", p, former)
	if err != nil {
		return fmt.Errorf("rename entries of a player: %w", err)
	}
	return nil
}
