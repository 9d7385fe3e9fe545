package play

import (
	"context"
	"errors"
	"fmt"

	"madbot/rules"
	"madbot/rules/explain"
	"madbot/rules/match"
)

// Typed is a turn as a person wrote it.
type Typed struct {
	Text   string
	Sure   bool // they were asked whether they mean it
	Warned bool // they were shown what the turn risks
}

// Doubt is why a turn that is legal may not be meant.
type Doubt uint8

// The doubts; the gravest one counts.
const (
	Loses    Doubt = iota + 1 // it exiles the mover's corvette (rules 2.5)
	Replaced                  // the other's turn before it replaces one that was taken back, which they have not seen
	Exposes                   // the other side could expel the mover's corvette next
	Harmless                  // it was written as one that expels, and expels nothing (rules 6.3)
)

// DoubtError is returned by Turns.Play for a turn that may not be meant, when they have not said that it is. The
// turn is legal and was not played.
type DoubtError struct {
	Why  Doubt
	Turn rules.Turn
	Ref  Ref // where it would be played
}

// Error implements error, without Turn: what people typed is for no log.
func (e *DoubtError) Error() string { return fmt.Sprintf("turn may not be meant: %d", e.Why) }

// Play plays a turn. It returns an error of match.Match.Play, of rules.Position.ParseTurn, a
// *DoubtError or ErrStanding.
func (s Turns) Play(ctx context.Context, by Actor, r Ref, t Typed) (Match, error) {
	seen := Ref{r.ID, AnyPly} // whose turn it is comes first, whatever they saw
	if t.Sure {
		seen = r // what they were asked was about that position
	}
	return s.change(ctx, by, seen, func(tx Tx, m *Match) ([]match.Event, error) {
		if err := m.As(by.ID).OnTurn(); err != nil {
			return nil, err
		}
		if err := r.check(m); err != nil {
			return nil, err
		}
		p := m.Game.Position()
		turn, err := p.ParseTurn(t.Text)
		if err != nil {
			return nil, err
		}
		seat, err := tx.Seat(ctx, m.ID, by.ID)
		if err != nil {
			return nil, err
		}
		if why := t.doubt(m, turn, r.Ply == AnyPly && seat.missedTakeback(&m.Match)); why != 0 {
			return nil, &DoubtError{why, turn, Ref{m.ID, m.Moment()}}
		}
		if err := fair(ctx, tx, m, p.Play(turn)); err != nil {
			return nil, err
		}
		return m.As(by.ID).Play(turn, tx.Now())
	})
}

// doubt returns why turn, as t is read in m, may not be meant; 0: it is. That the other's turn was replaced unseen is
// another reason.
func (t Typed) doubt(m *Match, turn rules.Turn, replaced bool) Doubt {
	p := m.Game.Position()
	switch {
	case t.Sure:
		return 0
	case p.LosesAtOnce(turn):
		return Loses
	case replaced:
		return Replaced
	case !t.Warned && p.Exposes(turn, m.Game.Limit()):
		return Exposes
	case turn.Misses(t.Text):
		return Harmless
	}
	return 0
}

// Resign gives a match up; errors as match.Match.Resign.
func (s Turns) Resign(ctx context.Context, by Actor, r Ref) (Match, error) {
	return s.change(ctx, by, r, func(tx Tx, m *Match) ([]match.Event, error) {
		return m.As(by.ID).Resign(tx.Now())
	})
}

// TakeBack takes the actor's last turn back, if the other side has not looked at the board since; errors
// as match.Match.TakeBack.
func (s Turns) TakeBack(ctx context.Context, by Actor, r Ref) (Match, error) {
	return s.change(ctx, by, r, func(tx Tx, m *Match) ([]match.Event, error) {
		other, err := tx.Seat(ctx, m.ID, m.Players.Of(m.ColorOf(by.ID).Other()))
		if err != nil {
			return nil, err
		}
		return m.As(by.ID).TakeBack(match.Takeback{Unseen: !other.HasSeen(&m.Match)}, tx.Now())
	})
}

// AskBack takes the actor's last turn back as TakeBack does or, where it cannot, asks the other side for it;
// errors as match.Match.MakeOffer of match.ToTakeBack.
func (s Turns) AskBack(ctx context.Context, by Actor, r Ref) (Match, error) {
	m, err := s.TakeBack(ctx, by, r)
	if errors.Is(err, match.ErrNotFree) || errors.Is(err, match.ErrTimeUp) {
		return Offers(s).Offer(ctx, by, r, match.ToTakeBack)
	}
	return m, err
}

// Offer makes an offer, or accepts the other side's; errors as match.Match.MakeOffer.
func (s Offers) Offer(ctx context.Context, by Actor, r Ref, k match.OfferKind) (Match, error) {
	return s.change(ctx, by, r, func(tx Tx, m *Match) ([]match.Event, error) {
		return m.As(by.ID).MakeOffer(k, tx.Now())
	})
}

// AnswerOffer answers the other side's offer; errors as match.Match.AnswerOffer.
func (s Offers) AnswerOffer(ctx context.Context, by Actor, r Ref, k match.OfferKind,
	yes bool) (Match, error) {
	return s.change(ctx, by, r, func(tx Tx, m *Match) ([]match.Event, error) {
		return m.As(by.ID).AnswerOffer(k, yes, tx.Now())
	})
}

// WithdrawOffer takes the actor's own offer back; errors as match.Match.WithdrawOffer.
func (s Offers) WithdrawOffer(ctx context.Context, by Actor, r Ref, k match.OfferKind) (Match, error) {
	return s.change(ctx, by, r, func(tx Tx, m *Match) ([]match.Event, error) {
		return m.As(by.ID).WithdrawOffer(k, tx.Now())
	})
}

// AcceptsStop reports whether p does well to accept an offer to stop m where it stands, when proof
// is all that is known of how the game ends, for the side to move: whether p has of the stop (rules
// 5.4) at least what play would bring. Without a proof p trusts to have more than the loser of a
// semi-victory and less than its winner.
func AcceptsStop(m *match.Match, p match.PlayerID, proof Proof) bool {
	if m.ToMove() != p {
		proof = proof.Turned()
	}
	if now := m.Game.Position(); now.SemiWinner() == m.ColorOf(p) {
		return proof != WinProven
	}
	return proof == SemiLossProven || proof == LossProven
}

// Hint is the advice for the side to move.
type Hint struct {
	Candidates []Candidate // best first; at least one
}

// Candidate is a turn worth playing.
type Candidate struct {
	Turn    rules.Turn
	Line    []rules.Turn     // the expected continuation, Turn first
	Sure    int              // how many turns of Line are sure
	Worth   Worth            // what it leads to, as far as one can see
	Reasons []explain.Reason // what speaks for it, the weightiest first
	Proof   Proof            // what it leads to by force
	Turns   int              // of the side to move until the proven end, 0 without a proof
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
		func(tx Tx, m *Match) ([]match.Event, error) { return m.As(by.ID).UseHint(tx.Now()) })
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
