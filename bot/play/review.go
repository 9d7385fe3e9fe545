package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"madbot/bot/play/gate"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/rules/review"
)

// Reviewer analyses finished games. It is safe for concurrent use.
type Reviewer interface {
	// Review searches a game and returns the result as one JSON value for Judge. It is the same on every machine. Searches
	// with an earlier due go first. Review calls progress, never concurrently, with the number of positions searched. It
	// returns the error of ctx, or one that indicates a defect.
	Review(ctx context.Context, g *rules.Game, due time.Time, progress func(done, all int)) ([]byte, error)
	// Judge evaluates a game from the result of Review. It fails if the result belongs to another game.
	Judge(g *rules.Game, found []byte) (review.Review, error)
	// Answer returns the best turn for the side to move, without reasons. Errors are as for Review.
	Answer(context.Context, gate.Question) (Candidate, error)
	// Version identifies the search behind Review; another version may find other results.
	Version() string
}

// Review is the state of a match's review. The zero value means that there is none.
type Review struct {
	Match     match.ID
	Asker     match.PlayerID // who asked for it
	Asked     time.Time
	Done, All int       // positions searched
	Made      time.Time // zero: it is in progress
	Version   string    // of the Reviewer
	Found     []byte    // the result; empty if the review is in progress or failed
}

// IsUnderWay reports whether the review is in progress.
func (r *Review) IsUnderWay() bool { return !r.Asked.IsZero() && r.Made.IsZero() }

// IsMade reports whether the review has a result.
func (r *Review) IsMade() bool { return len(r.Found) > 0 }

// The limits of reviews.
const (
	minReviewed    = 4   // turns
	maxReviewed    = 300 // turns
	MaxReviews     = 20  // that a person can ask for in reviewDay
	MaxReviewQueue = 8   // in progress at the same time, of all people
	reviewDay      = 24 * time.Hour
	reviewSpan     = 10 * time.Minute // in which a review should finish
	reviewPoll     = 2 * time.Second  // how often AwaitProgress checks the progress
	reviewPolls    = 20               // after how many checks AwaitProgress returns without news
)

var (
	// ErrOthersReview is returned by Reviews.Review to people who did not play in the match.
	ErrOthersReview = errors.New("only the players see the review")
	// ErrNothingToReview is returned by Reviews.Review if the match is not over, too short or too long, or if there
	// is no Reviewer.
	ErrNothingToReview = errors.New("nothing to review")
	// ErrReviewing is returned by Reviews.Review while another review for the person is in progress.
	ErrReviewing = errors.New("another review is under way")
	// ErrReviewsUsed is returned by Reviews.Review if the person has asked for MaxReviews in a day.
	ErrReviewsUsed = errors.New("no more reviews today")
	// ErrReviewQueue is returned by Reviews.Review while MaxReviewQueue reviews are in progress.
	ErrReviewQueue = errors.New("too many reviews wait")
)

// IsReviewable reports whether m is over and its length is within the limits of reviews.
func IsReviewable(m *match.Match) bool {
	n := m.Game.Ply()
	return m.Status == match.Finished && minReviewed <= n && n <= maxReviewed
}

// Review returns the review of a match, and starts one if there is none. If renew is set, it replaces a review by an
// older Reviewer. Errors are as for Match, and the review errors above; with the latter it also returns any
// existing Review.
func (s Reviews) Review(ctx context.Context, a Actor, id match.ID, renew bool) (m Match, r Review, err error) {
	if m, err = Boards(s).Match(ctx, a, id); err != nil {
		return m, r, err
	}
	switch {
	case !m.isOf(a.ID):
		return m, r, ErrOthersReview
	case s.deps.Reviewer == nil || !IsReviewable(&m.Match):
		return m, r, ErrNothingToReview
	}
	current := func() bool { return r.IsUnderWay() || r.IsMade() && !(renew && s.IsOld(&r)) }
	if r, err = s.deps.Store.Review(ctx, id); err != nil || current() {
		return m, r, err
	}
	err = s.deps.Store.Do(ctx, func(tx Tx) error {
		if r, err = tx.Review(ctx, id); err != nil || current() {
			return err
		}
		r = Review{Match: id, Asker: a.ID, Asked: tx.Now(), All: m.Game.Ply(), Version: s.deps.Reviewer.Version()}
		return startReview(ctx, tx, r)
	})
	if err != nil {
		return m, Review{}, err
	}
	s.deps.Wake()
	return m, r, nil
}

