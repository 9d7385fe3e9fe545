package main

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
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

// TestTakeover_Hung stops the process that is connected to the gateway for a while, without ending it: another one
// takes over within half a minute. When the first one wakes up, it stands by, and no turn is lost or played twice.
func TestTakeover_Hung(t *testing.T) {
	t.Parallel()
	if !*soak {
		t.Skip("it waits for the leader's lease; TestAlone_Hangs and TestLease show the two halves: -soak")
	}
	c := newCluster(t, 2, overGateway, killed)
	connected, carol := c.members[0], c.server.Actor("carol")
	answers := func() bool {
		ctx, cancel := context.WithTimeout(c.ctx, c.patient)
		defer cancel()
		answer, err := carol.Command(ctx, c.place, "help")
		return err == nil && answer.Message != nil
	}
	pairings := c.playWhile(3, func() {
		c.requests.await(c.ctx, 40)
		c.settled.Lock()
		require.NoError(t, connected.child.Process.Signal(syscall.SIGSTOP))
		began := time.Now()
		require.Eventually(t, answers, patience, 100*time.Millisecond)
		t.Logf("taken over after %v", time.Since(began).Round(time.Second))
		assert.Less(t, time.Since(began), 30*time.Second)
		c.settled.Unlock()
		require.NoError(t, connected.child.Process.Signal(syscall.SIGCONT))
		require.Eventually(t, func() bool { return standsBy(c.ctx, connected) }, patience, 100*time.Millisecond)
		require.Eventually(t, answers, patience, 100*time.Millisecond)
		c.requests.await(c.ctx, 80)
	})
	c.check(pairings)
	t.Logf("%d turns acknowledged, %d without an answer", c.acknowledged(pairings), c.failed.Load())
}

// TestTakeover_Paused stops the process that is connected to the gateway for less long than until it would be replaced:
// whatever people do meanwhile is answered afterwards, by a refusal if the database has given up a turn.
func TestTakeover_Paused(t *testing.T) {
	t.Parallel()
	if !*soak {
		t.Skip("it stops a process for 12 s; TestReceive_AfterHanging shows what it does then: -soak")
	}
	c := newCluster(t, 2, overGateway, patience)
	connected := c.members[0]
	count := func(err error) {
		if !errors.Is(err, errRefused) {
			c.failed.Add(1)
		}
	}
	pairings := c.playRoughly(rollingPlayers, count, func() {
		for range 2 {
			c.requests.await(c.ctx, 40)
			require.NoError(t, connected.child.Process.Signal(syscall.SIGSTOP))
			time.Sleep(12 * time.Second)
			require.NoError(t, connected.child.Process.Signal(syscall.SIGCONT))
		}
		c.requests.await(c.ctx, 40)
	})
	c.check(pairings)
	assert.Zero(t, c.failed.Load(), "turns without an answer")
	assert.False(t, standsBy(c.ctx, connected))
	t.Logf("%d turns acknowledged", c.acknowledged(pairings))
}

// standsBy reports whether a process says that it stands by.
func standsBy(ctx context.Context, m *member) bool {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+m.health+readyPath, nil)
	if err != nil {
		return false
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return false
	}
	defer res.Body.Close()
	said, _ := io.ReadAll(res.Body)
	return strings.HasPrefix(string(said), "stands by")
}
