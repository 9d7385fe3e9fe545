package worker_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules/match"
)

// onceStore is a Store in which one call of a unit of work fails, the n-th; 0: none.
type onceStore struct {
	play.Store
	n     int
	calls shared[int]
}

func (s *onceStore) Do(ctx context.Context, f func(play.Tx) error) error {
	return s.Store.Do(ctx, func(tx play.Tx) error { return f(onceTx{tx, s}) })
}

// fail fails in the n-th call.
func (s *onceStore) fail() error {
	if s.calls.change(func(n int) int { return n + 1 }) == s.n {
		return errors.New("once")
	}
	return nil
}

// onceTx is the Tx of a onceStore.
type onceTx struct {
	play.Tx
	store *onceStore
}

// unless returns what call returns, unless it is the one that fails.
func unless[T any](tx onceTx, call func() (T, error)) (T, error) {
	if err := tx.store.fail(); err != nil {
		var none T
		return none, err
	}
	return call()
}

func (tx onceTx) Match(ctx context.Context, id match.ID) (play.Match, error) {
	return unless(tx, func() (play.Match, error) { return tx.Tx.Match(ctx, id) })
}

func (tx onceTx) SaveMatch(ctx context.Context, m match.Match, events []match.Event) error {
	if err := tx.store.fail(); err != nil {
		return err
	}
	return tx.Tx.SaveMatch(ctx, m, events)
}

func (tx onceTx) Events(ctx context.Context, id match.ID, after, last int) ([]match.Event, error) {
	return unless(tx, func() ([]match.Event, error) { return tx.Tx.Events(ctx, id, after, last) })
}

func (tx onceTx) Open(ctx context.Context, p match.PlayerID) ([]play.Summary, error) {
	return unless(tx, func() ([]play.Summary, error) { return tx.Tx.Open(ctx, p) })
}

func (tx onceTx) Delivery(ctx context.Context, id match.ID) (play.Delivery, error) {
	return unless(tx, func() (play.Delivery, error) { return tx.Tx.Delivery(ctx, id) })
}

func (tx onceTx) SaveDelivery(ctx context.Context, id match.ID, d play.Delivery) error {
	if err := tx.store.fail(); err != nil {
		return err
	}
	return tx.Tx.SaveDelivery(ctx, id, d)
}

func (tx onceTx) Player(ctx context.Context, id match.PlayerID) (play.Player, error) {
	return unless(tx, func() (play.Player, error) { return tx.Tx.Player(ctx, id) })
}

func (tx onceTx) SavePlayer(ctx context.Context, p play.Player) error {
	if err := tx.store.fail(); err != nil {
		return err
	}
	return tx.Tx.SavePlayer(ctx, p)
}

func (tx onceTx) Seat(ctx context.Context, id match.ID, p match.PlayerID) (play.Seat, error) {
	return unless(tx, func() (play.Seat, error) { return tx.Tx.Seat(ctx, id, p) })
}

func (tx onceTx) SaveSeat(ctx context.Context, s play.Seat) error {
	if err := tx.store.fail(); err != nil {
		return err
	}
	return tx.Tx.SaveSeat(ctx, s)
}

func (tx onceTx) Server(ctx context.Context, id string) (play.Server, error) {
	return unless(tx, func() (play.Server, error) { return tx.Tx.Server(ctx, id) })
}

func (tx onceTx) SaveServer(ctx context.Context, s play.Server) error {
	if err := tx.store.fail(); err != nil {
		return err
	}
	return tx.Tx.SaveServer(ctx, s)
}

func (tx onceTx) Schedule(ctx context.Context, k play.JobKind, subject string, due time.Time) error {
	if err := tx.store.fail(); err != nil {
		return err
	}
	return tx.Tx.Schedule(ctx, k, subject, due)
}

func (tx onceTx) Claim(ctx context.Context, c play.Claim) ([]play.Job, error) {
	return unless(tx, func() ([]play.Job, error) { return tx.Tx.Claim(ctx, c) })
}

func (tx onceTx) Done(ctx context.Context, j play.Job) error {
	if err := tx.store.fail(); err != nil {
		return err
	}
	return tx.Tx.Done(ctx, j)
}

func (tx onceTx) Return(ctx context.Context, j play.Job) error {
	if err := tx.store.fail(); err != nil {
		return err
	}
	return tx.Tx.Return(ctx, j)
}

// failOnce plays a match in which people are told of everything there is, while the n-th call fails, and
// returns what they were told, and what happened.
func (f *fixture) failOnce(n int) (told []string, kinds []match.EventKind, calls int) {
	store := &onceStore{Store: f.store, n: n}
	f.newWorker(store)
	f.wants(alice, "", play.Settings{Direct: true, Digest: true, Reminders: "half 1h"})
	f.messenger.fails.set(func(n play.Notice) error {
		if n.Direct && n.Kind == play.TimeNotice {
			return play.ErrClosed
		}
		return nil
	})
	_, err := f.ChangeServer(f.Context(), bob, "g", func(s *play.ServerSettings) { s.Threads = true })
	require.NoError(f, err)
	id := f.startPaced()
	f.run()
	_, err = f.ChangePlayer(f.Context(), alice, func(p *play.Player) { p.Vacation.Stays = false })
	require.NoError(f, err)
	f.pass(time.Hour)
	for range 4 {
		f.playTurn(id)
		f.pass(time.Hour)
	}
	f.pass(20 * day)
	seen := map[string]bool{}
	for _, c := range f.announcer.pings.get() {
		if !seen[c.key] {
			for _, p := range c.ids {
				told = append(told, "board to "+string(p))
			}
		}
		seen[c.key] = true
	}
	for i, one := range f.told() {
		if key := f.messenger.calls.get()[i]; !seen[key.Key] {
			told = append(told, one[len(one)-len("xxxx to 1 directly"):])
			seen[key.Key] = true
		}
	}
	f.stop()
	slices.Sort(told)
	f.requireIdle()
	assert.Len(f, f.threads.closed.get(), 1)
	return told, f.kinds(id), store.calls.get()
}

// TestFailsOnce: whichever call of the store fails, people are told the same, and the same happens.
func TestFailsOnce(t *testing.T) {
	var told []string
	var kinds []match.EventKind
	calls := 0
	t.Run("never", func(t *testing.T) {
		inBubbleNow(t, func(f *fixture) { told, kinds, calls = f.failOnce(0) })
	})
	t.Log(told, kinds, calls)
	for n := 1; n <= calls; n++ {
		inBubbleNow(t, func(f *fixture) {
			again, happened, _ := f.failOnce(n)
			assert.Equal(f, told, again, n)
			assert.Equal(f, kinds, happened, n)
		})
	}
}
