package worker_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/bot/play/worker"
	"madbot/rules/match"
)

// faultyStore is a Store that fails by chance while it does: before a unit of work, or after it was
// kept, as when an answer is lost on its way.
type faultyStore struct {
	play.Store
	mu     *sync.Mutex
	chance *rand.Rand
	faulty bool
	dead   bool // the process was killed: nothing is kept any more
}

func (s *faultyStore) Do(ctx context.Context, f func(play.Tx) error) error {
	s.mu.Lock()
	before, after := s.dead, false
	if s.faulty && !s.dead {
		n := s.chance.IntN(10)
		before, after = n == 0, n == 1
	}
	s.mu.Unlock()
	if before {
		return errors.New("lost on the way there")
	}
	err := s.Store.Do(ctx, f)
	if err == nil && after {
		err = errors.New("lost on the way back")
	}
	return err
}

// set makes the store faulty, or whole.
func (s *faultyStore) set(faulty bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faulty = faulty
}

// kill keeps anything more from being kept.
func (s *faultyStore) kill() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dead = true
}

// TestChaos: two processes, one of which is killed and restarted repeatedly, with clocks that differ by minutes, a
// store that fails before or after a commit, and an Announcer that fails or hangs too long. Each event is announced, in
// order, and announcements with the same key are identical.
func TestChaos(t *testing.T) {
	for seed := range uint64(20) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			inBubble(t, func(f *fixture) { f.chaos(rand.New(rand.NewPCG(seed, 7))) })
		})
	}
}

func (f *fixture) chaos(chance *rand.Rand) {
	var mu sync.Mutex
	n := func(limit int) int {
		mu.Lock()
		defer mu.Unlock()
		return chance.IntN(limit)
	}
	calm := shared[bool]{}
	f.announcer.announce.set(func(ctx context.Context, _ match.ID) error {
		time.Sleep(time.Duration(n(1500)) * time.Millisecond)
		switch {
		case calm.get():
			return nil
		case n(10) == 0:
			return errors.New("no answer")
		case n(10) == 0:
			time.Sleep(4 * time.Minute) // longer than the lease, whatever ctx says
			return nil
		case n(10) == 0:
			return hang(ctx, "")
		}
		return nil
	})
	begin := func(skew time.Duration) (*faultyStore, func()) {
		s := &faultyStore{Store: f.store, mu: &mu, chance: chance, faulty: true}
		f.newWorker(s)
		w := f.worker
		if skew != 0 {
			w = f.skewed(s, skew)
		}
		ctx, cancel := context.WithCancel(f.Context())
		ended := make(chan struct{})
		go func() { defer close(ended); w.Run(ctx) }()
		stop := func() { cancel(); <-ended }
		f.Cleanup(stop)
		return s, stop
	}
	skew := time.Duration(n(600)-300) * time.Second
	steady, _ := begin(0)
	steadyWorker := f.worker
	killable, _ := begin(skew)
	for range 3 {
		f.start()
	}
	for range 40 {
		f.pass(time.Duration(n(20_000)) * time.Millisecond)
		f.worker = steadyWorker
		f.move(match.ID(fmt.Sprint("m", n(3)+1)))
		if n(4) == 0 {
			killable.kill()
			killable, _ = begin(skew)
			f.worker = steadyWorker
		}
	}
	calm.set(true)
	steady.set(false)
	killable.set(false)
	f.pass(3 * time.Hour)
	f.requireIdle()
	f.requireToldInOrder()
}

// skewed returns a Worker whose clock goes wrong by skew.
func (f *fixture) skewed(s play.Store, skew time.Duration) *worker.Worker {
	now, log := func() time.Time { return time.Now().Add(skew) }, slog.New(slog.DiscardHandler)
	return worker.New(worker.Deps{Store: playtest.Clocked(s, now), Now: now, Log: log, Kinds: []worker.Kind{
		worker.Announce(f.announcer, &threads{}, log), worker.Retire(f.announcer, log)}})
}

// requireToldInOrder checks that each event of each match was announced, in order, and that what has
// one key is one announcement.
func (f *fixture) requireToldInOrder() {
	f.Helper()
	byKey, last := map[string][]int{}, map[match.ID]int{}
	for _, call := range f.announcer.calls.get() {
		if seen, again := byKey[call.key]; again {
			require.Equal(f, seen, call.seqs, call.key)
			continue
		}
		byKey[call.key] = call.seqs
		for _, seq := range call.seqs {
			require.Equal(f, last[call.id]+1, seq, call.id)
			last[call.id] = seq
		}
	}
	for i := range f.ids {
		m := f.match(match.ID(fmt.Sprint("m", i+1)))
		assert.Equal(f, m.Seq, last[m.ID])
	}
}
