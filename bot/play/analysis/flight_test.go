package analysis

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules"
)

// TestAnalyst_HintAskedByMany: concurrent requests for the same hint share one search and one place in the pool.
// Callers who stay get it even if others leave.
func TestAnalyst_HintAskedByMany(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := newAnalyst(t, nil)
		release := occupy(t, a.pool)
		game := rules.NewGame(rules.DefaultOptions())
		first, goAway := context.WithCancel(t.Context())
		gone := make(chan error, 1)
		go func() {
			_, err := a.hintFor(first, &game)
			gone <- err
		}()
		synctest.Wait()
		var others sync.WaitGroup
		var mu sync.Mutex
		turns := map[rules.Turn]int{}
		for range 100 {
			others.Go(func() {
				hint, err := a.hintFor(t.Context(), &game)
				if assert.NoError(t, err) && assert.NotEmpty(t, hint.Candidates) {
					mu.Lock()
					defer mu.Unlock()
					turns[hint.Candidates[0].Turn]++
				}
			})
		}
		synctest.Wait()
		assert.Len(t, a.pool.waiting, 1)
		goAway()
		require.ErrorIs(t, <-gone, context.Canceled)
		synctest.Wait()
		assert.Len(t, a.pool.waiting, 1, "others still wait")
		release()
		others.Wait()
		assert.Len(t, turns, 1, "all have the same answer: %v", turns)
		assert.Empty(t, a.flights.all)
	})
}

// occupy fills a pool of one search until the function it returns is called.
func occupy(t *testing.T, p *pool) (release func()) {
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		long := Budget{Total: time.Hour, Search: time.Hour}
		assert.NoError(t, p.run(ctx, long, func(ctx context.Context, _ grant) { <-ctx.Done() }))
	}()
	synctest.Wait()
	return func() { cancel(); <-ended }
}

// TestAnalyst_HintKept: a hint is kept when more time would not have made it better, not when it was found in a
// small share of the time because many asked at once.
func TestAnalyst_HintKept(t *testing.T) {
	t.Parallel()
	start := rules.NewGame(rules.DefaultOptions())
	won := gameFrom(t, "6x4 a1-------------- b1-------------- r - 0 r")
	for name, c := range map[string]struct {
		game   *rules.Game
		budget Budget
		kept   int
	}{
		"all the time there is": {&start, Budget{Total: time.Minute, Search: 20 * time.Millisecond}, 1},
		"a small share":         {&start, Budget{Total: time.Millisecond, Search: time.Hour}, 0},
		"as deep as wanted":     {&start, Budget{Depth: 1, Total: time.Minute, Search: time.Hour}, 1},
		"a proven end":          {won, Budget{Total: time.Minute, Search: time.Hour}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, err := New(Config{Searches: 1, Now: time.Now, Hint: c.budget})
			require.NoError(t, err)
			hint, err := a.hintFor(t.Context(), c.game)
			require.NoError(t, err)
			assert.Equal(t, c.kept, a.known.Len())
			if c.kept > 0 {
				a.pool = nil // nothing is searched again
				again, err := a.hintFor(t.Context(), c.game)
				require.NoError(t, err)
				assert.Equal(t, hint, again)
			}
		})
	}
}

// brief returns an Analyst whose hints look one turn ahead.
func brief(t *testing.T) *Analyst {
	a := newAnalyst(t, nil)
	a.hint.Depth = 1
	return a
}

// tooLate is a context that ends just after a search: only who asks once more notices.
type tooLate struct{ context.Context }

func (tooLate) Err() error { return context.Canceled }

// TestAnalyst_HintCutShort: what was found when the last who asked had gone is not kept for others, nor are the
// reasons looked for any longer.
func TestAnalyst_HintCutShort(t *testing.T) {
	t.Parallel()
	game := gameFrom(t, "6x4 b1d2a3a1c4a4d1c1 b6d5b3a6c5a5d6b5 r - 0 -")
	a, about := brief(t), question{game.Position(), game.Limit()}
	_, err := a.searchHint(tooLate{context.WithoutCancel(t.Context())}, about, game)
	require.NoError(t, err)
	assert.Zero(t, a.known.Len())
	_, err = a.searchHint(t.Context(), about, game)
	require.NoError(t, err)
	assert.Equal(t, 1, a.known.Len())

	r, err := a.search(t.Context(), a.hintTask(game))
	require.NoError(t, err)
	gone, goAway := context.WithCancel(t.Context())
	goAway()
	assert.Greater(t, reasons(advice(t.Context(), game, r)), reasons(advice(gone, game, r)))
}

func reasons(h play.Hint) (n int) {
	for _, c := range h.Candidates {
		n += len(c.Reasons)
	}
	return n
}

