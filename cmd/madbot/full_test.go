package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/storage/postgres/postgrestest"
)

// TestFull_PostgreSQL fills the disk of the tables while people play. The bot refuses turns and says that it is not
// ready, loses nothing that it acknowledged, and is ready within five seconds after there is room.
func TestFull_PostgreSQL(t *testing.T) {
	t.Parallel()
	if !*soak {
		t.Skip("a full disk is imitated in TestPing_Full: -soak")
	}
	disk := smallDisk(t)
	if !isSmall(t, disk) {
		t.Skip("no small disk can be mounted")
	}
	require.NoError(t, os.Chmod(filepath.Dir(disk), 0o711)) // for the server's user
	c := newClusterOn(t, postgrestest.NewOnDisk(t, disk), 1, overGateway, killed)
	pairings, refused := c.pair(rollingPlayers), new(atomic.Int64)
	ctx, stop := context.WithCancel(c.ctx)
	var playing sync.WaitGroup
	for _, p := range pairings {
		playing.Go(func() {
			for ctx.Err() == nil && !p.over() {
				if !p.attempt(c) {
					refused.Add(1)
				}
			}
		})
	}
	for range 2 {
		c.requests.await(c.ctx, 60)
		free := fillDisk(t, disk)
		full, before := time.Now(), refused.Load()
		require.Eventually(t, func() bool { return strings.Contains(c.notReady(), "o space left on device") }, patience,
			10*time.Millisecond)
		t.Logf("not ready after %v: %s", time.Since(full).Round(time.Millisecond), c.notReady())
		require.Eventually(t, func() bool { return refused.Load() > before+20 }, patience, 10*time.Millisecond)
		assert.NotEmpty(t, c.notReady(), "as long as it is full")
		free()
		began := time.Now()
		require.Eventually(t, func() bool { return c.notReady() == "" }, patience, 10*time.Millisecond)
		assert.Less(t, time.Since(began), 5*time.Second)
		t.Logf("ready %v after there is room", time.Since(began).Round(time.Millisecond))
	}
	c.requests.await(c.ctx, 60)
	stop()
	playing.Wait()
	for _, p := range pairings {
		p.resolve()
	}
	c.check(pairings)
	t.Logf("%d turns acknowledged, %d refused", c.acknowledged(pairings), refused.Load())
	checkStore(t, c.database)
}

// isSmall reports whether folder is on a disk of its own.
func isSmall(t *testing.T, folder string) bool {
	t.Helper()
	var own, temporary syscall.Stat_t
	require.NoError(t, syscall.Stat(folder, &own))
	require.NoError(t, syscall.Stat(os.TempDir(), &temporary))
	return own.Dev != temporary.Dev
}

// notReady returns why the only process is not ready, "" if it is.
func (c *cluster) notReady() string {
	if err := askHealth(c.ctx, "http://"+c.members[0].health+readyPath); err != nil {
		return err.Error()
	}
	return ""
}

// acknowledgement matches the reply to a turn that was played.
var acknowledgement = regexp.MustCompile("^(Played|You passed)")

// attempt tries a turn, which the bot may refuse, and reports whether it was acknowledged. If the turn of an earlier
// attempt was played after all, it finds that out.
func (p *pairing) attempt(c *cluster) bool {
	if p.pending == rules.NoTurn && !p.choose() {
		return true
	}
	ctx, cancel := context.WithTimeout(c.ctx, c.patient)
	defer cancel()
	said, err := p.move(ctx)
	if err == nil && acknowledgement.MatchString(said) {
		p.acks++
		p.played()
		return true
	}
	if err == nil && playedLate.MatchString(said) {
		p.resolve()
	}
	return false
}
