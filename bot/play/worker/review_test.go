package worker_test

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/gate"
	"madbot/bot/play/tries"
	"madbot/bot/play/worker"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/rules/review"
)

// reviewer takes a while for each position, and fails on request.
type reviewer struct {
	calls atomic.Int32
	due   shared[time.Time]
	fails shared[error]
	// endless makes it end only with its context.
	endless atomic.Bool
	judged  shared[review.Review]
}

func (*reviewer) Version() string { return "1" }

func (*reviewer) Answer(context.Context, gate.Question) (play.Candidate, error) {
	return play.Candidate{}, nil
}

func (r *reviewer) Judge(*rules.Game, []byte) (review.Review, error) {
	if r.fails.get() != nil {
		return review.Review{}, r.fails.get()
	}
	return r.judged.get(), nil
}

func (r *reviewer) Review(ctx context.Context, g *rules.Game, due time.Time,
	progress func(done, all int)) ([]byte, error) {
	r.calls.Add(1)
	r.due.set(due)
	if err := r.fails.get(); err != nil {
		return nil, err
	}
	if r.endless.Load() {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	for n := range g.Ply() {
		select {
		case <-time.After(30 * time.Second):
			progress(n+1, g.Ply())
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return []byte(`[1]`), nil
}

// reviewing makes the Service and the Worker of f with a reviewer.
func reviewing(f *fixture) *reviewer {
	r := new(reviewer)
	f.Service = play.New(play.Deps{Store: f.store, Reviewer: r, Now: f.now, Wake: func() { f.worker.Wake() },
		NewID: func() match.ID { return "x" }, Toss: func() rules.Color { return rules.Red }})
	f.newReviewWorker(r, f.store)
	return r
}

func (f *fixture) newReviewWorker(r *reviewer, s play.Store) {
	f.worker = worker.New(worker.Deps{Store: s, Now: f.now, Log: slog.New(slog.DiscardHandler), Kinds: []worker.Kind{
		worker.Review(r, f.Progress, f.now, slog.New(slog.DiscardHandler)),
		worker.Announce(f.announcer, f.threads, slog.New(slog.DiscardHandler))}})
}

// ended returns a match that is over after four turns.
func (f *fixture) ended() match.ID {
	id := f.start()
	for range 4 {
		f.move(id)
	}
	_, err := f.Resign(f.Context(), alice, anyPly(id))
	require.NoError(f, err)
	return id
}

// state returns how far the review of a match is.
func (f *fixture) state(id match.ID) play.Review {
	r, err := f.store.Review(f.Context(), id)
	require.NoError(f, err)
	return r
}

// TestReview_Worker: it says how far it has come, takes as long as it takes, and ends once.
func TestReview_Worker(t *testing.T) {
	inBubble(t, func(f *fixture) {
		by := reviewing(f)
		id := f.ended()
		_, _, err := f.Review(f.Context(), bob, id, false)
		require.NoError(f, err)
		f.run()
		f.pass(31 * time.Second)
		assert.Equal(f, 1, f.state(id).Done)
		f.pass(time.Minute)
		assert.Equal(f, 3, f.state(id).Done)
		assert.True(f, f.state(id).Asked.Add(10*time.Minute).Equal(by.due.get()))
		f.pass(time.Minute)
		state := f.state(id)
		assert.Equal(f, []byte(`[1]`), state.Found)
		assert.Equal(f, 4, state.Done)
		assert.False(f, state.Made.IsZero())
		f.pass(time.Hour)
		assert.EqualValues(f, 1, by.calls.Load())
	})
}

// TestReview_Puzzles: the blunders of a game that is reviewed become puzzles of those who made them.
func TestReview_Puzzles(t *testing.T) {
	inBubble(t, func(f *fixture) {
		blunder := review.Turn{Ply: 2, Side: rules.Red, Best: rules.ShiftTurn(rules.Swap112x221), Class: review.Blunder,
			Loss: 0.5, Outlook: 0.9, Gap: 0.5}
		reviewing(f).judged.set(review.Review{Turns: []review.Turn{blunder}})
		id := f.ended()
		_, _, err := f.Review(f.Context(), bob, id, false)
		require.NoError(f, err)
		f.run()
		f.pass(10 * time.Minute)
		m := f.match(id)
		own, err := f.store.OwnPuzzles(f.Context(), m.Players.Red)
		require.NoError(f, err)
		assert.Equal(f, []tries.Own{{Match: id, Player: m.Players.Red, Guild: m.Venue.Guild, Ply: 2, Turn: "112=221"}}, own)
		theirs, err := f.store.OwnPuzzles(f.Context(), m.Players.Blue)
		require.NoError(f, err)
		assert.Empty(f, theirs)
	})
}

// TestReview_Card: the result that stands is edited once when a review proves something, and notifies nobody; where
// none stands, none is posted.
func TestReview_Card(t *testing.T) {
	won := review.Review{Won: review.Won{Side: rules.Red}}
	for name, c := range map[string]struct {
		judged review.Review
		closed bool
		edits  int
	}{
		"won": {won, false, 1}, "nothing": {review.Review{}, false, 0}, "shut out": {won, true, 0},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(f *fixture) {
				reviewing(f).judged.set(c.judged)
				f.run()
				id := f.ended()
				f.pass(time.Minute)
				stands, before := f.match(id), len(f.announcer.pings.get())
				require.NotZero(f, stands.Post)
				require.NoError(f, f.store.Do(f.Context(), func(tx play.Tx) error {
					stands.Closed, stands.Thread, stands.Post.Channel = c.closed, "t", "t"
					return tx.SaveDelivery(f.Context(), id, stands.Delivery)
				}))
				for _, by := range []play.Actor{bob, alice} {
					_, _, err := f.Review(f.Context(), by, id, false)
					require.NoError(f, err)
					f.pass(10 * time.Minute)
				}
				edits := f.announcer.pings.get()[before:]
				require.Len(f, edits, c.edits)
				if c.edits > 0 {
					assert.Empty(f, edits[0].ids)
					assert.Equal(f, stands.Post, edits[0].in)
					assert.Equal(f, stands.Post, f.match(id).Post)
					f.requireIdle()
				}
			})
		})
	}
}

