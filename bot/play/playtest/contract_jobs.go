package playtest

import (
	"slices"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
)

// claimAt returns a Claim of all jobs of a kind due n seconds into the tests, for a minute.
func claimAt(k play.JobKind, n int) play.Claim {
	return play.Claim{Kind: k, Now: at(n), Until: at(n + 60), Limit: 100}
}

// schedule makes a job due n seconds into the tests.
func (f fixture) schedule(k play.JobKind, subject string, n int) {
	f.Helper()
	f.do(func(tx play.Tx) error { return tx.Schedule(f.Context(), k, subject, at(n)) })
}

func (f fixture) claim(k play.JobKind, n int) []play.Job {
	f.Helper()
	return f.claimUpTo(claimAt(k, n))
}

func (f fixture) claimUpTo(c play.Claim) []play.Job {
	f.Helper()
	return in(f, func(tx play.Tx) ([]play.Job, error) { return tx.Claim(f.Context(), c) })
}

func (f fixture) claimOne(k play.JobKind, n int) play.Job {
	f.Helper()
	jobs := f.claim(k, n)
	require.Len(f, jobs, 1)
	return jobs[0]
}

// maxLooks is how many times nextJob may ask before a job can be claimed.
const maxLooks = 100

// nextJob returns when the next job of some kinds can be claimed. It asks again at the times that the store returns.
func (f fixture) nextJob(n int, kinds ...play.JobKind) (time.Time, bool) {
	f.Helper()
	now := at(n)
	for range maxLooks {
		next, ok := f.look(now, kinds...)
		if !ok || !next.After(now) {
			return now, ok
		}
		now = next
	}
	require.Fail(f, "it never says when")
	return time.Time{}, false
}

// look asks once when the next job of some kinds can be claimed.
func (f fixture) look(now time.Time, kinds ...play.JobKind) (time.Time, bool) {
	f.Helper()
	next, ready, err := f.NextJob(f.Context(), kinds, now)
	require.NoError(f, err)
	assert.Equal(f, !next.IsZero() && !next.After(now), len(ready) > 0)
	assert.Subset(f, kinds, ready)
	return next, !next.IsZero()
}

func (f fixture) finish(j play.Job) {
	f.Helper()
	f.do(func(tx play.Tx) error { return tx.Done(f.Context(), j) })
}

// giveBack returns a job to the store with a new due time and number of attempts.
func (f fixture) giveBack(j play.Job, n, attempts int) {
	f.Helper()
	j.Due, j.Attempts = at(n), attempts
	f.do(func(tx play.Tx) error { return tx.Return(f.Context(), j) })
}

func subjects(jobs []play.Job) []string {
	var all []string
	for _, j := range jobs {
		all = append(all, j.Subject)
	}
	return all
}

func sorted(list []string) []string {
	slices.Sort(list)
	return list
}

// testDue: Claim returns jobs once they are due, earliest first, up to the limit, and only of its kind.
func testDue(f fixture) {
	for subject, n := range map[string]int{"third": 3, "first": 1, "second": 2, "fourth": 4} {
		f.schedule(play.JobTell, subject, n)
	}
	f.schedule(play.JobRobot, "another", 0)
	c := claimAt(play.JobTell, 1)
	c.Now = c.Now.Add(-time.Millisecond)
	assert.Empty(f, f.claimUpTo(c))
	c.Now = at(1)
	assert.Equal(f, []play.Job{{Kind: play.JobTell, Subject: "first", Due: at(1), Lease: c.Until,
		Version: 1}}, f.claimUpTo(c))
	c.Now, c.Limit = at(3), 1
	assert.Equal(f, []string{"second"}, subjects(f.claimUpTo(c)))
	c.Now, c.Limit = at(9), 2
	assert.Equal(f, []string{"third", "fourth"}, subjects(f.claimUpTo(c)))
	assert.Empty(f, f.claimUpTo(c))
	c.Kind = play.JobRobot
	assert.Equal(f, []string{"another"}, subjects(f.claimUpTo(c)))
}

func testCause(f fixture) {
	for n, cause := range []string{"first", "second", ""} {
		f.do(func(tx play.Tx) error {
			return tx.Schedule(play.WithCause(f.Context(), cause), play.JobTell, "m", at(1))
		})
		j := f.claimOne(play.JobTell, 1)
		assert.Equal(f, cause, j.Cause)
		if n == 0 {
			f.giveBack(j, 1, 1)
			j = f.claimOne(play.JobTell, 1)
			assert.Equal(f, cause, j.Cause)
		}
		f.finish(j)
	}
}

// testMilliseconds: times are stored in UTC, truncated to milliseconds.
func testMilliseconds(f fixture) {
	there := time.FixedZone("there", 3600)
	odd := func(n int) time.Time { return at(n).Add(999_999).In(there) }
	f.do(func(tx play.Tx) error {
		return tx.Schedule(f.Context(), play.JobTell, "m", odd(1))
	})
	next, ok := f.nextJob(0, play.JobTell)
	assert.True(f, ok)
	assert.Equal(f, at(1), next)
	jobs := f.claimUpTo(play.Claim{Kind: play.JobTell, Now: odd(1), Until: odd(9), Limit: 1})
	want := []play.Job{{Kind: play.JobTell, Subject: "m", Due: at(1), Lease: at(9), Version: 1}}
	require.Equal(f, want, jobs)
	next, ok = f.nextJob(2, play.JobTell)
	assert.True(f, ok)
	assert.Equal(f, at(9), next)
	jobs[0].Due = odd(5)
	f.do(func(tx play.Tx) error { return tx.Return(f.Context(), jobs[0]) })
	want[0].Due, want[0].Lease = at(5), at(65)
	assert.Equal(f, want, f.claim(play.JobTell, 5))
}

