package playtest

import (
	"slices"
	"sync"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
)

// testLease: when a lease has ended, and not before, somebody else can claim the job or another of its subject.
func testLease(f fixture) {
	f.schedule(play.JobTell, "m", 1)
	j := f.claimOne(play.JobTell, 1) // until 61
	f.schedule(play.JobRetire, "m", 2)
	next, ok := f.nextJob(9, play.JobTell)
	assert.True(f, ok)
	assert.Equal(f, at(61), next)
	_, ok = f.nextJob(9, play.JobRetire)
	assert.False(f, ok, "it comes after the other one")
	c := claimAt(play.JobTell, 61)
	c.Now = c.Now.Add(-time.Millisecond)
	assert.Empty(f, f.claimUpTo(c))
	j.Lease = at(121)
	assert.Equal(f, j, f.claimOne(play.JobTell, 61), "as it was")
	assert.Empty(f, f.claim(play.JobRetire, 61))

	f.schedule(play.JobTell, "m", 3) // it would come after the other job now
	assert.Empty(f, f.claim(play.JobTell, 121))
	f.finish(f.claimOne(play.JobRetire, 121))
	assert.Equal(f, 2, f.claimOne(play.JobTell, 121).Version)
}

// testLeaseLost: the claimant can end a job, even late, unless somebody else has claimed it. Otherwise the unit of work
// changes nothing.
func testLeaseLost(f fixture) {
	f.schedule(play.JobTell, "late", 1)
	f.finish(f.claimOne(play.JobTell, 1)) // late, but nobody took it over
	f.schedule(play.JobTell, "m", 1)
	first := f.claimOne(play.JobTell, 1)
	second := f.claimOne(play.JobTell, 70)
	f.requireLost(first)
	f.schedule(play.JobTell, "m", 80)
	f.requireLost(first)
	f.giveBack(second, 90, 1)
	f.requireLost(first)
	f.requireLost(second)
	third := f.claimOne(play.JobTell, 90)
	assert.Zero(f, third.Attempts, "since it was scheduled")
	f.requireLost(second)
	f.finish(third)
	for _, j := range []play.Job{first, second, third} {
		f.requireLost(j)
	}
	f.schedule(play.JobTell, "m", 91)
	f.requireLost(third)
	assert.Equal(f, 1, f.claimOne(play.JobTell, 91).Version)
}

// testRenew: a renewed lease ends later and stays the same claim. A lost lease, or somebody else's, cannot be renewed.
func testRenew(f fixture) {
	f.schedule(play.JobTell, "m", 1)
	first := f.claimOne(play.JobTell, 1) // until 61
	f.do(func(tx play.Tx) error { return tx.Renew(f.Context(), first, at(100)) })
	assert.Empty(f, f.claim(play.JobTell, 99))
	next, ok := f.nextJob(99, play.JobTell)
	assert.True(f, ok)
	assert.Equal(f, at(100), next)
	f.do(func(tx play.Tx) error { return tx.Renew(f.Context(), first, at(130)) })
	f.schedule(play.JobTell, "m", 2)
	f.giveBack(first, 5, 1)
	second := f.claimOne(play.JobTell, 70)
	assert.Equal(f, play.Job{Kind: play.JobTell, Subject: "m", Due: at(2), Lease: at(130), Version: 2}, second)
	f.requireLost(first)
	f.do(func(tx play.Tx) error { return tx.Renew(f.Context(), second, at(140)) })
	f.finish(f.claimOne(play.JobTell, 140))
	f.requireLost(second)
	f.requireLost(play.Job{Kind: play.JobTell, Subject: "never", Lease: at(1)})
}

// requireLost checks that a job can be neither renewed nor done nor returned.
func (f fixture) requireLost(j play.Job) {
	f.Helper()
	for _, end := range []func(play.Tx) error{
		func(tx play.Tx) error { return tx.Renew(f.Context(), j, at(1e6)) },
		func(tx play.Tx) error { return tx.Done(f.Context(), j) },
		func(tx play.Tx) error { return tx.Return(f.Context(), j) },
	} {
		err := f.Do(f.Context(), func(tx play.Tx) error {
			if err := tx.Schedule(f.Context(), play.JobRobot, "vain", at(0)); err != nil {
				return err
			}
			return end(tx)
		})
		require.ErrorIs(f, err, play.ErrLeaseLost)
	}
	_, ok := f.nextJob(1e6, play.JobRobot)
	assert.False(f, ok)
}

// testNextJob: the earliest job of several kinds counts; a claimed job counts from the end of its lease.
func testNextJob(f fixture) {
	all := []play.JobKind{play.JobTell, play.JobRetire, play.JobRobot}
	_, ok := f.nextJob(0, all...)
	assert.False(f, ok)
	f.schedule(play.JobTell, "tell", 200)
	f.schedule(play.JobRetire, "retire", 50)
	for _, c := range []struct {
		kinds []play.JobKind
		want  int
	}{{all, 50}, {all[:1], 200}, {all[1:2], 50}} {
		next, ok := f.nextJob(0, c.kinds...)
		assert.True(f, ok)
		assert.Equal(f, at(c.want), next)
	}
	_, ok = f.nextJob(0, play.JobRobot)
	assert.False(f, ok)

	next, ok := f.nextJob(55, all...)
	assert.True(f, ok)
	assert.False(f, next.After(at(55)), "it can be had at once")
	_, ready, err := f.NextJob(f.Context(), all, at(55))
	require.NoError(f, err)
	assert.Equal(f, []play.JobKind{play.JobRetire}, ready, "and no other yet")
	f.claimOne(play.JobRetire, 55) // until 115
	_, ok = f.look(at(55), play.JobRobot)
	assert.False(f, ok, "there is none, whatever somebody has")
	next, _ = f.nextJob(55, all...)
	assert.Equal(f, at(115), next)
	f.schedule(play.JobRetire, "retire", 150)
	next, _ = f.nextJob(55, all...)
	assert.Equal(f, at(150), next, "due after the lease")
}

// testClaimants: of many concurrent claimants, one gets each job.
func testClaimants(f fixture) {
	const many = 60
	f.do(func(tx play.Tx) error {
		for i := range many {
			if err := tx.Schedule(f.Context(), play.JobTell, string(rune('A'+i)), at(i%7)); err != nil {
				return err
			}
		}
		return nil
	})
	var mu sync.Mutex
	var had []string
	f.atOnce(8, func(i int) {
		c := play.Claim{Kind: play.JobTell, Now: at(9), Until: at(100 + i), Limit: 3}
		for range many { // more than enough
			var jobs []play.Job
			assert.NoError(f, f.Do(f.Context(), func(tx play.Tx) (err error) {
				jobs, err = tx.Claim(f.Context(), c)
				return err
			}))
			assert.LessOrEqual(f, len(jobs), 3)
			if len(jobs) == 0 {
				return
			}
			mu.Lock()
			had = append(had, subjects(jobs)...)
			mu.Unlock()
		}
	})
	slices.Sort(had)
	assert.Len(f, had, many)
	assert.Len(f, slices.Compact(had), many)
}
