package playtest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
)

// walk schedules, claims and ends jobs at random. It checks invariants of the store, and that a Memory does the same.
type walk struct {
	fixture
	random *rand.Rand
	twin   fixture // a Memory that must behave the same
	now    int
	held   []play.Job // by somebody, perhaps expired
}

// testAnyJobs: in random sequences, each subject has at most one claimed job, the earliest first, and NextJob is exact.
func testAnyJobs(f fixture) {
	for seed := range uint64(12) {
		w := &walk{fixture: f, twin: fixture{f.T, NewMemory()}, random: rand.New(rand.NewPCG(seed, 1))}
		for range 50 {
			w.step()
			w.checkNext()
		}
		w.settle()
	}
}

func (w *walk) kinds() []play.JobKind {
	return []play.JobKind{play.JobRetire, play.JobRobot, play.JobTell}
}

func (w *walk) both(unit func(play.Tx) error) {
	w.Helper()
	w.do(unit)
	w.twin.do(unit)
}

func (w *walk) step() {
	kind := w.kinds()[w.random.IntN(3)]
	switch w.random.IntN(7) {
	case 0, 1, 2:
		subject, due := fmt.Sprint("m", w.random.IntN(4)), at(w.now+w.random.IntN(9)-3)
		w.both(func(tx play.Tx) error { return tx.Schedule(w.Context(), kind, subject, due) })
	case 3, 4:
		w.claimBoth(kind)
	case 5:
		w.end()
	case 6:
		w.now += w.random.IntN(6)
	}
}

// claimBoth claims all available jobs of a kind for a short time.
func (w *walk) claimBoth(k play.JobKind) {
	// Leases end at different times, because the end identifies the claimant.
	c := play.Claim{Kind: k, Now: at(w.now), Limit: 9,
		Until: at(w.now + 1 + w.random.IntN(9)).Add(time.Duration(len(w.held)) * time.Millisecond)}
	jobs := w.claimUpTo(c)
	require.ElementsMatch(w, w.twin.claimUpTo(c), jobs)
	for i := range jobs {
		if i > 0 {
			assert.False(w, jobs[i].Due.Before(jobs[i-1].Due), "the earliest first")
		}
		assert.False(w, jobs[i].Due.After(c.Now))
	}
	w.held = append(w.held, jobs...)
}

// end ends a job that somebody claimed and may have lost.
func (w *walk) end() {
	if len(w.held) == 0 {
		return
	}
	j, done := w.held[w.random.IntN(len(w.held))], w.random.IntN(2) == 0
	j.Due, j.Attempts = at(w.now+w.random.IntN(5)), j.Attempts+1
	unit := func(tx play.Tx) error {
		if done {
			return tx.Done(w.Context(), j)
		}
		return tx.Return(w.Context(), j)
	}
	err := w.twin.Do(w.Context(), unit)
	if err != nil {
		require.ErrorIs(w, err, play.ErrLeaseLost)
		require.ErrorIs(w, w.Do(w.Context(), unit), play.ErrLeaseLost)
		return
	}
	w.do(unit)
}

// checkNext checks for each set of kinds that NextJob returns the time from which Claim returns a job.
func (w *walk) checkNext() {
	w.Helper()
	all := w.kinds()
	for _, kinds := range [][]play.JobKind{all, all[:1], all[1:2], all[2:], all[1:]} {
		w.checkFirst(kinds)
		then, ok := w.nextJob(w.now, kinds...)
		if !ok {
			require.Empty(w, w.would(kinds, at(w.now+1e6)), "never")
			continue
		}
		require.NotEmpty(w, w.would(kinds, then), "then")
		if then.After(at(w.now)) {
			require.Empty(w, w.would(kinds, then.Add(-time.Millisecond)), "not before")
		}
	}
}

// checkFirst checks one result of NextJob.
func (w *walk) checkFirst(kinds []play.JobKind) {
	w.Helper()
	_, ok := w.look(at(w.now), kinds...)
	memory := w.twin.Store.(*Memory)
	for key := range memory.kept.jobs {
		if slices.Contains(kinds, key.kind) {
			return
		}
	}
	require.False(w, ok, "there is none of the kinds")
}

// would returns the jobs that Claim would return at a time, without claiming them.
func (w *walk) would(kinds []play.JobKind, now time.Time) (all []play.Job) {
	w.Helper()
	rollback := errors.New("rollback")
	err := w.Do(w.Context(), func(tx play.Tx) error {
		all = nil
		seen := map[string]bool{}
		for _, k := range kinds {
			jobs, err := tx.Claim(w.Context(), play.Claim{Kind: k, Now: now,
				Until: now.Add(time.Hour), Limit: 9})
			require.NoError(w, err)
			for _, j := range jobs {
				assert.False(w, seen[j.Subject], "two of %s", j.Subject)
				seen[j.Subject] = true
			}
			all = append(all, jobs...)
		}
		return rollback
	})
	require.ErrorIs(w, err, rollback)
	return all
}

// settle ends all jobs, so that the next walk starts empty.
func (w *walk) settle() {
	w.Helper()
	for w.now += 1000; ; w.now += 1000 {
		before := len(w.held)
		for _, k := range w.kinds() {
			w.claimBoth(k)
		}
		if len(w.held) == before {
			break
		}
		for _, j := range w.held[before:] {
			w.both(func(tx play.Tx) error { return tx.Done(w.Context(), j) })
		}
	}
	_, ok := w.nextJob(w.now, w.kinds()...)
	assert.False(w, ok)
}
