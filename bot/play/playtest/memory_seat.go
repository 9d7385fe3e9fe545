package playtest

import (
	"context"
	"slices"

	"madbot/bot/play"
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
