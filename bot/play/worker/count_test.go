package worker_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/bot/play"
	"madbot/rules/match"
)

// work is what was asked of a Store.
type work struct {
	loads   int // matches read whole
	changes int // units of work that changed something, each one durable transaction
	idle    int // units of work that changed nothing
}

func (w work) minus(v work) work {
	return work{w.loads - v.loads, w.changes - v.changes, w.idle - v.idle}
}

// counting is a Store that counts.
type counting struct {
	play.Store
	work shared[work]
}

// load counts a match read whole.
func (s *counting) load() {
	s.work.change(func(w work) work { w.loads++; return w })
}

func (s *counting) Match(ctx context.Context, id match.ID) (play.Match, error) {
	s.load()
	return s.Store.Match(ctx, id)
}

func (s *counting) Do(ctx context.Context, f func(play.Tx) error) error {
	counted := &countingTx{store: s}
	err := s.Store.Do(ctx, func(tx play.Tx) error {
		counted.Tx = tx
		return f(counted)
	})
	s.work.change(func(w work) work {
		if counted.changed && err == nil {
			w.changes++
		} else {
			w.idle++
		}
		return w
	})
	return err
}

// countingTx notes whether a unit of work changes something.
type countingTx struct {
	play.Tx
	store   *counting
	changed bool
}

func (tx *countingTx) Match(ctx context.Context, id match.ID) (play.Match, error) {
	tx.store.load()
	return tx.Tx.Match(ctx, id)
}

func (tx *countingTx) CreateMatch(ctx context.Context, m play.Match, events []match.Event) error {
	tx.changed = true
	return tx.Tx.CreateMatch(ctx, m, events)
}

func (tx *countingTx) SaveMatch(ctx context.Context, m match.Match, events []match.Event) error {
	tx.changed = true
	return tx.Tx.SaveMatch(ctx, m, events)
}

func (tx *countingTx) SaveDelivery(ctx context.Context, id match.ID, d play.Delivery) error {
	tx.changed = true
	return tx.Tx.SaveDelivery(ctx, id, d)
}

func (tx *countingTx) SavePlayer(ctx context.Context, p play.Player) error {
	tx.changed = true
	return tx.Tx.SavePlayer(ctx, p)
}

func (tx *countingTx) Schedule(ctx context.Context, k play.JobKind, subject string,
	due time.Time) error {
	tx.changed = true
	return tx.Tx.Schedule(ctx, k, subject, due)
}

func (tx *countingTx) Claim(ctx context.Context, c play.Claim) ([]play.Job, error) {
	jobs, err := tx.Tx.Claim(ctx, c)
	tx.changed = tx.changed || len(jobs) > 0
	return jobs, err
}

func (tx *countingTx) Done(ctx context.Context, j play.Job) error {
	tx.changed = true
	return tx.Tx.Done(ctx, j)
}

func (tx *countingTx) Return(ctx context.Context, j play.Job) error {
	tx.changed = true
	return tx.Tx.Return(ctx, j)
}

// count returns what was asked of the store meanwhile.
func (s *counting) count(do func()) work {
	before := s.work.get()
	do()
	return s.work.get().minus(before)
}

// TestCount: one turn is one load and one durable transaction, telling it, the removal of the
// message before included, one load and two transactions more.
func TestCount(t *testing.T) {
	inBubble(t, func(f *fixture) {
		store := &counting{Store: f.store}
		f.newService(store)
		f.newWorker(store)
		id := f.start()
		f.run()
		for range 5 {
			f.stop() // so that nothing is told while the turn is counted
			turn := store.count(func() { f.move(id) })
			telling := store.count(func() { f.run() })
			assert.Equal(f, work{loads: 1, changes: 1}, turn, "a turn")
			assert.Equal(f, work{loads: 1, changes: 2}, telling, "telling it")
			f.requireIdle()
			f.Logf("a turn: %d load, %d durable transaction; telling it: %d load, %d durable transactions",
				turn.loads, turn.changes, telling.loads, telling.changes)
		}
		assert.Equal(f, post("c", id, 6), f.match(id).Post)
		assert.Len(f, f.announcer.removed.get(), 5)
		idle := store.count(func() { f.pass(24 * time.Hour) })
		assert.Zero(f, idle, "nothing due, nothing asked")
	})
}

// TestCount_AtOnce: what is due in several matches is claimed in one transaction, and each match
// recorded in one.
func TestCount_AtOnce(t *testing.T) {
	inBubble(t, func(f *fixture) {
		const matches = 10
		store := &counting{Store: f.store}
		f.newWorker(store)
		for range matches {
			f.start()
		}
		telling := store.count(func() { f.run() })
		f.requireIdle()
		assert.Equal(f, work{loads: matches, changes: 1 + matches}, telling)
	})
}

// TestCount_Robot: the robot's answer is two loads, when it begins to think and when it plays, and
// two durable transactions; it is told with the turn.
func TestCount_Robot(t *testing.T) {
	inBubble(t, func(f *fixture) {
		store := &counting{Store: f.store}
		f.newService(store)
		f.newWorker(store)
		id := f.challengeRobot(match.PlayRed)
		f.run()
		both := store.count(func() {
			f.move(id)
			f.pass(time.Second)
		})
		f.requireIdle()
		assert.Equal(f, 2, f.ply(id))
		want := work{loads: 1 + 2 + 1, changes: 1 + 2 + 2} // turn, answer, telling
		assert.Equal(f, want, both)
	})
}
