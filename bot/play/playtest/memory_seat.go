package playtest

import (
	"cmp"
	"context"
	"slices"
	"time"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

// Seat implements play.Seats.
func (tx *memoryTx) Seat(_ context.Context, id match.ID, p match.PlayerID) (play.Seat, error) {
	s, ok := tx.memory.seats[seatKey{id, p}]
	if !ok {
		return play.Seat{Match: id, Player: p}, nil
	}
	return cloneSeat(s), nil
}

// SaveSeat implements play.Seats.
func (tx *memoryTx) SaveSeat(_ context.Context, s play.Seat) error {
	if m := tx.memory.matches[s.Match]; s.Player != m.Challenger && s.Player != m.Opponent {
		return nil
	}
	put(tx, tx.memory.seats, seatKey{s.Match, s.Player}, cloneSeat(s))
	return nil
}

// cloneSeat returns a copy that shares nothing with s.
func cloneSeat(s play.Seat) play.Seat {
	s.Notes, s.Plans = slices.Clone(s.Notes), slices.Clone(s.Plans)
	for i, p := range s.Plans {
		s.Plans[i].Lines = slices.Clone(p.Lines)
	}
	return s
}

// Server implements play.Servers.
func (tx *memoryTx) Server(_ context.Context, id string) (play.Server, error) {
	s, ok := tx.memory.servers[id]
	if !ok {
		return play.Server{ID: id}, nil
	}
	s.Settings.Channels = slices.Clone(s.Settings.Channels)
	return s, nil
}

// SaveServer implements play.Servers.
func (tx *memoryTx) SaveServer(_ context.Context, s play.Server) error {
	s.Settings.Channels = slices.Clone(s.Settings.Channels)
	put(tx, tx.memory.servers, s.ID, s)
	return nil
}

// Dailies implements play.Store.
func (s *Memory) Dailies(ctx context.Context, server string) ([]play.Daily, error) {
	return read(ctx, s, func(tx *memoryTx) ([]play.Daily, error) { return tx.Dailies(ctx, server) })
}

// Solvers implements play.Store.
func (s *Memory) Solvers(ctx context.Context, server string, day play.Day) ([]play.Solver, error) {
	return read(ctx, s, func(tx *memoryTx) ([]play.Solver, error) { return tx.Solvers(ctx, server, day) })
}

// SolvedBy implements play.Store.
func (s *Memory) SolvedBy(ctx context.Context, p match.PlayerID) ([]play.Solver, error) {
	return read(ctx, s, func(tx *memoryTx) ([]play.Solver, error) { return tx.SolvedBy(ctx, p) })
}

// Dailies implements play.DailyReader.
func (tx *memoryTx) Dailies(_ context.Context, server string) (list []play.Daily, _ error) {
	for _, d := range tx.memory.dailies {
		if d.Server == server {
			list = append(list, d)
		}
	}
	slices.SortFunc(list, func(a, b play.Daily) int { return int(a.Day - b.Day) })
	return list, nil
}

// Solvers implements play.DailyReader.
func (tx *memoryTx) Solvers(_ context.Context, server string, day play.Day) ([]play.Solver, error) {
	list := tx.solvers(func(s play.Solver) bool { return s.Server == server && s.Day == day })
	slices.SortFunc(list, func(a, b play.Solver) int { return cmp.Compare(a.Player, b.Player) })
	return list, nil
}

// SolvedBy implements play.DailyReader.
func (tx *memoryTx) SolvedBy(_ context.Context, p match.PlayerID) ([]play.Solver, error) {
	list := tx.solvers(func(s play.Solver) bool { return s.Player == p })
	slices.SortFunc(list, func(a, b play.Solver) int {
		return cmp.Or(int(b.Day-a.Day), cmp.Compare(a.Server, b.Server))
	})
	return list, nil
}

// solvers returns those that are wanted.
func (tx *memoryTx) solvers(wanted func(play.Solver) bool) (list []play.Solver) {
	for _, s := range tx.memory.solvers {
		if wanted(s) {
			list = append(list, s)
		}
	}
	return list
}

// SaveDaily implements play.Dailies.
func (tx *memoryTx) SaveDaily(_ context.Context, d play.Daily) error {
	put(tx, tx.memory.dailies, dailyKey{d.Server, d.Day}, d)
	return nil
}

// SaveSolver implements play.Dailies.
func (tx *memoryTx) SaveSolver(_ context.Context, s play.Solver) error {
	key := solverKey{dailyKey{s.Server, s.Day}, s.Player}
	if _, known := tx.memory.dailies[key.dailyKey]; !known {
		return play.ErrNotFound
	}
	put(tx, tx.memory.solvers, key, s)
	return nil
}

// ForgetDailies implements play.Dailies.
func (tx *memoryTx) ForgetDailies(_ context.Context, server string, before play.Day) error {
	for key := range tx.memory.solvers {
		if key.server == server && key.day < before {
			drop(tx, tx.memory.solvers, key)
		}
	}
	for key := range tx.memory.dailies {
		if key.server == server && key.day < before {
			drop(tx, tx.memory.dailies, key)
		}
	}
	return nil
}

// Orders implements play.Tx.
func (tx *memoryTx) Orders(context.Context) (play.Orders, error) {
	return tx.memory.orders[struct{}{}].Clone(), nil
}

// SaveOrders implements play.Tx.
func (tx *memoryTx) SaveOrders(_ context.Context, o play.Orders) error {
	put(tx, tx.memory.orders, struct{}{}, o.Clone())
	return nil
}

// Alive implements play.Tx.
func (tx *memoryTx) Alive(context.Context) (play.Alive, error) {
	return tx.memory.alive[struct{}{}], nil
}

// SaveAlive implements play.Tx.
func (tx *memoryTx) SaveAlive(_ context.Context, a play.Alive) error {
	put(tx, tx.memory.alive, struct{}{}, a)
	return nil
}

// Trials implements play.Store.
func (s *Memory) Trials(ctx context.Context, p match.PlayerID, limit int) ([]play.Trial, error) {
	hints := map[match.ID]int{}
	list, err := s.list(ctx, p, func(m *play.Match) (time.Time, bool) {
		hints[m.ID] = m.HintsOf(m.ColorOf(p))
		return m.Ended, m.Status == match.Finished && m.Challenger == p && m.Robot() != "" && !m.Practice &&
			m.Game.Outcome().Winner != rules.NoColor && !m.Terms.StartsLater()
	})
	var all []play.Trial
	for _, m := range list[:min(limit, len(list))] {
		all = append(all, play.Trial{Level: m.Terms.Level, Won: m.Winner == p, Hints: hints[m.ID]})
	}
	return all, err
}

// Rated implements play.Store.
func (s *Memory) Rated(ctx context.Context, p match.PlayerID, since time.Time) ([]play.Summary, error) {
	return read(ctx, s, func(tx *memoryTx) ([]play.Summary, error) { return tx.Rated(ctx, p, since) })
}

// Rated implements play.Matches.
func (tx *memoryTx) Rated(_ context.Context, p match.PlayerID, since time.Time) ([]play.Summary, error) {
	return tx.memory.listLocked(p, func(m *play.Match) (time.Time, bool) {
		late := !m.Started.IsZero() && !m.Started.Before(since) || !m.Ended.IsZero() && !m.Ended.Before(since)
		return m.Created, m.Terms.Rated && late
	}), nil
}
