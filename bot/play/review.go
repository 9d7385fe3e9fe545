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

// Reviewer judges finished games. It is safe for concurrent use.
type Reviewer interface {
	// Review searches a game and returns what it found, one JSON value that Judge reads; the same for the same game on
	// every machine. It makes way for searches that are due before a time, and calls progress, one call at a time, with
	// how many positions of all it has searched. The error is that of ctx, or a defect.
	Review(ctx context.Context, g *rules.Game, due time.Time, progress func(done, all int)) ([]byte, error)
	// Judge judges a game by what Review found, and fails if that is of another game.
	Judge(g *rules.Game, found []byte) (review.Review, error)
	// Answer returns the best turn of the side to move in g, without reasons. The error is as of Review.
	Answer(ctx context.Context, g *rules.Game) (Candidate, error)
	// Version says what Review searches with: another one may find something else.
	Version() string
}

// Review is how far the review of a match has come. The zero value is that of none.
type Review struct {
	Match     match.ID
	Asker     match.PlayerID // who had it made
	Asked     time.Time
	Done, All int       // positions searched
	Made      time.Time // zero: it is under way
	Version   string    // of the Reviewer
	Found     []byte    // what it found; empty when it is under way, or could not be made
}

// IsUnderWay reports whether the review is being made.
func (r *Review) IsUnderWay() bool { return !r.Asked.IsZero() && r.Made.IsZero() }

// IsMade reports whether there is something to show.
func (r *Review) IsMade() bool { return len(r.Found) > 0 }

// What is reviewed, and for whom.
const (
	minReviewed    = 4   // turns
	maxReviewed    = 300 // turns
	MaxReviews     = 20  // that a person has made in reviewDay
	MaxReviewQueue = 8   // under way at once, of all people
	reviewDay      = 24 * time.Hour
	reviewSpan     = 10 * time.Minute // in which a review is to be made
	reviewLook     = 2 * time.Second  // between two looks at how far it has come
	reviewLooks    = 20               // after which it is said again how far that is
)

var (
	// ErrNothingToReview is returned by Reviews.Review for a match that is not over, too short or too long, and where
	// nobody reviews.
	ErrNothingToReview = errors.New("nothing to review")
	// ErrReviewing is returned by Reviews.Review while another review of the person is under way.
	ErrReviewing = errors.New("another review is under way")
	// ErrReviewsUsed is returned by Reviews.Review when the person has had MaxReviews made in a day.
	ErrReviewsUsed = errors.New("no more reviews today")
	// ErrReviewQueue is returned by Reviews.Review while MaxReviewQueue are under way.
	ErrReviewQueue = errors.New("too many reviews wait")
)

// IsReviewed reports whether there is something to review in m.
func IsReviewed(m *match.Match) bool {
	n := m.Game.Ply()
	return m.Status == match.Finished && minReviewed <= n && n <= maxReviewed
}

// Review returns the review of a match, which it has made if there is none; anew has one made again that an older
// Reviewer made. Errors as Match; match.ErrNotPlayer; and those about reviews above, beside a Review that cannot be
// made now.
func (s Reviews) Review(ctx context.Context, a Actor, id match.ID, anew bool) (m Match, r Review, err error) {
	if m, err = Boards(s).Match(ctx, a, id); err != nil {
		return m, r, err
	}
	switch {
	case !m.isOf(a.ID):
		return m, r, match.ErrNotPlayer
	case s.deps.Reviewer == nil || !IsReviewed(&m.Match):
		return m, r, ErrNothingToReview
	}
	stands := func() bool { return r.IsUnderWay() || r.IsMade() && !(anew && s.IsOld(&r)) }
	if r, err = s.deps.Store.Review(ctx, id); err != nil || stands() {
		return m, r, err
	}
	err = s.deps.Store.Do(ctx, func(tx Tx) error {
		if r, err = tx.Review(ctx, id); err != nil || stands() {
			return err
		}
		r = Review{Match: id, Asker: a.ID, Asked: tx.Now(), All: m.Game.Ply(), Version: s.deps.Reviewer.Version()}
		return order(ctx, tx, r)
	})
	if err != nil {
		return m, Review{}, err
	}
	s.deps.Wake()
	return m, r, nil
}

