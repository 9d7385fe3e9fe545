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
}

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
	var asking sync.WaitGroup
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for n := range number {
		<-ticker.C
		if n == struck {
			fault(w)
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

// TestGap: nothing is lost while a connection is replaced; next to nothing where the session cannot
// be resumed and Discord asks for another connection first. It logs how much was, and when:
//
//	go test ./bot -run TestGap -v
func TestGap(t *testing.T) {
	t.Parallel()
	faults := []struct {
		name   string
		strike func(*world)
		resume time.Duration // for how long the session may be resumed
		most   int           // lost
	}{
		{"op 7", func(w *world) { w.Reconnect() }, time.Minute, 0},
		{"abrupt drop", func(w *world) { w.Drop() }, time.Minute, 0},
		{"close 4000", func(w *world) { w.CloseGateway(4000) }, time.Minute, 0},
		{"op 7, not resumed", func(w *world) { w.Reconnect() }, 0, 25},
		{"op 9", func(w *world) { w.InvalidateSession() }, time.Minute, 25},
	}
	for _, fault := range faults {
		t.Run(fault.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, func(s *sandbox.Server) {
				s.Deadline, s.Resume = 3*time.Second, fault.resume
			})
			if fault.most > 0 {
				time.Sleep(8 * time.Second) // the next session is not started sooner
			}
			y := burst(w, fault.strike)
			assert.NoError(t, y.unlucky)
			assert.LessOrEqual(t, len(y.lost), fault.most)
			t.Logf("%d of %d lost %v, slowest answer %v", len(y.lost), y.made, y.lost, y.slowest)
		})
	}
}
