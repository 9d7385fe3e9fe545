package playtest

import (
	"cmp"
	"context"
	"slices"

	"madbot/bot/play"
	"madbot/bot/play/season"
	"madbot/rules/match"
)

// League implements play.Store.
func (s *Memory) League(ctx context.Context, server string) (season.League, error) {
	return read(ctx, s, func(tx *memoryTx) (season.League, error) { return tx.League(ctx, server) })
}

// Entries implements play.Store.
func (s *Memory) Entries(ctx context.Context, server string, number int) ([]season.Entry, error) {
	return read(ctx, s, func(tx *memoryTx) ([]season.Entry, error) { return tx.Entries(ctx, server, number) })
}

// Pairs implements play.Store.
func (s *Memory) Pairs(ctx context.Context, server string, number int) ([]season.Pair, error) {
	return read(ctx, s, func(tx *memoryTx) ([]season.Pair, error) { return tx.Pairs(ctx, server, number) })
}

// EnteredBy implements play.Store.
func (s *Memory) EnteredBy(ctx context.Context, p match.PlayerID) ([]season.Entry, error) {
	return read(ctx, s, func(tx *memoryTx) ([]season.Entry, error) { return tx.EnteredBy(ctx, p) })
}

// League implements season.Reader.
func (tx *memoryTx) League(_ context.Context, server string) (season.League, error) {
	l := tx.memory.leagues[server]
	l.Server, l.Posts = server, slices.Clone(l.Posts)
	return l, nil
}

// Entries implements season.Reader.
func (tx *memoryTx) Entries(_ context.Context, server string, number int) ([]season.Entry, error) {
	list := tx.entries(func(e season.Entry) bool { return e.Server == server && e.Season == number })
	slices.SortFunc(list, func(a, b season.Entry) int {
		return cmp.Or(a.Group-b.Group, a.Seat-b.Seat, cmp.Compare(a.Player, b.Player))
	})
	return list, nil
}

// Pairs implements season.Reader.
func (tx *memoryTx) Pairs(_ context.Context, server string, number int) (list []season.Pair, _ error) {
	for _, p := range tx.memory.pairs {
		if p.Server == server && p.Season == number {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b season.Pair) int { return cmp.Or(a.Group-b.Group, cmp.Compare(a.Match, b.Match)) })
	return list, nil
}

// EnteredBy implements season.Reader.
func (tx *memoryTx) EnteredBy(_ context.Context, p match.PlayerID) ([]season.Entry, error) {
	list := tx.entries(func(e season.Entry) bool { return e.Player == p })
	slices.SortFunc(list, func(a, b season.Entry) int {
		return cmp.Or(cmp.Compare(a.Server, b.Server), b.Season-a.Season)
	})
	return list, nil
}

// entries returns those that are wanted.
func (tx *memoryTx) entries(wanted func(season.Entry) bool) (list []season.Entry) {
	for _, e := range tx.memory.entries {
		if wanted(e) {
			list = append(list, e)
		}
	}
	return list
}

// PairOf implements season.Store.
func (tx *memoryTx) PairOf(_ context.Context, id match.ID) (season.Pair, error) {
	return tx.memory.pairs[id], nil
}

// SaveLeague implements season.Store.
func (tx *memoryTx) SaveLeague(_ context.Context, l season.League) error {
	l.Posts = slices.Clone(l.Posts)
	put(tx, tx.memory.leagues, l.Server, l)
	return nil
}

// SaveEntry implements season.Store.
func (tx *memoryTx) SaveEntry(_ context.Context, e season.Entry) error {
	if _, known := tx.memory.leagues[e.Server]; !known {
		return play.ErrNotFound
	}
	put(tx, tx.memory.entries, entryKey{e.Server, e.Season, e.Player}, e)
	return nil
}

// RemoveEntry implements season.Store.
func (tx *memoryTx) RemoveEntry(_ context.Context, server string, number int, p match.PlayerID) error {
	drop(tx, tx.memory.entries, entryKey{server, number, p})
	return nil
}

// SavePair implements season.Store.
func (tx *memoryTx) SavePair(_ context.Context, p season.Pair) error {
	if _, known := tx.memory.matches[p.Match]; !known {
		return play.ErrNotFound
	}
	put(tx, tx.memory.pairs, p.Match, p)
	return nil
}

// RenameEntries implements season.Store.
func (tx *memoryTx) RenameEntries(_ context.Context, p, former match.PlayerID) error {
	for key, e := range tx.memory.entries {
		if key.player == p {
			drop(tx, tx.memory.entries, key)
			key.player, e.Player = former, former
			put(tx, tx.memory.entries, key, e)
		}
	}
	return nil
}