// order has a review made, unless there are too many.
func order(ctx context.Context, tx Tx, r Review) error {
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
	All   int // under way
	Own   int // of those, that a person had made
	Asked int // that the person had made since a time
}

// IsOld reports whether another Reviewer made r than there is now.
func (s Reviews) IsOld(r *Review) bool { return r.IsMade() && r.Version != s.deps.Reviewer.Version() }

// Progress notes how many positions of a match that is reviewed have been searched.
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

// Awaited returns r as it is once it has come further, or after a while; false when ctx ends before that.
func (s Reviews) Awaited(ctx context.Context, r Review) (Review, bool) {
	for range reviewLooks {
		select {
		case <-ctx.Done():
			return r, false
		case <-time.After(reviewLook):
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

// Judged judges a match by its review, which is made.
func (s Reviews) Judged(m *Match, r *Review) (review.Review, error) {
	judged, err := s.deps.Reviewer.Judge(&m.Game, r.Found)
	if err != nil {
		return review.Review{}, fmt.Errorf("review of match %s: %w", m.ID, err)
	}
	return judged, nil
}

// Proven returns what the review of m proves, if there is one, except a chance in a position that stands in a match
// that one of its players plays.
func (s Reviews) Proven(ctx context.Context, m *Match) (p review.Proven, err error) {
	r, err := s.deps.Store.Review(ctx, m.ID)
	if err != nil || !r.IsMade() || s.deps.Reviewer == nil {
		return p, err
	}
	judged, err := s.Judged(m, &r)
	if err != nil {
		return p, err
	}
	p = judged.Proven(m.Game.Outcome())
	for _, player := range m.Players.Both() {
		if p.Chance.Missed == 0 || player == m.Robot() {
			continue
		}
		standing, err := s.Standing(ctx, m, player)
		if err != nil {
			return review.Proven{}, err
		}
		if standing[p.Chance.Ply] || standing[p.Chance.Ply+1] {
			p.Chance = review.Turn{}
		}
	}
	return p, nil
}

// Lost returns how much of the outlook a turn loses that somebody tries after some turns of m, in place of the best.
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

// Attempt is a turn that somebody tries to find the best one, with what it leads to: after it, Line has the best answer
// if the game goes on then.
type Attempt struct {
	Candidate
	Right bool // it is as good as the best one
}

// Attempt judges a turn in g by the best one.
func (s Reviews) Attempt(ctx context.Context, g *rules.Game, best, turn rules.Turn) (a Attempt, err error) {
	if turn == best || s.deps.Reviewer == nil {
		return Attempt{Candidate{Turn: turn, Line: []rules.Turn{turn}}, turn == best}, nil
	}
	most, err := s.leads(ctx, g, best)
	if err != nil {
		return a, err
	}
	a.Candidate, err = s.leads(ctx, g, turn)
	a.Right = most.Worth-a.Worth <= review.RightLoss
	return a, err
}

// worth returns what a turn in g is worth to the side that plays it.
func (s Reviews) worth(ctx context.Context, g *rules.Game, turn rules.Turn) (float64, error) {
	c, err := s.leads(ctx, g, turn)
	return float64(c.Worth), err
}

// leads returns what a turn in g leads to for the side that plays it.
func (s Reviews) leads(ctx context.Context, g *rules.Game, turn rules.Turn) (Candidate, error) {
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

// outlookOf is what an outcome is worth to a side (rules 5.4).
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

// Stands returns the positions that stand in the matches that p is playing: nothing is said of those, until that is
// over.
func (s Reviews) Stands(ctx context.Context, p match.PlayerID) (map[rules.Position]bool, error) {
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

// Standing returns after how many turns of m a position stood that is one of Stands.
func (s Reviews) Standing(ctx context.Context, m *Match, p match.PlayerID) (map[int]bool, error) {
	stand, err := s.Stands(ctx, p)
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
