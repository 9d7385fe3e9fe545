package main

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/storage/sqlstore"
)

// TestKill_OneByGateway: after the only process on a PostgreSQL database is killed, the next one answers, and does the
// jobs that the dead one had claimed, without waiting for their leases, which end in ten years here.
func TestKill_OneByGateway(t *testing.T) {
	t.Parallel()
	if !*soak {
		t.Skip("what a kill does is seen in TestKill and TestTakeover: -soak")
	}
	c := newCluster(t, 1, overGateway, patience)
	p := &pairing{subprocess: c.subprocess, people: [2]string{"alice", "bob"}, chance: rand.New(rand.NewPCG(1, 1))}
	p.begin()
	one := c.members[0]
	c.crash(one)
	c.claim(play.JobRetire, play.Subject(play.JobRetire, play.Post{Channel: "1", Message: "2"}.String()), 10*365*24*time.Hour)
	began := time.Now()
	c.launch(one)
	ready := time.Since(began)
	require.NoError(t, c.server.AwaitBot(c.ctx)) // a standby process waits for the end of the dead one
	answer, err := c.server.Actor("carol").Command(c.ctx, c.place, "help")
	require.NoError(t, err)
	assert.NotNil(t, answer.Message)
	answered := time.Since(began)
	require.Eventually(t, func() bool { return c.leased() == 0 }, patience, 10*time.Millisecond)
	t.Logf("ready after %v, answered after %v, nothing claimed by the dead after %v", ready.Round(time.Millisecond),
		answered.Round(time.Millisecond), time.Since(began).Round(time.Millisecond))
}

// claim claims a due job, as a process does that is killed afterwards.
func (c *cluster) claim(k play.JobKind, subject string, lease time.Duration) {
	c.t.Helper()
	now := time.Now()
	require.NoError(c.t, c.store.Do(c.ctx, func(tx play.Tx) error {
		if err := tx.Schedule(c.ctx, k, subject, now.Add(-time.Hour)); err != nil {
			return err
		}
		_, err := tx.Claim(c.ctx, play.Claim{Kind: k, Now: now, Until: now.Add(lease), Limit: 100})
		return err
	}))
	require.NotZero(c.t, c.leased())
}

// leased returns the number of jobs whose leases do not end soon.
func (c *cluster) leased() (n int) {
	c.t.Helper()
	require.NoError(c.t, c.store.Snapshot(c.ctx, func(conn sqlstore.Conn) error {
		return conn.QueryRowContext(c.ctx, "SELECT count(*) FROM jobs WHERE lease > $1",
			time.Now().Add(time.Hour).UnixMilli()).Scan(&n)
	}))
	return n
}
