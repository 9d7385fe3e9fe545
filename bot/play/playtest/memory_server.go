package playtest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"

	"madbot/bot/play"
	"madbot/bot/play/season"
	"madbot/rules/match"
)

// memoryServers are the methods on seats, servers and orders.
type memoryServers struct{ *unit }

func (tx memoryServers) Seat(_ context.Context, id match.ID, p match.PlayerID) (play.Seat, error) {
	s, ok := tx.seats[seatKey{id, p}]
	if !ok {
		return play.Seat{Match: id, Player: p}, nil
	}
	return cloneSeat(s), nil
}

func (tx memoryServers) SaveSeat(_ context.Context, s play.Seat) error {
	if m := tx.matches[s.Match]; s.Player != m.Challenger && s.Player != m.Opponent {
		return nil
	}
	put(tx, tx.seats, seatKey{s.Match, s.Player}, cloneSeat(s))
	return nil
}

func (tx memoryServers) CountHelp(ctx context.Context, p match.PlayerID, running []match.ID) error {
	for _, id := range running {
		seat, err := tx.Seat(ctx, id, p)
		if err != nil {
			return err
		}
		seat.Helped++
		if err := tx.SaveSeat(ctx, seat); err != nil {
			return err
		}
	}
	return nil
}

func cloneSeat(s play.Seat) play.Seat {
	s.Notes, s.Plans = slices.Clone(s.Notes), slices.Clone(s.Plans)
	for i, p := range s.Plans {
		s.Plans[i].Lines = slices.Clone(p.Lines)
	}
	return s
}

func (tx memoryServers) Server(_ context.Context, id string) (play.Server, error) {
	s, ok := tx.servers[id]
	if !ok {
		return play.Server{ID: id}, nil
	}
	return cloneServer(s), nil
}

func cloneServer(s play.Server) play.Server {
	s.Settings.Channels, s.Settings.Unranked = slices.Clone(s.Settings.Channels), maps.Clone(s.Settings.Unranked)
	return s
}

func (tx memoryServers) Excluding(_ context.Context, p match.PlayerID) (all []play.Server, err error) {
	for _, s := range tx.servers {
		if len(s.ExclusionsOf(p)) > 0 {
			all = append(all, cloneServer(s))
		}
	}
	return all, nil
}

func (tx memoryServers) SaveServer(_ context.Context, s play.Server) error {
	put(tx, tx.servers, s.ID, cloneServer(s))
	return nil
}

func (tx memoryServers) Dailies(_ context.Context, server string) ([]play.Daily, error) {
	return where(tx.dailies, func(a, b play.Daily) int { return int(a.Day - b.Day) },
		func(d play.Daily) bool { return d.Server == server }), nil
}

func (tx memoryServers) Solvers(_ context.Context, server string, day play.Day) ([]play.Solver, error) {
	return where(tx.solvers, func(a, b play.Solver) int { return cmp.Compare(a.Player, b.Player) },
		func(s play.Solver) bool { return s.Server == server && s.Day == day }), nil
}

func (tx memoryServers) SolvedBy(_ context.Context, p match.PlayerID) ([]play.Solver, error) {
	return where(tx.solvers, func(a, b play.Solver) int {
		return cmp.Or(int(b.Day-a.Day), cmp.Compare(a.Server, b.Server))
	}, func(s play.Solver) bool { return s.Player == p }), nil
}

func (tx memoryServers) SaveDaily(_ context.Context, d play.Daily) error {
	put(tx, tx.dailies, dailyKey{d.Server, d.Day}, d)
	return nil
}

func (tx memoryServers) SaveSolver(_ context.Context, s play.Solver) error {
	key := solverKey{dailyKey{s.Server, s.Day}, s.Player}
	if _, known := tx.dailies[key.dailyKey]; !known {
		return play.ErrNotFound
	}
	put(tx, tx.solvers, key, s)
	return nil
}

func (tx memoryServers) ForgetDailies(_ context.Context, server string, before play.Day) error {
	dropAll(tx, tx.solvers, func(key solverKey) bool { return key.server == server && key.day < before })
	dropAll(tx, tx.dailies, func(key dailyKey) bool { return key.server == server && key.day < before })
	return nil
}

