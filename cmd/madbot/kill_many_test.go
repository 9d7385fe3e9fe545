package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/storage/sqlstore"
)

const (
	killPlayers = 9               // simultaneous matches
	killed      = 5 * time.Second // long enough to wait for a process that may have been killed

	rollingPlayers = 6

	benchPlayers  = 24
	databaseDelay = 1500 * time.Millisecond // until PostgreSQL has updated the statistics of sessions
)

// TestKillMany kills one of three processes on one database, and starts it again, while people play. Every acknowledged
// turn is stored, in the end one up-to-date message shows each match, and no announcement was posted twice.
func TestKillMany(t *testing.T) {
	t.Parallel()
	if !*soak {
		t.Skip("what a kill does is seen in TestKill and TestTakeover: -soak")
	}
	rounds := kills()
	c := newCluster(t, 3, overBalance, killed)
	began := time.Now()
	pairings := c.playWhile(killPlayers, func() {
		for range rounds {
			c.requests.await(c.ctx, killPlayers*10+rand.IntN(40)) // to kill it at any stage of a turn
			c.killOne()
		}
	})
	played := time.Since(began)
	c.check(pairings)
	sent := c.requests.read()
	t.Logf("%d kills in %v, %d turns acknowledged, %d without an answer, %d announcements in %d posts", rounds,
		played.Round(time.Second), c.acknowledged(pairings), c.failed.Load(), len(sent.keys), sent.posts)
}

// TestCrashLoop: a process that is killed again and again, soon after each start, does not disturb the others: each
// turn is answered, except where a busy machine delays a reply and the log says so, nothing is posted twice, and over
// the gateway the process gets no session.
func TestCrashLoop(t *testing.T) {
	t.Parallel()
	if !*soak {
		t.Skip("a loop of crashes takes a minute: -soak")
	}
	for name, w := range map[string]way{"HTTP": overBalance, "gateway": overGateway} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newCluster(t, 3, w, patience)
			crashing := c.members[2] // over the gateway, the first one has the session
			if c.balancer != nil {
				c.balancer.use(c.addresses(crashing)...) // a balancer checks more than once before it uses a process
			}
			come := c.server.Arrivals()
			pairings := c.playWhile(rollingPlayers, func() {
				for range 5 * kills() {
					c.crash(crashing)
					c.spawn(crashing)
					c.requests.await(c.ctx, rand.IntN(60))
				}
				c.crash(crashing)
				c.launch(crashing)
			})
			c.check(pairings)
			assert.LessOrEqual(t, c.failed.Load(), c.doubtful.Load(), "turns without an answer")
			assert.Equal(t, come, c.server.Arrivals(), "sessions")
			t.Logf("%d starts, %d turns acknowledged", 5*kills(), c.acknowledged(pairings))
		})
	}
}

// crash kills a process, as a power failure would.
func (c *cluster) crash(m *member) {
	c.t.Helper()
	require.NoError(c.t, m.child.Process.Kill())
	require.ErrorContains(c.t, m.child.Wait(), "signal: killed")
}

// playWhile lets n pairings play until do returns, and returns them.
func (c *cluster) playWhile(n int, do func()) []*pairing {
	c.t.Helper()
	pairings := c.pair(n)
	ctx, stop := context.WithCancel(c.ctx)
	defer stop()
	var playing sync.WaitGroup
	for _, p := range pairings {
		playing.Go(func() { c.persevere(ctx, p) })
	}
	do()
	c.starting.Wait() // later starts would miss the test's context
	stop()
	playing.Wait()
	return pairings
}

// TestRolling replaces processes one by one while people play: each turn is answered, and nothing is posted twice.
func TestRolling(t *testing.T) {
	t.Parallel()
	if !*soak {
		t.Skip("what an end does is seen in TestShutdown: -soak")
	}
	c := newCluster(t, 2, overBalance, patience)
	pairings := c.playWhile(rollingPlayers, func() {
		for range kills() {
			c.replaceOne()
		}
	})
	c.check(pairings)
	assert.LessOrEqual(t, c.failed.Load(), c.doubtful.Load(), "turns without an answer")
	t.Logf("%d turns acknowledged", c.acknowledged(pairings))
}

// BenchmarkProcesses plays turns in many matches at once with several processes behind a balancer. It reports turns per
// second, the time per answer, and the database's time per turn. The server at -postgres should write to disk as in
// production.
func BenchmarkProcesses(b *testing.B) {
	for n := 1; n <= 3; n++ {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			c := newCluster(b, n, overBalance, killed)
			pairings := c.pair(benchPlayers)
			worked, began := c.databaseTime(), time.Now()
			b.ResetTimer()
			var playing sync.WaitGroup
			for _, p := range pairings {
				playing.Go(func() { c.persevereFor(p, b.N/benchPlayers+1) })
			}
			playing.Wait()
			b.StopTimer()
			turns := float64(c.acknowledged(pairings))
			b.ReportMetric(turns/time.Since(began).Seconds(), "turns/s")
			b.ReportMetric(time.Duration(c.waited.Load()).Seconds()*1000/turns, "ms/answer")
			b.ReportMetric((c.databaseTime()-worked)/turns, "ms-database/turn")
			b.ReportMetric(float64(c.failed.Load()), "unanswered")
		})
	}
}

// persevereFor plays that many turns.
func (c *cluster) persevereFor(p *pairing, turns int) {
	for range turns {
		c.once(p)
	}
}

// databaseTime returns how many milliseconds the database's sessions have worked.
func (c *cluster) databaseTime() (ms float64) {
	c.t.Helper()
	time.Sleep(databaseDelay)
	require.NoError(c.t, c.store.Snapshot(c.ctx, func(conn sqlstore.Conn) error {
		return conn.QueryRowContext(c.ctx, "SELECT active_time FROM pg_stat_database WHERE datname = current_database()").
			Scan(&ms)
	}))
	return ms
}
