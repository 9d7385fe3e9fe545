package dispatch

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
)

// claims is a Claims in memory.
type claims struct {
	ids  sync.Map
	away bool
}

func (c *claims) ClaimInteraction(_ context.Context, id string) (bool, error) {
	if c.away {
		return false, errors.New("no answer")
	}
	_, again := c.ids.LoadOrStore(id, true)
	return !again, nil
}

// TestClaims: one of two processes handles and answers an interaction that both receive. Both do if the store is away.
func TestClaims(t *testing.T) {
	t.Parallel()
	for away, want := range map[bool]int{false: 1, true: 2} {
		var runs atomic.Int32
		run := func(context.Context, *Call) (Reply, error) { runs.Add(1); return InPrivate("x"), nil }
		shared, one, two, seen := &claims{away: away}, newProbe(t, run, false), newProbe(t, run, false), &observer{}
		one.deps.Claims, two.deps.Claims, two.deps.Observer = shared, shared, seen
		one.answers(t.Context(), fixture(t, aCommand))
		two.answers(t.Context(), fixture(t, aCommand))
		assert.EqualValues(t, want, runs.Load())
		assert.Len(t, append(one.out.said(), two.out.said()...), want)
		assert.Equal(t, map[bool]Outcome{false: OutcomeRepeated, true: OutcomeAnswered}[away], seen.outcome)
	}
}