func (tx memoryServers) Orders(context.Context) (play.Orders, error) { return tx.orders.Clone(), nil }

func (tx memoryServers) SaveOrders(_ context.Context, o play.Orders) error {
	set(tx, &tx.orders, o.Clone())
	return nil
}

func (tx memoryServers) Alive(context.Context) (play.Alive, error) { return tx.alive, nil }

func (tx memoryServers) SaveAlive(_ context.Context, a play.Alive) error {
	set(tx, &tx.alive, a)
	return nil
}

// memoryLeagues are the methods on leagues.
type memoryLeagues struct{ *unit }

func (tx memoryLeagues) League(_ context.Context, server string) (season.League, error) {
	l := tx.leagues[server]
	l.Server = server
	return cloneLeague(l), nil
}

func (tx memoryLeagues) Entries(_ context.Context, server string, number int) ([]season.Entry, error) {
	return where(tx.entries, func(a, b season.Entry) int {
		return cmp.Or(a.Group-b.Group, a.Seat-b.Seat, cmp.Compare(a.Player, b.Player))
	}, func(e season.Entry) bool { return e.Server == server && e.Season == number }), nil
}

func (tx memoryLeagues) Pairs(_ context.Context, server string, number int) ([]season.Pair, error) {
	return where(tx.pairs, func(a, b season.Pair) int { return cmp.Or(a.Group-b.Group, cmp.Compare(a.Match, b.Match)) },
		func(p season.Pair) bool { return p.Server == server && p.Season == number }), nil
}

func (tx memoryLeagues) EnteredBy(_ context.Context, p match.PlayerID) ([]season.Entry, error) {
	return where(tx.entries, func(a, b season.Entry) int {
		return cmp.Or(cmp.Compare(a.Server, b.Server), b.Season-a.Season)
	}, func(e season.Entry) bool { return e.Player == p }), nil
}

func (tx memoryLeagues) LeaguesNaming(_ context.Context, p match.PlayerID) (all []season.League, err error) {
	for _, l := range tx.leagues {
		text, err := json.Marshal(l.State)
		if err != nil {
			return nil, err
		}
		if bytes.Contains(text, []byte(`"`+p+`"`)) {
			all = append(all, cloneLeague(l))
		}
	}
	return all, nil
}

func (tx memoryLeagues) PairOf(_ context.Context, id match.ID) (season.Pair, error) {
	return tx.pairs[id], nil
}

func (tx memoryLeagues) SaveLeague(_ context.Context, l season.League) error {
	put(tx, tx.leagues, l.Server, cloneLeague(l))
	return nil
}

func cloneLeague(l season.League) season.League {
	l.Posts = slices.Clone(l.Posts)
	for i := range l.Posts {
		l.Posts[i].Ping, l.Posts[i].Idle = slices.Clone(l.Posts[i].Ping), slices.Clone(l.Posts[i].Idle)
	}
	l.LeftOut, l.Tells = slices.Clone(l.LeftOut), slices.Clone(l.Tells)
	l.Changes, l.Bars = slices.Clone(l.Changes), slices.Clone(l.Bars)
	return l
}

func (tx memoryLeagues) SaveEntry(_ context.Context, e season.Entry) error {
	if _, known := tx.leagues[e.Server]; !known {
		return play.ErrNotFound
	}
	put(tx, tx.entries, entryKey{e.Server, e.Season, e.Player}, e)
	return nil
}

func (tx memoryLeagues) RemoveEntry(_ context.Context, server string, number int, p match.PlayerID) error {
	drop(tx, tx.entries, entryKey{server, number, p})
	return nil
}

func (tx memoryLeagues) SavePair(_ context.Context, p season.Pair) error {
	if _, known := tx.matches[p.Match]; !known {
		return play.ErrNotFound
	}
	put(tx, tx.pairs, p.Match, p)
	return nil
}

func (tx memoryLeagues) RenameEntries(_ context.Context, p, former match.PlayerID) error {
	for key, e := range tx.entries {
		if key.player == p {
			drop(tx, tx.entries, key)
			key.player, e.Player = former, former
			put(tx, tx.entries, key, e)
		}
	}
	return nil
}
