package main

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"regexp"
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

// TestFull_PostgreSQL fills the disk of the tables, or of everything, while people play. The bot refuses turns and says
// that it is not ready, loses nothing that it acknowledged, and is ready within five seconds after the server has room.
func TestFull_PostgreSQL(t *testing.T) {
	t.Parallel()
	if !*soak {
		t.Skip("a full disk is imitated in TestPing_Full: -soak")
	}
	for name, tables := range map[string]bool{"tables": true, "everything": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			disk := smallDisk(t)
			if !isSmall(t, disk) {
				t.Skip("no small disk can be mounted")
			}
			require.NoError(t, os.Chmod(filepath.Dir(disk), 0o711)) // for the server's user
			address, restart := postgrestest.NewOnDisk(t, disk, tables)
			f := &full{cluster: newClusterOn(t, address, 1, overGateway, killed), disk: disk}
			if !tables {
				f.restart = restart
			}
			f.run()
		})
	}
}

// full is a bot whose database has a disk that can be full.
type full struct {
	*cluster
	disk    string
	restart func(crash bool) error // the server, which ends when there is no room for its log; nil: there is
	refused atomic.Int64           // turns
}

// run fills the disk twice while people play.
func (f *full) run() {
	pairings := f.playRoughly(2*rollingPlayers, func(error) { f.refused.Add(1) }, func() {
		for range 2 {
			f.requests.await(f.ctx, 60)
			f.fill()
		}
		f.requests.await(f.ctx, 60)
	})
	f.check(pairings)
	f.t.Logf("%d turns acknowledged, %d refused", f.acknowledged(pairings), f.refused.Load())
	checkStore(f.t, f.database)
}

// fill fills the disk until several turns were refused.
func (f *full) fill() {
	const some = 10 // turns
	f.settled.Lock()
	defer f.settled.Unlock()
	free, before, began := fillDisk(f.t, f.disk), f.refused.Load(), time.Now()
	if f.restart != nil {
		db, err := sql.Open("pgx", f.database)
		require.NoError(f.t, err)
		defer db.Close()
		_, _ = db.Exec("SELECT pg_switch_wal()") // what is written next needs room for a new part of the log
	}
	require.Eventually(f.t, func() bool { return f.notReady() != "" && f.refused.Load() > before+some }, patience,
		10*time.Millisecond)
	f.t.Logf("not ready after %v: %s", time.Since(began).Round(time.Millisecond), f.notReady())
	free()
	if f.restart != nil {
		require.NoError(f.t, f.restart(false))
	}
	began = time.Now()
	require.Eventually(f.t, func() bool { return f.notReady() == "" }, patience, 10*time.Millisecond)
	assert.Less(f.t, time.Since(began), 5*time.Second)
	f.t.Logf("ready %v after there is room", time.Since(began).Round(time.Millisecond))
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

// errRefused is returned by attempt if the bot did not play the turn, and said so.
var errRefused = errors.New("refused")

// attempt tries a turn, which the bot may refuse. If the turn of an earlier attempt was played after all, it finds that
// out. It returns errRefused, or another error if no reply came.
func (p *pairing) attempt(c *cluster) error {
	if p.pending == rules.NoTurn && !p.choose() {
		return nil
	}
	ctx, cancel := context.WithTimeout(c.ctx, c.patient)
	defer cancel()
	said, err := p.move(ctx)
	switch {
	case err != nil:
		return err
	case acknowledgement.MatchString(said):
		p.acks++
		p.played()
		return nil
	case playedLate.MatchString(said):
		p.resolve()
	}
	return errRefused
}

// playRoughly lets n pairings play until do returns. Their turns may be refused, which failed is called for.
func (c *cluster) playRoughly(n int, failed func(error), do func()) []*pairing {
	c.t.Helper()
	pairings := c.pair(n)
	ctx, stop := context.WithCancel(c.ctx)
	defer stop()
	var playing sync.WaitGroup
	for _, p := range pairings {
		playing.Go(func() {
			for ctx.Err() == nil {
				if p.over() {
					c.settle(p)
				} else if err := p.attempt(c); err != nil {
					failed(err)
				}
			}
		})
	}
	do()
	stop()
	playing.Wait()
	for _, p := range pairings {
		p.resolve()
	}
	return pairings
}
