package bot

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/bot/sandbox"
)

// tally is what became of interactions that were made one after another, each not waiting for the
// one before.
type tally struct {
	mu       sync.Mutex
	made     int
	lost     []time.Duration // when those that were not answered were made
	slowest  time.Duration   // of the answers
	unlucky  error           // anything but an answer or none
	hasBegun time.Time
	back     time.Duration // when the bot was connected again
	away     time.Duration // for how long it was not
}

// longestAway is more than a connection takes that is made at once, and less than a session has to wait for the next.
const longestAway = 3 * time.Second

// note counts one interaction that was made at begun.
func (y *tally) note(begun time.Time, err error) {
	y.mu.Lock()
	defer y.mu.Unlock()
	y.made++
	switch {
	case err == nil:
		y.slowest = max(y.slowest, time.Since(begun))
	case errors.Is(err, sandbox.ErrNoAnswer):
		y.lost = append(y.lost, begun.Sub(y.hasBegun).Round(time.Millisecond))
	default:
		y.unlucky = err
	}
}

// burst has alice ask for her matches every 20 ms, and fault strike in the midst of it.
func burst(w *world, fault func(*world)) *tally {
	const every, number, struck = 20 * time.Millisecond, 100, 25
	y := &tally{hasBegun: time.Now()}
	come := w.Arrivals()
	var asking sync.WaitGroup
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for n := range number {
		<-ticker.C
		if n == struck {
			left := time.Now()
			fault(w)
			asking.Go(func() {
				assert.NoError(w.t, w.AwaitArrivals(w.within(), come+1))
				y.back, y.away = time.Since(y.hasBegun), time.Since(left)
			})
		}
		asking.Go(func() {
			begun := time.Now()
			_, err := w.alice.Command(w.within(), w.mad, "games")
			y.note(begun, err)
		})
	}
	asking.Wait()
	return y
}

// TestGap: nothing is lost while a connection is replaced; only what is asked before the bot is there again, which it
// is without a pause, where the session cannot be resumed. It logs how much was lost, and when:
//
//	go test ./bot -run TestGap -v
func TestGap(t *testing.T) {
	t.Parallel()
	faults := []struct {
		name   string
		strike func(*world)
		resume time.Duration // for how long the session may be resumed
		loses  bool          // what is asked in between
	}{
		{"op 7", func(w *world) { w.Reconnect() }, time.Minute, false},
		{"abrupt drop", func(w *world) { w.Drop() }, time.Minute, false},
		{"close 4000", func(w *world) { w.CloseGateway(4000) }, time.Minute, false},
		{"op 7, not resumed", func(w *world) { w.Reconnect() }, 0, true},
		{"op 9", func(w *world) { w.InvalidateSession() }, time.Minute, true},
	}
	for _, fault := range faults {
		t.Run(fault.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, func(s *sandbox.Server) {
				s.Deadline, s.Resume = 3*time.Second, fault.resume
			})
			if fault.loses {
				time.Sleep(8 * time.Second) // the next session is not started sooner
			}
			y := burst(w, fault.strike)
			assert.NoError(t, y.unlucky)
			for _, when := range y.lost {
				assert.True(t, fault.loses && when <= y.back, when)
			}
			assert.Less(t, y.away, longestAway)
			assert.NotContains(t, w.log.String(), "retry_in", "a pause")
			t.Logf("%d of %d lost %v, back after %v, slowest answer %v", len(y.lost), y.made, y.lost, y.back, y.slowest)
		})
	}
}
