package play

import (
	"context"
	"errors"
	"fmt"
	"time"

	"madbot/rules"
	"madbot/rules/match"
	"madbot/rules/review"
)

// Reviewer analyses finished games. It is safe for concurrent use.
type Reviewer interface {
	// Review searches a game and returns the result as one JSON value for Judge. It is the same on every machine.
	// Searches that are due before due go first. Review calls progress, never concurrently, with the number of
	// positions searched. It returns the error of ctx, or one that indicates a defect.
	Review(ctx context.Context, g *rules.Game, due time.Time, progress func(done, all int)) ([]byte, error)
	// Judge evaluates a game from the result of Review. It fails if the result belongs to another game.
	Judge(g *rules.Game, found []byte) (review.Review, error)
	// Answer returns the best turn for the side to move in g, without reasons. Errors are those of Review.
	Answer(ctx context.Context, g *rules.Game) (Candidate, error)
	// Version identifies the search behind Review: results of another version may differ.
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

// Review returns the review of a match, and starts one if there is none. If renew is set, it starts a new one to
// replace a review by an older Reviewer. Errors are those of Match, match.ErrNotPlayer and the review errors above;
// with the latter it also returns any existing Review.
func (s Reviews) Review(ctx context.Context, a Actor, id match.ID, renew bool) (m Match, r Review, err error) {
	if m, err = Boards(s).Match(ctx, a, id); err != nil {
		return m, r, err
	}
	switch {
	case !m.isOf(a.ID):
		return m, r, match.ErrNotPlayer
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

// AwaitProgress waits until the review r makes progress, or for a while, and returns it then. It returns false if ctx
// ends first.
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

// Evaluate evaluates a match from its finished review.
func (s Reviews) Evaluate(m *Match, r *Review) (review.Review, error) {
	judged, err := s.deps.Reviewer.Judge(&m.Game, r.Found)
	if err != nil {
		return review.Review{}, fmt.Errorf("review of match %s: %w", m.ID, err)
	}
	return judged, nil
}

// Proven returns what the review of m proves, if there is one. It leaves out a missed chance in a position that one
// of the players currently faces in another match.
func (s Reviews) Proven(ctx context.Context, m *Match) (p review.Proven, err error) {
	r, err := s.deps.Store.Review(ctx, m.ID)
	if err != nil || !r.IsMade() || s.deps.Reviewer == nil {
		return p, err
	}
	judged, err := s.Evaluate(m, &r)
	if err != nil {
		return p, err
	}
	p = judged.Proven(m.Game.Outcome())
	for _, player := range m.Players.Both() {
		if p.Chance.Missed == 0 || player == m.Robot() {
			continue
		}
		standing, err := s.LivePlies(ctx, m, player)
		if err != nil {
			return review.Proven{}, err
		}
		if standing[p.Chance.Ply] || standing[p.Chance.Ply+1] {
			p.Chance = review.Turn{}
		}
	}
	return p, nil
}

// Lost returns how much a turn loses, in expected score, against the best turn in the position best.Ply of m.
func (s Reviews) Lost(ctx context.Context, m *Match, best review.Turn, turn rules.Turn) (float64, error) {
	switch turn {
	case best.Best:
		return 0, nil
	case best.Played:
		return best.Loss, nil
	}
	past := m.Game.At(best.Ply)
	worth, err := s.worth(ctx, &past, turn)
	return best.Outlook - worth, err
}

// Attempt is a turn that somebody tried in an exercise, and the expected continuation. If the game goes on after it,
// Line contains the best answer.
type Attempt struct {
	Candidate
	Right bool // it is about as good as the best turn
}

// Attempt evaluates turn in g against the best turn.
func (s Reviews) Attempt(ctx context.Context, g *rules.Game, best, turn rules.Turn) (a Attempt, err error) {
	if turn == best || s.deps.Reviewer == nil {
		return Attempt{Candidate{Turn: turn, Line: []rules.Turn{turn}}, turn == best}, nil
	}
	most, err := s.evaluate(ctx, g, best)
	if err != nil {
		return a, err
	}
	a.Candidate, err = s.evaluate(ctx, g, turn)
	a.Right = most.Worth-a.Worth <= review.RightLoss
	return a, err
}

// worth returns the expected score of the side that plays turn in g.
func (s Reviews) worth(ctx context.Context, g *rules.Game, turn rules.Turn) (float64, error) {
	c, err := s.evaluate(ctx, g, turn)
	return float64(c.Worth), err
}

// evaluate returns turn in g as a Candidate for the side that plays it.
func (s Reviews) evaluate(ctx context.Context, g *rules.Game, turn rules.Turn) (Candidate, error) {
	before := g.Position()
	after := rules.GameFrom(before.Play(turn), g.Limit())
	c := Candidate{Turn: turn, Line: []rules.Turn{turn}}
	if o := after.Outcome(); o.Over() {
		c.Worth = Worth(outlookOf(o, before.Side()))
		return c, nil
	}
	theirs, err := s.deps.Reviewer.Answer(ctx, &after)
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

// LivePositions returns the current positions of p's running matches, which must not be discussed until those are over.
func (s Reviews) LivePositions(ctx context.Context, p match.PlayerID) (map[rules.Position]bool, error) {
	open, err := s.deps.Store.Open(ctx, p)
	if err != nil {
		return nil, err
	}
	stand := map[rules.Position]bool{}
	for _, o := range open {
		if o.Status != match.Playing {
			continue
		}
		running, err := s.deps.Store.Match(ctx, o.ID)
		if err != nil {
			return nil, err
		}
		stand[running.Game.Position()] = true
	}
	return stand, nil
}

// LivePlies returns the plies of m at which the position was one of LivePositions for p.
func (s Reviews) LivePlies(ctx context.Context, m *Match, p match.PlayerID) (map[int]bool, error) {
	stand, err := s.LivePositions(ctx, p)
	plies := map[int]bool{}
	if err != nil || len(stand) == 0 {
		return plies, err
	}
	at := m.Game.Start()
	for ply, t := range m.Game.Turns() {
		plies[ply] = stand[at]
		at = at.Play(t)
	}
	plies[m.Game.Ply()] = stand[at]
	return plies, nil
}