// TestAnalyst_HintByStallLimit: a position with another stall limit is another question, also for those who ask at
// once.
func TestAnalyst_HintByStallLimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := brief(t)
		release := occupy(t, a.pool)
		p, err := rules.ParsePosition("6x4 a1b1------------ d6c6------------ r - 39 r")
		require.NoError(t, err)
		var all sync.WaitGroup
		for limit, want := range map[rules.StallLimit]play.Proof{40: play.SemiWinProven, 0: play.Unproven} {
			all.Go(func() {
				game := rules.GameFrom(p, limit)
				hint, err := a.hintFor(t.Context(), &game)
				if assert.NoError(t, err) {
					assert.Equal(t, want, hint.Candidates[0].Proof, "limit %d", limit)
				}
			})
		}
		synctest.Wait()
		assert.Len(t, a.pool.waiting, 2)
		release()
		all.Wait()
		assert.Equal(t, 2, a.known.Len())
	})
}

// searching is a search for tests. It ends with its context, or returns what it gets.
type searching struct {
	begun   int
	outcome chan error
}

func (s *searching) search(ctx context.Context) (play.Hint, error) {
	s.begun++
	select {
	case err := <-s.outcome:
		return play.Hint{Candidates: make([]play.Candidate, s.begun)}, err
	case <-ctx.Done():
		return play.Hint{Candidates: make([]play.Candidate, 10+s.begun)}, nil
	}
}

// asker is one who waits for a flight: how many candidates they got, or why they got none.
type asker struct {
	goAway context.CancelFunc
	got    int
	err    error
}

func joins(t *testing.T, all *flights, search func(context.Context) (play.Hint, error)) *asker {
	ctx, cancel := context.WithCancel(t.Context())
	one := &asker{goAway: cancel, got: -1}
	go func() {
		hint, err := all.do(ctx, question{}, search)
		one.got, one.err = len(hint.Candidates), err
	}()
	synctest.Wait()
	return one
}

// TestFlights_LastLeaves: the last who goes away ends the search and gets what was found; who asks after that
// has it searched again.
func TestFlights_LastLeaves(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		all, s := flights{all: map[question]*flight{}}, searching{outcome: make(chan error)}
		first, second := joins(t, &all, s.search), joins(t, &all, s.search)
		first.goAway()
		synctest.Wait()
		require.ErrorIs(t, first.err, context.Canceled)
		assert.Equal(t, -1, second.got, "still waits")
		second.goAway()
		synctest.Wait()
		assert.NoError(t, second.err)
		assert.Equal(t, 11, second.got)
		third := joins(t, &all, s.search)
		s.outcome <- nil
		synctest.Wait()
		assert.Equal(t, 2, third.got)
		assert.Empty(t, all.all)
	})
}

// TestFlights_Slow: a search that takes a while to end when the last has gone is not joined, and what takes its
// place stays.
func TestFlights_Slow(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		all, s := flights{all: map[question]*flight{}}, searching{outcome: make(chan error)}
		first := joins(t, &all, func(ctx context.Context) (play.Hint, error) {
			<-ctx.Done()
			time.Sleep(time.Second)
			return play.Hint{}, nil
		})
		first.goAway()
		synctest.Wait()
		second := joins(t, &all, s.search)
		time.Sleep(2 * time.Second)
		third := joins(t, &all, s.search)
		s.outcome <- nil
		synctest.Wait()
		assert.Equal(t, []int{0, 1, 1}, []int{first.got, second.got, third.got})
	})
}

// TestFlights_Fails: all waiting callers get an error, also after a panic; the next caller starts a new search.
func TestFlights_Fails(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		all, s := flights{all: map[question]*flight{}}, searching{outcome: make(chan error)}
		failure := errors.New("no")
		first, second := joins(t, &all, s.search), joins(t, &all, s.search)
		s.outcome <- failure
		synctest.Wait()
		assert.Equal(t, failure, first.err)
		assert.Equal(t, failure, second.err)
		third := joins(t, &all, func(context.Context) (play.Hint, error) { panic("a defect") })
		require.ErrorContains(t, third.err, "panic: a defect")
		assert.Empty(t, all.all)
	})
}

// TestFlights_InTime: a caller whose time is up gets the error of its own context.
func TestFlights_InTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		all := flights{all: map[question]*flight{}}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := all.do(ctx, question{}, func(ctx context.Context) (play.Hint, error) {
			<-ctx.Done()
			return play.Hint{}, ctx.Err()
		})
		assert.ErrorIs(t, err, context.DeadlineExceeded)
	})
}

// TestFlights_JustInTime: an answer that is there is given, also to somebody whose time is up as it comes.
func TestFlights_JustInTime(t *testing.T) {
	t.Parallel()
	f := &flight{askers: 1, cancel: func() {}, done: make(chan struct{}),
		hint: play.Hint{Candidates: make([]play.Candidate, 3)}}
	close(f.done)
	all := flights{all: map[question]*flight{{}: f}}
	gone, goAway := context.WithCancel(t.Context())
	goAway()
	for range 50 { // it is left to chance which of the two is noticed first
		hint, err := all.do(gone, question{}, nil)
		require.NoError(t, err)
		require.Len(t, hint.Candidates, 3)
	}
}
