package bot

import (
	"context"
	"fmt"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/dispatch"
	"madbot/bot/play"
	"madbot/bot/play/gate"
	"madbot/bot/ui"
	"madbot/render"
	"madbot/rules"
	"madbot/rules/explain"
	"madbot/rules/match"
	"madbot/rules/review"
)

func (r *plainRenderer) Outlook(w io.Writer, _ render.Outlook, o render.Options) error {
	return r.Board(w, rules.Position{}, o)
}

func (r *plainRenderer) Crosstable(w io.Writer, _ render.Crosstable, o render.Options) error {
	return r.Board(w, rules.Position{}, o)
}

func (r *plainRenderer) Ratings(w io.Writer, _ render.Ratings, o render.Options) error {
	return r.Board(w, rules.Position{}, o)
}

// reviewer reviews every game alike: Red's first turn is a mistake.
type reviewer struct{}

func (reviewer) Version() string { return "1" }

func (reviewer) Answer(context.Context, gate.Question) (play.Candidate, error) {
	return play.Candidate{Worth: 0.9}, nil
}

func (reviewer) Review(context.Context, *rules.Game, time.Time, func(done, all int)) ([]byte, error) {
	return []byte("1"), nil
}

func (reviewer) Judge(g *rules.Game, _ []byte) (r review.Review, err error) {
	for ply, played := range g.Turns() {
		r.Turns = append(r.Turns, review.Turn{Ply: ply, Side: []rules.Color{rules.Red, rules.Blue}[ply%2], Played: played,
			Best: played, Outlook: 0.5})
		r.Outlooks = append(r.Outlooks, 0.5)
	}
	start := g.Start()
	best, err := start.ParseTurn("112=221")
	r.Outlooks = append(r.Outlooks, 0.5)
	r.Turns[0].Best, r.Turns[0].Loss, r.Turns[0].Class = best, 0.15, review.Mistake
	r.Turns[0].Fault = explain.Fault{Kind: explain.MissesFork, Turn: best}
	return r, err
}

// poster is a Poster that records the last message, or fails.
type poster struct {
	why    error
	posted ui.Message
}

func (p *poster) Share(_ context.Context, _ play.Sharing, msg ui.Message) error {
	if p.why == nil {
		p.posted = msg
	}
	return p.why
}

// reviewed sets up a reviewer, and returns a finished match.
func (tb table) reviewed() match.ID {
	made := 100
	tb.serve(play.New(play.Deps{Store: tb.store, Reviewer: reviewer{}, Now: func() time.Time { return *tb.now },
		NewID: func() match.ID { made++; return match.ID(fmt.Sprint("m", made)) }, Toss: func() rules.Color { return rules.Red }}))
	return tb.over()
}

// over returns a match that is over after four turns.
func (tb table) over() match.ID {
	id := tb.start()
	tb.turns(id, "pass", "pass", "112=221", "112=221")
	tb.resign(id, bob)
	return id
}

// keeps saves a review, finished or under way.
func (tb table) keeps(id match.ID, asker match.PlayerID, made bool) {
	r := play.Review{Match: id, Asker: asker, Asked: *tb.now, All: 4, Version: "1"}
	if made {
		r.Made, r.Found = *tb.now, []byte("1")
	}
	tb.do(func(tx play.Tx) error { return tx.SaveReview(tb.t.Context(), r) })
}

// reviewMeetings are the errors about reviews, and how people get them.
func reviewMeetings() []meeting {
	ask := func(tb table, v ui.Verb, id match.ID) error {
		_, err := tb.press(alice, ui.ID{Verb: v, Match: id, Ply: play.AnyPly})
		return err
	}
	return []meeting{
		{"play.ErrOthersReview", play.ErrOthersReview, func(tb table) error {
			_, err := tb.press(carol, ui.ID{Verb: ui.Review, Match: tb.over(), Ply: play.AnyPly})
			return err
		}, "Only its two players"},
		{"play.ErrNothingToReview", play.ErrNothingToReview, func(tb table) error {
			return ask(tb, ui.Review, tb.start())
		}, "4 to 300 turns"},
		{"play.ErrReviewing", play.ErrReviewing, func(tb table) error {
			id := tb.reviewed()
			tb.keeps(tb.over(), alice, false)
			return ask(tb, ui.Review, id)
		}, "Another game of yours"},
		{"play.ErrReviewsUsed", play.ErrReviewsUsed, func(tb table) error {
			id := tb.reviewed()
			for i := range play.MaxReviews {
				other := match.ID(fmt.Sprint("r", i))
				tb.set(other, "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 0 -")
				tb.keeps(other, alice, true)
			}
			return ask(tb, ui.Review, id)
		}, "20th review"},
		{"play.ErrReviewQueue", play.ErrReviewQueue, func(tb table) error {
			id := tb.reviewed()
			for i := range play.MaxReviewQueue {
				other := match.ID(fmt.Sprint("r", i))
				tb.set(other, "6x4 b1d2a2b2c2d1a1c1 b6d5a5b5c5d6a6c6 r - 0 -")
				tb.keeps(other, match.PlayerID(fmt.Sprint("9", i)), false)
			}
			return ask(tb, ui.Review, id)
		}, "Eight reviews are waiting"},
		{"play.ErrPosted", play.ErrPosted, func(tb table) error {
			id := tb.over()
			tb.ok(tb.press(bob, ui.ID{Verb: ui.PostReplay, Match: id, Ply: play.AnyPly}))
			return ask(tb, ui.PostReplay, id)
		}, "has been posted"},
		{"play.ErrUnposted", play.ErrUnposted, func(tb table) error {
			tb.Poster = &poster{why: play.ErrClosed}
			return ask(tb, ui.PostReplay, tb.over())
		}, "can't post that here"},
		{"play.ErrPerhapsPosted", play.ErrPerhapsPosted, func(tb table) error {
			tb.Poster = &poster{why: context.DeadlineExceeded}
			return ask(tb, ui.PostReplay, tb.over())
		}, "If you don't see it"},
	}
}