// testReschedule: scheduling a job again replaces its due time and resets its attempts.
func testReschedule(f fixture) {
	f.schedule(play.JobTell, "m", 5)
	f.schedule(play.JobTell, "m", 2)
	j := f.claimOne(play.JobTell, 2)
	assert.Equal(f, 2, j.Version)
	f.giveBack(j, 5, 3)
	f.schedule(play.JobTell, "m", 9)
	assert.Empty(f, f.claim(play.JobTell, 8))
	j = f.claimOne(play.JobTell, 9)
	assert.Equal(f, 3, j.Version)
	assert.Zero(f, j.Attempts)
}

// testSubjects: only one job per subject is claimed, the earliest; other subjects do not wait.
func testSubjects(f fixture) {
	f.schedule(play.JobTell, "m", 2)
	f.schedule(play.JobRobot, "m", 1)
	_, ok := f.nextJob(9, play.JobTell)
	assert.False(f, ok, "another kind has to be done first")
	f.schedule(play.JobTell, "other", 4)
	assert.Equal(f, []string{"other"}, subjects(f.claim(play.JobTell, 9)))
	robot := f.claimOne(play.JobRobot, 9)
	f.schedule(play.JobRetire, "m", 0)
	for _, k := range []play.JobKind{play.JobTell, play.JobRetire} {
		assert.Empty(f, f.claim(k, 9), "somebody has another one of m")
	}
	f.finish(robot)
	assert.Empty(f, f.claim(play.JobTell, 9))
	f.finish(f.claimOne(play.JobRetire, 9))
	assert.Equal(f, at(2), f.claimOne(play.JobTell, 9).Due)
}

// testTies: of jobs of one subject due at the same time, the kind that sorts first comes first.
func testTies(f fixture) {
	kinds := []play.JobKind{play.JobRetire, play.JobRobot, play.JobTell}
	for _, i := range []int{1, 2, 0} {
		f.schedule(kinds[i], "m", 1)
	}
	for i, k := range kinds {
		for _, later := range kinds[i+1:] {
			assert.Empty(f, f.claim(later, 1))
			_, ok := f.nextJob(1, later)
			assert.False(f, ok)
		}
		f.finish(f.claimOne(k, 1))
	}
}

// testDone: a job that is done is gone until it is scheduled again.
func testDone(f fixture) {
	f.schedule(play.JobTell, "m", 1)
	j := f.claimOne(play.JobTell, 1)
	f.giveBack(j, 1, 5)
	f.finish(f.claimOne(play.JobTell, 1))
	assert.Empty(f, f.claim(play.JobTell, 1e6))
	_, ok := f.nextJob(1e6, play.JobTell)
	assert.False(f, ok)
	f.schedule(play.JobTell, "m", 2)
	j = f.claimOne(play.JobTell, 2)
	assert.Equal(f, play.Job{Kind: play.JobTell, Subject: "m", Due: at(2), Lease: at(62), Version: 1}, j)
}

// testReturn: a returned job can be claimed again at its new time, with its attempts.
func testReturn(f fixture) {
	f.schedule(play.JobTell, "m", 1)
	f.schedule(play.JobTell, "other", 100)
	f.giveBack(f.claimOne(play.JobTell, 1), 30, 2)
	next, ok := f.nextJob(1, play.JobTell)
	assert.True(f, ok)
	assert.Equal(f, at(30), next)
	assert.Empty(f, f.claim(play.JobTell, 29))
	assert.Equal(f, play.Job{Kind: play.JobTell, Subject: "m", Due: at(30), Attempts: 2,
		Lease: at(90), Version: 1}, f.claimOne(play.JobTell, 30))
}

// testMeanwhile: a job scheduled while it is claimed stays claimed, and is due again afterwards, whether it was done or
// not.
func testMeanwhile(f fixture) {
	for name, end := range map[string]func(play.Job){
		"done":     f.finish,
		"returned": func(j play.Job) { f.giveBack(j, 500, 3) },
	} {
		f.schedule(play.JobTell, name, 1)
		f.giveBack(f.claimOne(play.JobTell, 1), 1, 2)
		j := f.claimOne(play.JobTell, 1)
		f.schedule(play.JobTell, name, 40)
		f.schedule(play.JobTell, name, 30)
		assert.Empty(f, f.claim(play.JobTell, 31), "it is still had")
		end(j)
		assert.Empty(f, f.claim(play.JobTell, 29))
		again := f.claimOne(play.JobTell, 30)
		assert.Equal(f, play.Job{Kind: play.JobTell, Subject: name, Due: at(30), Lease: at(90), Version: 3}, again, name)
		f.finish(again)
		assert.Empty(f, f.claim(play.JobTell, 1e6), name)
	}
}
