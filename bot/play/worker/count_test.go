package worker_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
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

// counting counts what is asked of a Store.
type counting struct {
	work    shared[work]
	changed bool // by the running unit of work, the only one
}

func (s *counting) hook(c playtest.Call, do func() error) error {
	if c.Name == playtest.Commit {
		s.changed = false
	}
	err := do()
	jobs, _ := c.Got.(*[]play.Job)
	switch c.Name {
	case "CreateMatch", "SaveMatch", "SaveDelivery", "SavePlayer", "Schedule", "Done", "Return":
		s.changed = true
	case "Claim":
		s.changed = s.changed || len(*jobs) > 0
	}
	s.work.change(func(w work) work {
		switch {
		case c.Name == "Match":
			w.loads++
		case c.Name == playtest.Commit && s.changed && err == nil:
			w.changes++
		case c.Name == playtest.Commit:
			w.idle++
		}
		return w
	})
	return err
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
		store := new(counting)
		f.newService(f.hooked(store.hook))
		f.newWorker(f.hooked(store.hook))
		id := f.start()
		f.run()
		for range 5 {
			f.stop() // so that nothing is announced while the turn is counted
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

// TestCount_AtOnce: jobs due in several matches are claimed in one transaction, and each match is recorded in one.
func TestCount_AtOnce(t *testing.T) {
	inBubble(t, func(f *fixture) {
		const matches = 10
		store := new(counting)
		f.newWorker(f.hooked(store.hook))
		for range matches {
			f.start()
		}
		telling := store.count(func() { f.run() })
		f.requireIdle()
		assert.Equal(f, work{loads: matches, changes: 1 + matches}, telling)
	})
}

// TestCount_Robot: the robot's answer takes two loads, when it begins to think and when it plays, and two durable
// transactions; it is announced together with the turn.
func TestCount_Robot(t *testing.T) {
	inBubble(t, func(f *fixture) {
		store := new(counting)
		f.newService(f.hooked(store.hook))
		f.newWorker(f.hooked(store.hook))
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