// startReview saves r and schedules its job, unless a limit is reached.
func startReview(ctx context.Context, tx Tx, r Review) error {
	load, err := tx.ReviewLoad(ctx, r.Asker, r.Asked.Add(-reviewDay))
	switch {
	case err != nil:
		return err
	case load.Own > 0:
		return ErrReviewing
	case load.Asked >= MaxReviews:
		return ErrReviewsUsed
	case load.All >= MaxReviewQueue:
		return ErrReviewQueue
	}
	if err := tx.SaveReview(ctx, r); err != nil {
		return err
	}
	return tx.Schedule(ctx, JobReview, Subject(JobReview, r.Match), r.Asked)
}

// ReviewLoad counts reviews.
type ReviewLoad struct {
	All   int // in progress
	Own   int // in progress for a person
	Asked int // that the person asked for since a time
}

// IsOld reports whether r was made by another version of the Reviewer.
func (s Reviews) IsOld(r *Review) bool { return r.IsMade() && r.Version != s.deps.Reviewer.Version() }

// Progress records how many positions of a review in progress have been searched.
func (s Reviews) Progress(ctx context.Context, id match.ID, done, all int) error {
	return s.deps.Store.Do(ctx, func(tx Tx) error {
		r, err := tx.Review(ctx, id)
		if err != nil || !r.IsUnderWay() {
			return err
		}
		r.Done, r.All = done, all
		return tx.SaveReview(ctx, r)
	})
}

// AwaitProgress waits until the review r makes progress, or for a while, and returns it. It returns false if ctx ends
// first.
func (s Reviews) AwaitProgress(ctx context.Context, r Review) (Review, bool) {
	for range reviewPolls {
		select {
		case <-ctx.Done():
			return r, false
		case <-time.After(reviewPoll):
		}
		now, err := s.deps.Store.Review(ctx, r.Match)
		switch {
		case err != nil:
			return r, false
		case now.Done != r.Done || !now.IsUnderWay():
			return now, true
		}
	}
	return r, true
}

// Judged evaluates a match from its finished review. It hides what would help one of the readers in a match they are
// playing.
func (s Reviews) Judged(ctx context.Context, m *Match, r *Review, readers ...match.PlayerID) (j Judged, err error) {
	if j.Review, err = s.deps.Reviewer.Judge(&m.Game, r.Found); err != nil {
		return Judged{}, fmt.Errorf("review of match %s: %w", m.ID, err)
	}
	for _, p := range readers {
		g, err := gate.For(ctx, s.deps.Store, p)
		if err != nil {
			return Judged{}, err
		}
		refused := refusals(g, m)
		j.Review = j.Hide(func(ply int) bool { return refused[ply] != nil })
		j.Why = cmp.Or(j.Why, errors.Join(refused...))
	}
	return j, nil
}

// JudgedForAll is Judged for the public. It hides what would help one of the players of m.
func (s Reviews) JudgedForAll(ctx context.Context, m *Match, r *Review) (Judged, error) {
	return s.Judged(ctx, m, r, m.people()...)
}

// Judged is the part of a review that its readers may see.
type Judged struct {
	review.Review
	Why error // joins the *gate.StandingErrors for which some turns are hidden; nil if none are
}