// TestReview_Killed: one that is broken off begins again, as often as it takes, and ends once.
func TestReview_Killed(t *testing.T) {
	inBubble(t, func(f *fixture) {
		by := reviewing(f)
		id := f.ended()
		_, _, err := f.Review(f.Context(), bob, id, false)
		require.NoError(f, err)
		for range 50 {
			f.run()
			f.pass(70 * time.Second)
			f.stop()
			assert.True(f, func() bool { r := f.state(id); return r.IsUnderWay() }())
			f.newReviewWorker(by, f.store)
			f.pass(time.Minute)
		}
		f.run()
		f.pass(3 * time.Minute)
		assert.Equal(f, []byte(`[1]`), f.state(id).Found)
		assert.EqualValues(f, 51, by.calls.Load())
	})
}

// TestReview_Fails: one that fails is tried again, and given up after some times, so that it keeps nobody waiting.
func TestReview_Fails(t *testing.T) {
	inBubble(t, func(f *fixture) {
		by := reviewing(f)
		by.fails.set(errors.New("a defect"))
		id := f.ended()
		_, _, err := f.Review(f.Context(), bob, id, false)
		require.NoError(f, err)
		f.run()
		f.pass(time.Hour)
		state := f.state(id)
		assert.EqualValues(f, 5, by.calls.Load())
		assert.False(f, state.IsUnderWay())
		assert.Empty(f, state.Found)
		by.fails.set(nil)
		_, _, err = f.Review(f.Context(), bob, id, false)
		require.NoError(f, err)
		f.pass(5 * time.Minute)
		assert.NotEmpty(f, f.state(id).Found)
	})
}

// TestReview_Endless: one that takes longer than any may is given up too, in the end.
func TestReview_Endless(t *testing.T) {
	inBubble(t, func(f *fixture) {
		by := reviewing(f)
		by.endless.Store(true)
		id := f.ended()
		_, _, err := f.Review(f.Context(), bob, id, false)
		require.NoError(f, err)
		f.run()
		f.pass(2 * time.Hour)
		state := f.state(id)
		assert.EqualValues(f, 5, by.calls.Load())
		assert.False(f, state.IsUnderWay())
	})
}

// TestReview_Untold: progress that cannot be kept does no harm.
func TestReview_Untold(t *testing.T) {
	inBubble(t, func(f *fixture) {
		by := reviewing(f)
		log := slog.New(slog.DiscardHandler)
		f.worker = worker.New(worker.Deps{Store: f.store, Now: f.now, Log: log, Kinds: []worker.Kind{
			worker.Review(by, func(context.Context, match.ID, int, int) error { panic("none") }, f.now, log)}})
		id := f.ended()
		_, _, err := f.Review(f.Context(), bob, id, false)
		require.NoError(f, err)
		f.run()
		f.pass(5 * time.Minute)
		assert.NotEmpty(f, f.state(id).Found)
	})
}
