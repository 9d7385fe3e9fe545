package worker_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/rules/match"
)

// failingStore fails on request, and counts the calls meanwhile.
type failingStore struct {
	units shared[func() error] // nil: works; else what a unit of work ends with
	next  shared[func() error] // the same of NextJob
	asked shared[int]
}

func (s *failingStore) hook(c playtest.Call, do func() error) error {
	var fail func() error
	switch c.Name {
	case playtest.Commit:
		fail = s.units.get()
	case "NextJob":
		fail = s.next.get()
	}
	if fail == nil {
		return do()
	}
	s.asked.change(func(n int) int { return n + 1 })
	return errors.Join(do(), fail())
}

// repair makes the store work.
func (s *failingStore) repair() {
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

// TestStoreFails: the Worker survives a store that fails or panics for a while, does not flood it, and sends nothing
// whose sending it cannot record first.
func TestStoreFails(t *testing.T) {
	for name, fail := range failures() {
		for _, part := range []string{"units", "next"} {
			t.Run(name+" of "+part, func(t *testing.T) {
				inBubble(t, func(f *fixture) {
					store := new(failingStore)
					f.newWorker(f.hooked(store.hook))
					f.start()
					switch part {
					case "units":
						store.units.set(fail)
					case "next":
						store.next.set(fail)
					}
					f.run()
					f.pass(time.Minute) // at 0, again by the Wake of start, then 4, 12, 28, 60
					assert.Contains(f, f.log.String(), "no disk")
					assert.InDelta(f, 6, store.asked.get(), 1)
					f.pass(10 * time.Hour)
					assert.InDelta(f, 606, store.asked.get(), 2, "each minute")
					assert.Empty(f, f.announcer.calls.get())
					store.repair()
					f.pass(time.Minute)
					assert.Equal(f, post("c", "m1", 1), f.match("m1").Post)
					f.requireIdle()

					store.asked.set(0)
					store.next.set(fail)
					f.worker.Wake()
					f.pass(13 * time.Second)
					assert.Equal(f, 3, store.asked.get(), "at 0, 2, 6, as at first")
				})
			})
		}
	}
}

// TestStoreFails_AfterSending: a sent post is recorded as soon as the store works again, and not sent twice.
func TestStoreFails_AfterSending(t *testing.T) {
	for name, fail := range failures() {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(f *fixture) {
				store := new(failingStore)
				f.newWorker(f.hooked(store.hook))
				f.announcer.announce.set(func(context.Context, match.ID) error {
					store.units.set(fail)
					return nil
				})
				f.start()
				f.run()
				f.pass(13 * time.Second)
				assert.Equal(f, 4, store.asked.get(), "recorded at 0, 2, 6, prolonged at 10")
				store.units.set(nil)
				f.announcer.announce.set(nil)
				f.pass(time.Hour)
				assert.Len(f, f.announcer.calls.get(), 1)
				assert.Equal(f, post("c", "m1", 1), f.match("m1").Post)
				f.requireIdle()
			})
		})
	}
}

// TestStoreFails_Long: a post that could not be recorded before the lease ended is sent again, unchanged.
func TestStoreFails_Long(t *testing.T) {
	inBubble(t, func(f *fixture) {
		store := new(failingStore)
		f.newWorker(f.hooked(store.hook))
		f.announcer.announce.set(func(context.Context, match.ID) error {
			store.units.set(func() error { return errors.New("no disk") })
			return nil
		})
		f.start()
		f.run()
		f.pass(10 * time.Minute)
		store.units.set(nil)
		f.announcer.announce.set(nil)
		f.pass(10 * time.Minute)
		calls := f.announcer.calls.get()
		assert.Len(f, calls, 2)
		assert.Equal(f, calls[0].key, calls[1].key)
		assert.Equal(f, calls[0].seqs, calls[1].seqs)
		f.requireIdle()
	})
}