// TestReview_Tries: there are three tries to find a better turn; an equally good one ends them, and then the best one
// is shown.
func TestReview_Tries(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.reviewed()
	tb.keeps(id, alice, true)
	try := func(state, turn string) dispatch.Reply {
		tap := ui.TapArg{Turn: turn}.String()
		return tb.ok(tb.press(alice, ui.ID{Verb: ui.TryBetter, Match: id, Ply: play.AnyPly,
			Arg: ui.TryArg{State: state, Tap: tap}.String()}))
	}
	for state, want := range map[string]string{"0 0": "2 tries left", "0 1": "1 try left", "0 2": "**112=221** was best"} {
		assert.Contains(t, try(state, "121=212").Message.Text, want, state)
	}
	for _, state := range []string{"0 0", "0 2", "x", ""} {
		assert.Contains(t, try(state, "112=221").Message.Text, "**Right: 112=221**", state)
	}
	assert.Contains(t, try("0 0", "").Message.Text, "choose a ship")
	assert.Contains(t, try("0 0", "211xc4").Message.Text, "choose a ship", "what isn't legal is no try")
	assert.Contains(t, try("7 0", "112=221").Message.Text, "Red · ", "there is no such moment")
}

// TestReview_Standing: nothing is said about a position that occurs in a running game of the reader.
func TestReview_Standing(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.reviewed()
	tb.keeps(id, alice, true)
	show := func(v ui.Verb, arg string) dispatch.Reply {
		return tb.ok(tb.press(alice, ui.ID{Verb: v, Match: id, Ply: play.AnyPly, Arg: arg}))
	}
	assert.Contains(t, labels(show(ui.Review, "").Message), "Key moments")
	assert.Contains(t, show(ui.ReviewTurn, "0").Message.Text, "a mistake")
	tb.start()
	assert.NotContains(t, labels(show(ui.Review, "").Message), "Key moments")
	assert.Contains(t, show(ui.ReviewTurn, "0").Message.Text, "Wait until that's over.")
	assert.NotContains(t, show(ui.ReviewTurn, "0").Message.Text, "mistake")
	for _, v := range []ui.Verb{ui.Moment, ui.Better} {
		assert.NotContains(t, show(v, "0").Message.Text, "mistake:", v)
	}
	posted := &poster{}
	tb.Poster = posted
	show(ui.PostReview, "")
	assert.Contains(t, posted.posted.Text, "(Red) against")
	assert.NotContains(t, posted.posted.Text, "mistake")
}

// TestReview_Steps: steps beyond the first and last turn or moment stay there.
func TestReview_Steps(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.reviewed()
	tb.keeps(id, alice, true)
	for arg, want := range map[string]string{"-3": "Round 1, Red", "99": "Round 2, Blue", "x": "Round 1, Red", "2": "Round 2, Red"} {
		reply := tb.ok(tb.press(alice, ui.ID{Verb: ui.ReviewTurn, Match: id, Ply: play.AnyPly, Arg: arg}))
		assert.Contains(t, reply.Message.Text, want, arg)
	}
	for _, arg := range []string{"-1", "0", "5", "x"} {
		reply := tb.ok(tb.press(alice, ui.ID{Verb: ui.Moment, Match: id, Ply: play.AnyPly, Arg: arg}))
		assert.Contains(t, reply.Message.Text, "1/1 · **Round 1, Red: pass** · a mistake", arg)
	}
	_, err := tb.press(carol, ui.ID{Verb: ui.Review, Match: id, Ply: play.AnyPly})
	require.ErrorIs(t, err, play.ErrOthersReview)
}

// TestReview_Follows: the first to ask sees the progress, and then the review.
func TestReview_Follows(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tb := newTable(t)
		id := tb.reviewed()
		reply := tb.ok(tb.press(alice, ui.ID{Verb: ui.Review, Match: id, Ply: play.AnyPly}))
		assert.Equal(t, "Reviewing: 0 of 4 positions", reply.Message.Text)
		require.NoError(t, tb.service().Progress(t.Context(), id, 3, 4))
		next, there := reply.Then(t.Context())
		require.True(t, there)
		assert.Equal(t, "Reviewing: 3 of 4 positions", next.Message.Text)
		tb.keeps(id, alice, true)
		last, there := next.Then(t.Context())
		require.True(t, there)
		assert.Contains(t, last.Message.Text, "Red · ")
		assert.Nil(t, last.Then)
	})
}

// TestReview_Failed: a failed review is reported, and made again when somebody asks.
func TestReview_Failed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tb := newTable(t)
		id := tb.reviewed()
		reply := tb.ok(tb.press(alice, ui.ID{Verb: ui.Review, Match: id, Ply: play.AnyPly}))
		still, there := reply.Then(t.Context())
		require.True(t, there, "nothing has come yet, and more may")
		assert.Equal(t, "Reviewing: 0 of 4 positions", still.Message.Text)
		tb.do(func(tx play.Tx) error {
			return tx.SaveReview(t.Context(), play.Review{Match: id, Asker: alice, Asked: *tb.now, Made: *tb.now})
		})
		failed, there := still.Then(t.Context())
		require.True(t, there)
		assert.Contains(t, failed.Message.Text, "couldn't review")
		assert.Nil(t, failed.Then)
		assert.NotNil(t, tb.ok(tb.press(alice, ui.ID{Verb: ui.Review, Match: id, Ply: play.AnyPly})).Then)
	})
}
