package worker_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/bot/play"
	"madbot/rules/match"
)

// weary is a Store that fails as it is told to, and counts how often it was asked.
type weary struct {
	play.Store
	units shared[func() error] // nil: works; else what a unit of work ends with
	next  shared[func() error] // the same of NextJob
	asked shared[int]
}

func (s *weary) Do(ctx context.Context, f func(play.Tx) error) error {
	fail := s.units.get()
	if fail == nil {
		return s.Store.Do(ctx, f)
	}
	s.asked.change(func(n int) int { return n + 1 })
	return s.Store.Do(ctx, func(tx play.Tx) error { return errors.Join(f(tx), fail()) })
}

func (s *weary) NextJob(ctx context.Context, kinds []play.JobKind, now time.Time) (time.Time, bool,
	error) {
	if fail := s.next.get(); fail != nil {
		s.asked.change(func(n int) int { return n + 1 })
		return time.Time{}, false, fail()
	}
	return s.Store.NextJob(ctx, kinds, now)
}

// heal makes the store work.
func (s *weary) heal() {
	s.units.set(nil)
	s.next.set(nil)
}

// failures are the ways in which a store fails.
func failures() map[string]func() error {
	return map[string]func() error{
		"error": func() error { return errors.New("no disk") },
		"panic": func() error { panic("no disk") },
	}
}

// TestStoreFails: the Worker outlives a store that fails or panics for a while, does not storm it,
// and sends nothing of which it cannot be recorded that it is being sent.
func TestStoreFails(t *testing.T) {
	for name, fail := range failures() {
		for _, part := range []string{"units", "next"} {
			t.Run(name+" of "+part, func(t *testing.T) {
				inOffice(t, func(o *office) {
					store := &weary{Store: o.store}
					o.employ(store)
					o.start()
					switch part {
					case "units":
						store.units.set(fail)
					case "next":
						store.next.set(fail)
					}
					o.open()
					o.pass(time.Minute) // at 0, again by the Wake of start, then 4, 12, 28, 60
					assert.Contains(o, o.log.String(), "no disk")
					assert.InDelta(o, 6, store.asked.get(), 1)
					o.pass(10 * time.Hour)
					assert.InDelta(o, 606, store.asked.get(), 2, "each minute")
					assert.Empty(o, o.crier.calls.get())
					store.heal()
					o.pass(time.Minute)
					assert.Equal(o, post("c", "m1", 1), o.match("m1").Post)
					o.requireIdle()

					store.asked.set(0)
					store.next.set(fail)
					o.worker.Wake()
					o.pass(13 * time.Second)
					assert.Equal(o, 3, store.asked.get(), "at 0, 2, 6, as at first")
				})
			})
		}
	}
}

// TestStoreFails_AfterSending: what was sent is recorded as soon as it can be, and not sent again.
func TestStoreFails_AfterSending(t *testing.T) {
	for name, fail := range failures() {
		t.Run(name, func(t *testing.T) {
			inOffice(t, func(o *office) {
				store := &weary{Store: o.store}
				o.employ(store)
				o.crier.announce.set(func(context.Context, match.ID) error {
					store.units.set(fail)
					return nil
				})
				o.start()
				o.open()
				o.pass(40 * time.Second)
				assert.Equal(o, 5, store.asked.get(), "at 0, 2, 6, 14, 30")
				store.units.set(nil)
				o.crier.announce.set(nil)
				o.pass(time.Hour)
				assert.Len(o, o.crier.calls.get(), 1)
				assert.Equal(o, post("c", "m1", 1), o.match("m1").Post)
				o.requireIdle()
			})
		})
	}
}

// TestStoreFails_Long: what could not be recorded before the lease ended is sent again, as it was.
func TestStoreFails_Long(t *testing.T) {
	inOffice(t, func(o *office) {
		store := &weary{Store: o.store}
		o.employ(store)
		o.crier.announce.set(func(context.Context, match.ID) error {
			store.units.set(func() error { return errors.New("no disk") })
			return nil
		})
		o.start()
		o.open()
		o.pass(10 * time.Minute)
		store.units.set(nil)
		o.crier.announce.set(nil)
		o.pass(10 * time.Minute)
		calls := o.crier.calls.get()
		assert.Len(o, calls, 2)
		assert.Equal(o, calls[0].key, calls[1].key)
		assert.Equal(o, calls[0].seqs, calls[1].seqs)
		o.requireIdle()
	})
}

// cursed is a Store that panics where it is to record that one match was told.
type cursed struct{ play.Store }