// unrecordable panics when the announcement of one match is recorded.
func unrecordable(c playtest.Call, do func() error) error {
	if c.Name == "SaveDelivery" && c.Args[0] == match.ID("m1") && c.Args[1].(play.Delivery).Told > 0 {
		panic("a defect")
	}
	return do()
}

// TestStorePanics: a match that cannot be recorded does not take the room of others.
func TestStorePanics(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.newWorker(f.hooked(unrecordable))
		f.start()
		f.run()
		f.pass(10 * time.Hour)
		f.start()
		synctest.Wait()
		assert.Equal(f, post("c", "m2", 1), f.match("m2").Post)
		f.stop()
	})
}

// unreadable fails for one match and panics for another where it is to be read.
func unreadable(c playtest.Call, do func() error) error {
	switch {
	case c.Name == "Match" && c.Args[0] == match.ID("m1"):
		return errors.New("unreadable")
	case c.Name == "Match" && c.Args[0] == match.ID("m2"):
		panic("unreadable")
	}
	return do()
}

// TestStoreGarbled: a match that cannot be read keeps no other from being told, and is tried again,
// less and less often.
func TestStoreGarbled(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.newWorker(f.hooked(unreadable))
		for range 3 {
			f.start()
		}
		f.run()
		assert.Equal(f, post("c", "m3", 1), f.match("m3").Post)
		assert.Contains(f, f.log.String(), "subject=tell/m1")
		assert.Contains(f, f.log.String(), "subject=tell/m2")
		f.stop()
		f.newWorker(f.store)
		f.run()
		f.pass(2 * time.Second)
		f.requireIdle()
		assert.Len(f, f.announcer.calls.get(), 3)
	})
}

// TestStoreGarbled_NotKept: what was not claimed after all did not fail.
func TestStoreGarbled_NotKept(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.newWorker(f.hooked(func(c playtest.Call, do func() error) error {
			if c.Name == playtest.Commit {
				return errors.Join(do(), errors.New("no disk"))
			}
			return unreadable(c, do)
		}))
		f.start()
		f.run()
		assert.Contains(f, f.log.String(), "jobs not claimed")
		assert.NotContains(f, f.log.String(), "job failed")
	})
}

// collidingStore is a Store whose units of work collide with others, once each.
type collidingStore struct{ play.Store }

func (s collidingStore) Do(ctx context.Context, f func(play.Tx) error) error {
	_ = s.Store.Do(ctx, func(tx play.Tx) error { return errors.Join(f(tx), errors.New("collision")) })
	return s.Store.Do(ctx, f)
}

// TestStoreCollides: what is done again for the store's sake happens once.
func TestStoreCollides(t *testing.T) {
	inBubble(t, func(f *fixture) {
		f.newService(collidingStore{f.store})
		f.newWorker(collidingStore{f.store})
		f.start()
		f.challengeRobot(match.PlayBlue)
		f.run()
		f.playTurn("m1")
		f.pass(time.Minute)
		f.requireIdle()
		assert.Equal(f, 1, f.ply("m1"))
		assert.Equal(f, 1, f.ply("m2"))
		assert.Len(f, f.announcer.calls.get(), 3)
		assert.Equal(f, []play.Post{post("c", "m1", 1)}, f.announcer.removed.get())
	})
}

// TestStoreTaken: a Worker that never gets the due jobs asks for them once a second, and makes no other calls.
func TestStoreTaken(t *testing.T) {
	inBubble(t, func(f *fixture) {
		var others shared[bool] // are quicker to claim
		var asked shared[int]
		others.set(true)
		f.newWorker(f.hooked(func(c playtest.Call, do func() error) error {
			if c.Name != "Claim" || !others.get() {
				return do()
			}
			asked.change(func(n int) int { return n + 1 })
			return nil
		}))
		f.start()
		f.run()
		f.pass(10*time.Second - 1)
		assert.InDelta(f, 10, asked.get(), 1)
		others.set(false)
		f.pass(time.Second)
		f.requireIdle()
	})
}
