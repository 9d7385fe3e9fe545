package worker_test

import (
	"context"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules/match"
)

// TestCause: what a job does, and the jobs that follow from it, are for what made it due; else for the job itself.
func TestCause(t *testing.T) {
	inBubble(t, func(f *fixture) {
		var causes, removals shared[[]string]
		f.announcer.announce.set(func(ctx context.Context, _ match.ID) error {
			causes.change(add(play.Cause(ctx)))
			return nil
		})
		f.announcer.retire.set(func(ctx context.Context, _ play.Post) error {
			removals.change(add(play.Cause(ctx)))
			return nil
		})
		f.run()
		id := f.start()
		synctest.Wait()
		_, err := f.Resign(play.WithCause(f.Context(), "77"), bob, anyPly(id))
		require.NoError(t, err)
		synctest.Wait()
		assert.Equal(t, []string{"tell/m1", "77"}, causes.get())
		assert.Equal(t, []string{"77"}, removals.get())
	})
}
