package sharding

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord/gateway"
)

// TestStartsWaitForOneAnother: those of one bucket, whichever processes they are of, but not those of another.
func TestStartsWaitForOneAnother(t *testing.T) {
	within(t, 0, func(t *testing.T, p *place) {
		const connecting = 2 * time.Second // from a permit to the start
		var mu sync.Mutex
		at := map[int][]time.Time{} // by bucket
		var running sync.WaitGroup
		for range 3 {
			process, _ := p.process()
			of := newStarts(process, process.times())
			for id := range 4 {
				running.Go(func() {
					confirm, err := of.permit(gateway.Shard{ID: id, Count: 4})(t.Context(), 2)
					require.NoError(t, err)
					time.Sleep(connecting)
					require.NoError(t, confirm(t.Context()))
					mu.Lock()
					defer mu.Unlock()
					at[id%2] = append(at[id%2], time.Now())
				})
			}
		}
		begun := time.Now()
		running.Wait()
		for bucket, starts := range at {
			assert.Len(t, starts, 6)
			assert.Equal(t, connecting, starts[0].Sub(begun), "bucket %d", bucket)
			for n := range starts[1:] {
				assert.GreaterOrEqual(t, starts[n+1].Sub(starts[n]), 7*time.Second+connecting)
			}
		}
	})
}

// TestStartTooLate: a start that took so long that another one was permitted does not take place.
func TestStartTooLate(t *testing.T) {
	within(t, 0, func(t *testing.T, p *place) {
		process, line := p.process()
		of := newStarts(process, process.times())
		confirm, err := of.permit(gateway.Shard{Count: 2})(t.Context(), 1)
		require.NoError(t, err)
		_, err = of.permit(gateway.Shard{ID: 1, Count: 2})(t.Context(), 1)
		require.NoError(t, err)
		assert.ErrorIs(t, confirm(t.Context()), errLate)
		line.cut.Store(true)
		assert.ErrorIs(t, confirm(t.Context()), errDown)
		_, err = of.permit(gateway.Shard{})(t.Context(), 1)
		assert.ErrorIs(t, err, errDown)
		line.cut.Store(false)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err = of.permit(gateway.Shard{})(ctx, 1)
		assert.ErrorIs(t, err, context.DeadlineExceeded)
	})
}

// TestSlowConfirm: a start whose confirm took longer than the permit has to spare does not take place.
func TestSlowConfirm(t *testing.T) {
	within(t, 0, func(t *testing.T, p *place) {
		process, line := p.process()
		confirm, err := newStarts(process, process.times()).permit(gateway.Shard{})(t.Context(), 1)
		require.NoError(t, err)
		line.lag = clockSlack
		assert.NoError(t, confirm(t.Context()))
		line.lag++
		assert.ErrorIs(t, confirm(t.Context()), errLate)
	})
}

// TestStartsOfADay: a process starts fewer sessions a day than Discord allows.
func TestStartsOfADay(t *testing.T) {
	within(t, 0, func(t *testing.T, p *place) {
		process, _ := p.process()
		of, begun, n := newStarts(process, process.times()), time.Now(), 0
		for time.Since(begun) < 24*time.Hour {
			_, err := of.permit(gateway.Shard{})(t.Context(), 1)
			require.NoError(t, err)
			n++
		}
		assert.Less(t, n, 950)
		assert.Greater(t, n, 800)
	})
}
