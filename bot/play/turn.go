package play

import (
	"context"
	"errors"
	"fmt"

	"madbot/bot/play/gate"
	"madbot/rules"
	"madbot/rules/explain"
	"madbot/rules/match"
)

// Typed is a turn as a person typed it.
type Typed struct {
	Text   string
	Sure   bool // they have confirmed the turn
	Warned bool // they were shown the turn's risk
}

// Doubt is a reason to ask for confirmation of a legal turn.
type Doubt uint8

// The doubts. If several apply, the first is used.
const (
	Loses    Doubt = iota + 1 // it exiles the mover's corvette (rules 2.5)
	Replaced                  // the opponent replaced their last turn, and the player has not seen that
	Exposes                   // the other side could expel the mover's corvette next
	Harmless                  // it was typed as an expulsion, but expels nothing (rules 6.3)
)

// DoubtError is returned by Turns.Play for a legal turn that needs confirmation. The turn was not played.
type DoubtError struct {
	Why  Doubt
	Turn rules.Turn
	Ref  Ref // the match and moment to play it in
}

func (e *DoubtError) Error() string { return fmt.Sprintf("turn may not be meant: %d", e.Why) }

// Play plays a turn. It returns an error of match.Party.Play or rules.Position.ParseTurn, a *DoubtError or a
// *gate.StandingError.
func (s Turns) Play(ctx context.Context, by Actor, r Ref, t Typed) (Match, error) {
	seen := Ref{r.ID, AnyPly} // so that "not your turn" takes precedence over ErrStale
	if t.Sure {
		seen = r // they confirmed the turn for this position only
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
		if err := gate.CheckRobot(ctx, tx, &m.Match, p.Play(turn)); err != nil {
			return nil, err
		}
		return m.As(by.ID).Play(turn, tx.Now())
	})
}

// doubt returns why turn, parsed from t, needs confirmation, or 0. replaced means that the opponent's last turn was
// replaced and the player has not seen that.
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

// Resign resigns a match. It returns the errors of match.Party.Resign.
func (s Turns) Resign(ctx context.Context, by Actor, r Ref) (Match, error) {
	return s.change(ctx, by, r, func(tx Tx, m *Match) ([]match.Event, error) {
		return m.As(by.ID).Resign(tx.Now())
	})
}

// TakeBack takes back the actor's last turn, if the opponent has not looked at the board since; errors as
// match.Party.TakeBack.
func (s Turns) TakeBack(ctx context.Context, by Actor, r Ref) (Match, error) {
	return s.change(ctx, by, r, func(tx Tx, m *Match) ([]match.Event, error) {
		other, err := tx.Seat(ctx, m.ID, m.Players.Of(m.ColorOf(by.ID).Other()))
		if err != nil {
			return nil, err
		}
		return m.As(by.ID).TakeBack(match.Takeback{Unseen: !other.HasSeen(&m.Match)}, tx.Now())
	})
}

// AskBack takes back the actor's last turn, as TakeBack does, or asks the opponent if that is not possible. It returns
// the errors of match.Party.MakeOffer for match.ToTakeBack.
func (s Turns) AskBack(ctx context.Context, by Actor, r Ref) (Match, error) {
	m, err := s.TakeBack(ctx, by, r)
	if errors.Is(err, match.ErrNotFree) || errors.Is(err, match.ErrTimeUp) {
		return Offers(s).Offer(ctx, by, r, match.ToTakeBack)
	}
	return m, err
}

// Offer makes an offer, or accepts the opponent's. It returns the errors of match.Party.MakeOffer.
func (s Offers) Offer(ctx context.Context, by Actor, r Ref, k match.OfferKind) (Match, error) {
	return s.change(ctx, by, r, func(tx Tx, m *Match) ([]match.Event, error) {
		return m.As(by.ID).MakeOffer(k, tx.Now())
	})
}

// AnswerOffer accepts or declines the opponent's offer. It returns the errors of match.Party.AnswerOffer.
func (s Offers) AnswerOffer(ctx context.Context, by Actor, r Ref, k match.OfferKind,
	yes bool) (Match, error) {
	return s.change(ctx, by, r, func(tx Tx, m *Match) ([]match.Event, error) {
		return m.As(by.ID).AnswerOffer(k, yes, tx.Now())
	})
}

// WithdrawOffer withdraws the actor's offer. It returns the errors of match.Party.WithdrawOffer.
func (s Offers) WithdrawOffer(ctx context.Context, by Actor, r Ref, k match.OfferKind) (Match, error) {
	return s.change(ctx, by, r, func(tx Tx, m *Match) ([]match.Event, error) {
		return m.As(by.ID).WithdrawOffer(k, tx.Now())
	})
}

