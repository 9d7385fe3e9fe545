package play

import (
	"context"
	"fmt"
	"time"

	"madbot/rules"
	"madbot/rules/match"
	"madbot/rules/reason"
)

// Hint is the advice for the side to move.
type Hint struct {
	Candidates []Candidate // best first; at least one
}

// Candidate is a turn worth playing.
type Candidate struct {
	Turn    rules.Turn
	Line    []rules.Turn    // the expected continuation, Turn first
	Sure    int             // how many turns of Line are sure
	Worth   Worth           // what it leads to, as far as one can see
	Reasons []reason.Reason // what speaks for it, the weightiest first
	Proof   Proof           // what it leads to by force
	Turns   int             // of the side to move until the proven end, 0 without a proof
}

// Worth is what a side can expect on the scale of rules 5.4: 1 a victory, 0.75 a semi-victory, 0.25
// the other side's, 0 a defeat.
type Worth float64

// Hint returns advice for by, whose turn it must be, in the match as they saw it, and counts it when there
// is some. It returns ErrNoHint, ErrStale (also when the match went on during the search),
// ErrStanding, or an error of match.Match.CanHint.
func (s Turns) Hint(ctx context.Context, by Actor, r Ref) (Match, Hint, error) {
	m, err := s.onTurn(ctx, by, r)
	if err == nil {
		err = m.As(by.ID).CanHint()
	}
	if err == nil {
		err = fair(ctx, s.deps.Store, &m, m.Game.Position())
	}
	if err != nil {
		return m, Hint{}, err
	}
	if s.deps.Analyst == nil {
		return m, Hint{}, ErrNoHint
	}
	game := m.Game.Clone()
	hint, err := s.deps.Analyst.Hint(ctx, &game)
	if err != nil {
		return m, Hint{}, fmt.Errorf("hint for match %s: %w", m.ID, err)
	}
	// The search ends with ctx and keeps what it found, so the second look does without it.
	m, err = s.change(context.WithoutCancel(ctx), by, Ref{r.ID, m.Moment()},
		func(m *Match, now time.Time) ([]match.Event, error) { return m.As(by.ID).UseHint(now) })
	if err != nil {
		return m, Hint{}, err
	}
	return m, hint, nil
}

// onTurn loads the match of r and checks that by is to play in it.
func (s Turns) onTurn(ctx context.Context, by Actor, r Ref) (Match, error) {
	m, err := Boards(s).Match(ctx, by, r.ID)
	if err != nil {
		return m, err
	}
	if err := r.check(&m); err != nil {
		return m, err
	}
	return m, m.As(by.ID).OnTurn()
}

// Proof is how the game ends by force, or better, for the side to move. The zero value proves
// nothing.
type Proof uint8

// The proofs, from the worst to the best.
const (
	Unproven Proof = iota
	LossProven
	SemiLossProven // the other side can force the semi-victory at least (rules 5.4)
	SemiWinProven
	WinProven
)

// Turned returns p as the other side sees it.
func (p Proof) Turned() Proof {
	if p == Unproven {
		return Unproven
	}
	return WinProven + LossProven - p
}

// Analyst searches positions for good turns. It is safe for concurrent use.
type Analyst interface {
	// Hint returns advice for the side to move, mostly the same when it is asked again. It returns early,
	// with what it has found or the error of ctx, when ctx ends.
	Hint(context.Context, *rules.Game) (Hint, error)
}
