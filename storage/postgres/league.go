package postgres

import (
	"context"

	"madbot/bot/play/season"
	"madbot/rules/match"
)

// League implements season.Reader.
func (t tx) League(ctx context.Context, server string) (season.League, error) {
	return read(ctx, t, exclusive, leagueName(server),
		func() (season.League, error) { return t.common.League(ctx, server) })
}

// Entries implements season.Reader.
func (t tx) Entries(ctx context.Context, server string, number int) ([]season.Entry, error) {
	return read(ctx, t, exclusive, leagueName(server),
		func() ([]season.Entry, error) { return t.common.Entries(ctx, server, number) })
}

// Pairs implements season.Reader.
func (t tx) Pairs(ctx context.Context, server string, number int) ([]season.Pair, error) {
	return read(ctx, t, exclusive, leagueName(server),
		func() ([]season.Pair, error) { return t.common.Pairs(ctx, server, number) })
}

// EnteredBy implements season.Reader.
func (t tx) EnteredBy(ctx context.Context, p match.PlayerID) ([]season.Entry, error) {
	return read(ctx, t, exclusive, enteredName(p), func() ([]season.Entry, error) { return t.common.EnteredBy(ctx, p) })
}

// PairOf implements season.Store.
func (t tx) PairOf(ctx context.Context, id match.ID) (season.Pair, error) {
	return read(ctx, t, exclusive, matchName(id), func() (season.Pair, error) { return t.common.PairOf(ctx, id) })
}

// SaveLeague implements season.Store.
func (t tx) SaveLeague(ctx context.Context, l season.League) error {
	return t.write(ctx, leagueName(l.Server), func() error { return t.common.SaveLeague(ctx, l) })
}

// SaveEntry implements season.Store.
func (t tx) SaveEntry(ctx context.Context, e season.Entry) error {
	return t.enter(ctx, e.Server, e.Player, func() error { return t.common.SaveEntry(ctx, e) })
}

// RemoveEntry implements season.Store.
func (t tx) RemoveEntry(ctx context.Context, server string, number int, p match.PlayerID) error {
	return t.enter(ctx, server, p, func() error { return t.common.RemoveEntry(ctx, server, number, p) })
}

// enter changes whether a player is in the league of a server.
func (t tx) enter(ctx context.Context, server string, p match.PlayerID, f func() error) error {
	return t.write(ctx, leagueName(server), func() error {
		if err := t.unit.lock(ctx, shared, enteredName(p)); err != nil {
			return err
		}
		return f()
	})
}

// SavePair implements season.Store.
func (t tx) SavePair(ctx context.Context, p season.Pair) error {
	return t.write(ctx, matchName(p.Match), func() error {
		if err := t.unit.lock(ctx, exclusive, leagueName(p.Server)); err != nil {
			return err
		}
		return t.common.SavePair(ctx, p)
	})
}

// RenameEntries implements season.Store.
func (t tx) RenameEntries(ctx context.Context, p, former match.PlayerID) error {
	return t.write(ctx, enteredName(p), func() error {
		all, err := t.common.EnteredBy(ctx, p)
		names := []name{enteredName(former)}
		for _, e := range all {
			names = append(names, leagueName(e.Server))
		}
		if err == nil {
			err = t.unit.lock(ctx, exclusive, names...)
		}
		if err != nil {
			return err
		}
		return t.common.RenameEntries(ctx, p, former)
	})
}
