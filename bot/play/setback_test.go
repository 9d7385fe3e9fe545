package play_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
)

// dues returns when jobs that can be claimed by a time are due; they stay as they are.
func (fx *fixture) dues(k play.JobKind, by time.Time) (dues []time.Time) {
	fx.Helper()
	undone := errors.New("only looked at")
	require.ErrorIs(fx, fx.store.Do(fx.Context(), func(tx play.Tx) error {
		jobs, err := tx.Claim(fx.Context(), play.Claim{Kind: k, Now: by, Until: by.Add(1), Limit: 999})
		require.NoError(fx, err)
		for _, job := range jobs {
			dues = append(dues, job.Due)
		}
		return undone
	}), undone)
	return dues
}

// TestReturn_SetBack: if the clock was an hour ahead, announcements and leases from that time do not have to wait for
// an hour after it is set right.
func TestReturn_SetBack(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	m := fx.startPaced()
	fx.returned()
	right := stored(fx.now)
	fx.do(func(tx play.Tx) (err error) {
		for i := range 200 { // more than are claimed at once
			err = errors.Join(err, tx.Schedule(t.Context(), play.JobTell, fmt.Sprint(i), right))
		}
		return err
	})
	fx.now = fx.now.Add(time.Hour)
	fx.returned()
	ahead := stored(fx.now)
	fx.played(m.ID, "111=222")
	fx.do(func(tx play.Tx) error {
		for _, job := range []struct {
			k   play.JobKind
			due time.Time
		}{{play.JobDigest, ahead}, {play.JobArchive, ahead}, {play.JobRobot, ahead}, {play.JobRetire, ahead.Add(day)}} {
			if err := tx.Schedule(fx.Context(), job.k, string(job.k), job.due); err != nil {
				return err
			}
		}
		_, err := tx.Claim(fx.Context(), play.Claim{Kind: play.JobTell, Now: right, Until: ahead.Add(30 * time.Second),
			Limit: 1})
		return err
	})
	fx.now = fx.now.Add(-time.Hour)
	require.NoError(t, fx.StayAlive(t.Context()), "which is not the first to notice")
	woken := fx.woken.Load()
	assert.Equal(t, play.Absence{SetBack: time.Hour}, fx.returned())
	assert.Greater(t, fx.woken.Load(), woken)
	assert.Zero(t, fx.returned(), "once")
	assert.Equal(t, play.Alive{At: right}, fx.alive())
	assert.Len(t, fx.dues(play.JobTell, right), 201)
	assert.Equal(t, []time.Time{right}, fx.dues(play.JobRobot, right))
	for kind, due := range map[play.JobKind]time.Time{play.JobDigest: ahead, play.JobArchive: ahead,
		play.JobRetire: ahead.Add(day)} {
		assert.Equal(t, []time.Time{due}, fx.dues(kind, ahead.Add(day)), kind)
	}
}