// refusals returns what a gate says about the positions of m, or nil if it allows one.
func refusals(g gate.Gate, m *Match) []error {
	at := m.Game.Start()
	all := []error{g.CheckChosen(at)}
	for _, t := range m.Game.Turns() {
		at = at.Play(t)
		all = append(all, g.CheckChosen(at))
	}
	return all
}

// Proven returns what the review of m proves, if there is one, for the public. It hides what would help one of its
// players in a match they are playing.
func (s Reviews) Proven(ctx context.Context, m *Match) (p review.Proven, err error) {
	r, err := s.deps.Store.Review(ctx, m.ID)
	if err != nil || !r.IsMade() || s.deps.Reviewer == nil {
		return p, err
	}
	judged, err := s.JudgedForAll(ctx, m, &r)
	return judged.Proven(m.Game.Outcome()), err
}

// Lost returns how much expected score the tried turn loses compared with the best turn at that moment. It returns a
// *gate.StandingError if the answer would help the actor in a running match.
func (s Reviews) Lost(ctx context.Context, by Actor, m *Match, tried Try) (float64, error) {
	switch tried.Turn {
	case tried.At.Best:
		return 0, nil
	case tried.At.Played:
		return tried.At.Loss, nil
	}
	past := m.Game.At(tried.At.Ply)
	g, err := gate.For(ctx, s.deps.Store, by.ID)
	if err != nil {
		return 0, err
	}
	c, err := s.evaluate(ctx, g, &past, tried.Turn)
	return tried.At.Outlook - float64(c.Worth), err
}

// Try is a turn that a person tries at a moment of a game, to find a better one.
type Try struct {
	At   review.Turn
	Turn rules.Turn
}

// Attempt is a turn tried in an exercise, and the expected continuation. If the game continues after it, Line contains
// the best answer.
type Attempt struct {
	Candidate
	Right bool // it is about as good as the best turn
}

// Attempt compares turn in g with the best turn. It returns a *gate.StandingError if the answer would help by in a
// match they are playing.
func (s Reviews) Attempt(ctx context.Context, by Actor, g *rules.Game, best, turn rules.Turn) (a Attempt, err error) {
	if turn == best || s.deps.Reviewer == nil {
		return Attempt{Candidate{Turn: turn, Line: []rules.Turn{turn}}, turn == best}, nil
	}
	own, err := gate.For(ctx, s.deps.Store, by.ID)
	if err != nil {
		return a, err
	}
	most, err := s.evaluate(ctx, own, g, best)
	if err != nil {
		return a, err
	}
	a.Candidate, err = s.evaluate(ctx, own, g, turn)
	a.Right = most.Worth-a.Worth <= review.RightLoss
	return a, err
}

// evaluate returns turn in g as a Candidate for the side that plays it, or the error of own.
func (s Reviews) evaluate(ctx context.Context, own gate.Gate, g *rules.Game, turn rules.Turn) (Candidate, error) {
	before := g.Position()
	after := rules.GameFrom(before.Play(turn), g.Limit())
	c := Candidate{Turn: turn, Line: []rules.Turn{turn}}
	if o := after.Outcome(); o.Over() {
		c.Worth = Worth(outlookOf(o, before.Side()))
		return c, nil
	}
	asked, err := own.Ask(&after)
	if err != nil {
		return c, err
	}
	theirs, err := s.deps.Reviewer.Answer(ctx, asked)
	c.Worth, c.Proof, c.Turns = 1-theirs.Worth, theirs.Proof.Turned(), theirs.Turns
	if theirs.Turn != rules.NoTurn {
		c.Line = append(c.Line, theirs.Turn)
	}
	return c, err
}

// outlookOf returns the expected score of a side with a known outcome (rules 5.4).
func outlookOf(o rules.Outcome, side rules.Color) float64 {
	switch {
	case o.Winner == side && o.IsSemi():
		return 0.75
	case o.Winner == side:
		return 1
	case o.IsSemi():
		return 0.25
	}
	return 0
}
