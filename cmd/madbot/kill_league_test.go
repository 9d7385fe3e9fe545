package main

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/season"
	"madbot/bot/sandbox"
	"madbot/rules/match"
	"madbot/storage"
)

// TestKill_League kills the bot while a season of nine players begins: either all 16 matches of its two groups begin or
// none, and in the end each is shown once, in its group's thread.
func TestKill_League(t *testing.T) {
	t.Parallel()
	if !*soak {
		t.Skip("what a kill does is seen in TestKill: -soak")
	}
	for n := range min(kills(), 4) {
		t.Run(strconv.Itoa(n), func(t *testing.T) {
			t.Parallel()
			killLeague(t, n%2 == 0)
		})
	}
}

// killLeague kills the bot as soon as a match has begun, or at any time before, during or after showing the season.
func killLeague(t *testing.T, atOnce bool) {
	v := newSubprocess(t)
	v.enter(9)
	v.launch()
	if atOnce {
		v.awaitMatch()
	} else {
		v.requests.await(v.ctx, 1+rand.IntN(40)) // of about 46
	}
	v.kill()
	began := len(v.begun())
	assert.Contains(t, []int{0, 16}, began)
	v.start()
	require.Eventually(t, func() bool { return len(v.boards()) >= 16 }, settleLimit, 10*time.Millisecond)
	v.stop()
	assert.Len(t, v.begun(), 16)
	assert.Len(t, v.boards(), 16)
	assert.Len(t, v.standing(), 3, "of the season, and of each group")
	assert.Len(t, v.server.Threads(v.place), 2)
	checkStore(t, v.database)
	t.Logf("killed when %d matches had begun", began)
}

// enter puts n people into a league whose season is about to begin.
func (v *subprocess) enter(n int) {
	guild, now := sandbox.GuildID.String(), time.Now().UTC().Truncate(time.Millisecond)
	l := season.League{Server: guild, Season: 1, State: season.State{Phase: season.Joining, Until: now, Called: now,
		Channel: v.place.String(), Posts: []season.Post{{Season: 1, News: 1}}}}
	v.store(func(tx play.Tx) error {
		if err := tx.SaveLeague(v.ctx, l); err != nil {
			return err
		}
		for i := range n {
			p := match.PlayerID(fmt.Sprintf("10000000000000001%02d", i))
			if err := tx.SavePlayer(v.ctx, play.Player{ID: p, Met: now}); err != nil {
				return err
			}
			if err := tx.SaveEntry(v.ctx, season.Entry{Server: guild, Season: 1, Player: p}); err != nil {
				return err
			}
		}
		return tx.Schedule(v.ctx, play.JobLeague, play.Subject(play.JobLeague, guild), now)
	})
}

// awaitMatch waits until the running bot has stored a match.
func (v *subprocess) awaitMatch() {
	v.t.Helper()
	db, err := sql.Open("sqlite3", "file:"+v.database+"?mode=rw&_query_only=on&_busy_timeout=5000")
	require.NoError(v.t, err)
	require.Eventually(v.t, func() (begun bool) {
		err := db.QueryRowContext(v.ctx, "SELECT EXISTS (SELECT 1 FROM matches)").Scan(&begun)
		return assert.NoError(v.t, err) && begun
	}, settleLimit, time.Millisecond)
	require.NoError(v.t, db.Close())
}

// begun returns all matches, while the bot is not running.
func (v *subprocess) begun() (all []match.ID) {
	v.store(func(tx play.Tx) (err error) {
		all, err = tx.MatchesOn(v.ctx, sandbox.GuildID.String(), true)
		return err
	})
	return all
}

// store runs a unit of work, while the bot is not running.
func (v *subprocess) store(unit func(play.Tx) error) {
	v.t.Helper()
	db, err := storage.Open(v.ctx, v.database, time.Now)
	require.NoError(v.t, err)
	require.NoError(v.t, db.Do(v.ctx, unit))
	require.NoError(v.t, db.Close())
}

// boards returns the messages in threads.
func (v *subprocess) boards() (all []sandbox.Message) {
	for _, thread := range v.server.Threads(v.place) {
		all = append(all, v.server.Actor("carol").Messages(thread.ID)...)
	}
	return all
}