type cursedTx struct{ play.Tx }

func (s cursed) Do(ctx context.Context, f func(play.Tx) error) error {
	return s.Store.Do(ctx, func(tx play.Tx) error { return f(cursedTx{tx}) })
}

func (tx cursedTx) SaveDelivery(ctx context.Context, id match.ID, d play.Delivery) error {
	if id == "m1" && d.Told > 0 {
		panic("a defect")
	}
	return tx.Tx.SaveDelivery(ctx, id, d)
}

// TestStorePanics: a match of which nothing can be recorded never takes up the room of others.
func TestStorePanics(t *testing.T) {
	inOffice(t, func(o *office) {
		o.employ(cursed{o.store})
		o.start()
		o.open()
		o.pass(10 * time.Hour)
		o.start()
		synctest.Wait()
		assert.Equal(o, post("c", "m2", 1), o.match("m2").Post)
		o.stop()
	})
}

// garbled is a Store of which one match cannot be read.
type garbled struct{ play.Store }

type garbledTx struct{ play.Tx }

func (s garbled) Do(ctx context.Context, f func(play.Tx) error) error {
	return s.Store.Do(ctx, func(tx play.Tx) error { return f(garbledTx{tx}) })
}

func (tx garbledTx) Match(ctx context.Context, id match.ID) (play.Match, error) {
	switch id {
	case "m1":
		return play.Match{}, errors.New("garbled")
	case "m2":
		panic("garbled")
	}
	return tx.Tx.Match(ctx, id)
}

// TestStoreGarbled: a match that cannot be read keeps no other from being told, and is tried again,
// less and less often.
func TestStoreGarbled(t *testing.T) {
	inOffice(t, func(o *office) {
		o.employ(garbled{o.store})
		for range 3 {
			o.start()
		}
		o.open()
		assert.Equal(o, post("c", "m3", 1), o.match("m3").Post)
		assert.Contains(o, o.log.String(), "subject=m1")
		assert.Contains(o, o.log.String(), "subject=m2")
		o.stop()
		o.employ(o.store)
		o.open()
		o.pass(2 * time.Second)
		o.requireIdle()
		assert.Len(o, o.crier.calls.get(), 3)
	})
}

// colliding is a Store whose units of work collide with others, once each.
type colliding struct{ play.Store }

func (s colliding) Do(ctx context.Context, f func(play.Tx) error) error {
	_ = s.Store.Do(ctx, func(tx play.Tx) error { return errors.Join(f(tx), errors.New("collision")) })
	return s.Store.Do(ctx, f)
}

// TestStoreCollides: what is done again for the store's sake happens once.
func TestStoreCollides(t *testing.T) {
	inOffice(t, func(o *office) {
		o.serve(colliding{o.store})
		o.employ(colliding{o.store})
		o.start()
		o.challengeRobot(match.PlayBlue)
		o.open()
		o.playTurn("m1")
		o.pass(time.Minute)
		o.requireIdle()
		assert.Equal(o, 1, o.ply("m1"))
		assert.Equal(o, 1, o.ply("m2"))
		assert.Len(o, o.crier.calls.get(), 3)
		assert.Equal(o, []play.Post{post("c", "m1", 1)}, o.crier.removed.get())
	})
}

// unlucky is a Store in which others are quicker to claim, while they are.
type unlucky struct {
	play.Store
	others shared[bool]
	asked  shared[int]
}

type unluckyTx struct {
	play.Tx
	store *unlucky
}

func (s *unlucky) Do(ctx context.Context, f func(play.Tx) error) error {
	return s.Store.Do(ctx, func(tx play.Tx) error { return f(unluckyTx{tx, s}) })
}

func (tx unluckyTx) Claim(ctx context.Context, c play.Claim) ([]play.Job, error) {
	if tx.store.others.get() {
		tx.store.asked.change(func(n int) int { return n + 1 })
		return nil, nil
	}
	return tx.Tx.Claim(ctx, c)
}

// TestStoreTaken: whoever never gets what is due asks for it each second, for each kind.
func TestStoreTaken(t *testing.T) {
	inOffice(t, func(o *office) {
		store := &unlucky{Store: o.store}
		store.others.set(true)
		o.employ(store)
		o.start()
		o.open()
		o.pass(10*time.Second - 1)
		assert.InDelta(o, 3*10, store.asked.get(), 3)
		store.others.set(false)
		o.pass(time.Second)
		o.requireIdle()
	})
}
