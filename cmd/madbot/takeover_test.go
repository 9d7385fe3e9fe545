package main

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestTakeover kills the process that is connected to the gateway while people play: within a minute another one takes
// over, every acknowledged turn is stored, and nothing is posted twice.
func TestTakeover(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("what a kill does with the race detector is seen in TestKill")
	}
	c := newCluster(t, 2, overGateway, killed)
	connected, carol := c.members[0], c.server.Actor("carol")
	pairings := c.playWhile(3, func() {
		c.requests.await(c.ctx, 40)
		c.settled.Lock()
		defer c.settled.Unlock()
		require.NoError(t, connected.child.Process.Kill())
		require.ErrorContains(t, connected.child.Wait(), "signal: killed")
		connected.child = nil
		began := time.Now()
		require.Eventually(t, func() bool {
			ctx, cancel := context.WithTimeout(c.ctx, c.patient)
			defer cancel()
			answer, err := carol.Command(ctx, c.place, "help")
			return err == nil && answer.Message != nil
		}, patience, 100*time.Millisecond)
		t.Logf("taken over after %v", time.Since(began).Round(time.Second))
	})
	c.check(pairings)
	t.Logf("%d turns acknowledged, %d without an answer", c.acknowledged(pairings), c.failed.Load())
}
