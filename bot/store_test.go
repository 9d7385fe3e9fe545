package bot

import (
	"context"
	"errors"
	"sync/atomic"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/rules/match"
)

// countedStore is a store in memory that counts loads and units of work.
type countedStore struct {
	*playtest.Memory
	loads   atomic.Int32 // matches read with their games
	players atomic.Int32 // players read outside of units of work
	units   atomic.Int32 // units of work
	broken  atomic.Bool  // players cannot be read

	seatless atomic.Bool // seats cannot be read outside of units of work
}

func newCountedStore() *countedStore { return &countedStore{Memory: playtest.NewMemory()} }

func (s *countedStore) Player(ctx context.Context, id match.PlayerID) (play.Player, error) {
	s.players.Add(1)
	if s.broken.Load() {
		return play.Player{}, errors.New("disk is gone")
	}
	return s.Memory.Player(ctx, id)
}

func (s *countedStore) Seat(ctx context.Context, id match.ID, p match.PlayerID) (play.Seat, error) {
	if s.seatless.Load() {
		return play.Seat{}, errors.New("disk is gone")
	}
	return s.Memory.Seat(ctx, id, p)
}

func (s *countedStore) Match(ctx context.Context, id match.ID) (play.Match, error) {
	s.loads.Add(1)
	return s.Memory.Match(ctx, id)
}

func (s *countedStore) Do(ctx context.Context, f func(play.Tx) error) error {
	s.units.Add(1)
	return s.Memory.Do(ctx, func(tx play.Tx) error { return f(countedTx{tx, s}) })
}

type countedTx struct {
	play.Tx
	store *countedStore
}

func (tx countedTx) Match(ctx context.Context, id match.ID) (play.Match, error) {
	tx.store.loads.Add(1)
	return tx.Tx.Match(ctx, id)
}

// counted returns how many matches f loads, and how many units of work it runs.
func (s *countedStore) counted(f func()) (loads, units int32) {
	s.loads.Store(0)
	s.units.Store(0)
	f()
	return s.loads.Load(), s.units.Load()
}