// AcceptsStop reports whether p should accept an offer to stop m now: whether stopping (rules 5.4) gives p at least as
// much as playing on. proof is for the side to move. Without one, playing on is assumed to be better than losing a
// semi-victory and worse than winning one.
func AcceptsStop(m *match.Match, p match.PlayerID, proof Proof) bool {
	if m.ToMove() != p {
		proof = proof.Turned()
	}
	if now := m.Game.Position(); now.SemiWinner() == m.ColorOf(p) {
		return proof != WinProven
	}
	return proof == SemiLossProven || proof == LossProven
}

// Hint is advice for the side to move.
type Hint struct {
	Candidates []Candidate // best first; at least one
}

// Candidate is a turn worth playing.
type Candidate struct {
	Turn    rules.Turn
	Line    []rules.Turn     // the expected continuation, Turn first
	Sure    int              // how many turns of Line are certain
	Worth   Worth            // the expected score
	Reasons []explain.Reason // reasons for it, most important first
	Proof   Proof            // the result that it forces
	Turns   int              // turns of the side to move until the forced end, 0 without a proof
}

// Worth is a side's expected score on the scale of rules 5.4: 1 for a victory, 0.75 for a semi-victory, 0.25 for the
// opponent's semi-victory, 0 for a defeat.
type Worth float64

// Hint returns a hint for by, who must be to move, at the moment at which they saw the match, and counts it. It returns
// ErrNoHint, ErrStale (also if the match changed during the search), a *gate.StandingError or an error of
// match.Party.CanHint.
func (s Turns) Hint(ctx context.Context, by Actor, r Ref) (Match, Hint, error) {
	m, err := s.onTurn(ctx, by, r)
	if err == nil {
		err = m.As(by.ID).CanHint()
	}
	if err != nil {
		return m, Hint{}, err
	}
	hint, err := s.search(ctx, by, &m)
	if err != nil {
		return m, Hint{}, err
	}
	// When ctx ends, the search stops and returns what it has found. That hint still has to be counted.
	m, err = s.change(context.WithoutCancel(ctx), by, Ref{r.ID, m.Moment()},
		func(tx Tx, m *Match) ([]match.Event, error) {
			return useHint(ctx, tx, by, m)
		})
	if err != nil {
		return m, Hint{}, err
	}
	return m, hint, nil
}

// search returns advice on m. It returns the errors of Hint.
func (s Turns) search(ctx context.Context, by Actor, m *Match) (Hint, error) {
	g, err := gate.For(ctx, s.deps.Store, by.ID)
	if err != nil {
		return Hint{}, err
	}
	asked, err := g.AskHint(&m.Match)
	if err != nil {
		return Hint{}, err
	}
	if s.deps.Analyst == nil {
		return Hint{}, ErrNoHint
	}
	hint, err := s.deps.Analyst.Hint(ctx, asked)
	if err != nil {
		return Hint{}, fmt.Errorf("hint for match %s: %w", m.ID, err)
	}
	return hint, nil
}

// useHint counts a hint in m. It checks again that the actor may have it: their matches may have changed meanwhile.
func useHint(ctx context.Context, tx Tx, by Actor, m *Match) ([]match.Event, error) {
	g, err := gate.For(ctx, tx, by.ID)
	if err == nil {
		err = g.CheckHint(&m.Match)
	}
	if err != nil {
		return nil, err
	}
	events, err := m.As(by.ID).UseHint(tx.Now())
	if err != nil || len(events) == 0 { // the same hint as before
		return events, err
	}
	return events, tx.CountHelp(ctx, by.ID, g.Rated())
}

// countPractice counts a new practice game of p as help in the rated matches that p is playing.
func countPractice(ctx context.Context, tx Tx, p match.PlayerID) error {
	g, err := gate.For(ctx, tx, p)
	if err != nil {
		return err
	}
	return tx.CountHelp(ctx, p, g.Rated())
}

// onTurn loads r's match and checks that it is the actor's turn.
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

// Proof is a forced result, from the point of view of the side to move. The zero value means that nothing is proven.
type Proof uint8

// The proofs, from the worst to the best.
const (
	Unproven Proof = iota
	LossProven
	SemiLossProven // the other side can force at least a semi-victory (rules 5.4)
	SemiWinProven
	WinProven
)

// Turned returns p from the other side's point of view.
func (p Proof) Turned() Proof {
	if p == Unproven {
		return Unproven
	}
	return WinProven + LossProven - p
}

// Analyst finds good turns. It is safe for concurrent use.
type Analyst interface {
	// Hint returns advice for the side to move, usually the same for the same game. When ctx ends, it returns what it
	// has found so far, or the error of ctx.
	Hint(context.Context, gate.Question) (Hint, error)
}
