// Package gate prevents players from using the engine for a rated match: while they play one, they get no help with
// positions similar to its current one. The engine only takes a Question, and only this package creates one.
package gate

import (
	"context"
	"errors"
	"fmt"

	"madbot/rules"
	"madbot/rules/match"
)

// Running is a running match between people that is not for practice.
type Running struct {
	ID       match.ID
	Players  rules.BySide[match.PlayerID]
	Rated    bool
	Position rules.Position
}

// RunningOf returns m, a running match, as a Running.
func RunningOf(m *match.Match) Running {
	return Running{m.ID, m.Players, m.Terms.Rated, m.Game.Position()}
}

// Matches knows what people are playing.
type Matches interface {
	// Running returns the running matches of p against people, except practice, in any order.
	Running(ctx context.Context, p match.PlayerID) ([]Running, error)
}

// Gate decides whether the engine may help a person. It holds the matches they are playing now, so a new one is made
// for each answer. The zero value allows nothing.
type Gate struct {
	who     match.PlayerID
	running []Running
	layouts []rules.Layout // of the rated ones
}

// For returns the Gate of p.
func For(ctx context.Context, all Matches, p match.PlayerID) (Gate, error) {
	running, err := all.Running(ctx, p)
	g := Gate{p, running, make([]rules.Layout, len(running))}
	for i := range running {
		if running[i].Rated {
			g.layouts[i] = running[i].Position.Layout()
		}
	}
	return g, err
}

// Rated returns the rated matches that the Gate protects.
func (g Gate) Rated() []match.ID {
	var ids []match.ID
	for _, r := range g.running {
		if r.Rated {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

// ErrStanding is wrapped by every StandingError.
var ErrStanding = errors.New("position helps in a running match")

// StandingError is returned if a position would help a person in a match they are playing: a rated one with a similar
// position, or any other with the same position.
type StandingError struct {
	Match    match.ID
	Opponent match.PlayerID
	Rated    bool
}

func (e *StandingError) Error() string { return fmt.Sprintf("%v: %s", ErrStanding, e.Match) }

func (e *StandingError) Unwrap() error { return ErrStanding }

// Check returns a *StandingError if p is similar to the position of a rated match.
func (g Gate) Check(p rules.Position) error {
	if len(g.running) == 0 {
		return nil
	}
	layout := p.Layout()
	for i, r := range g.running {
		if r.Rated && g.layouts[i].IsLike(layout) {
			return g.refusal(r)
		}
	}
	return nil
}

// CheckChosen is Check for a position that a person could have chosen. It also returns a *StandingError if p is the
// position of a casual match, ignoring the counters.
func (g Gate) CheckChosen(p rules.Position) error {
	for _, r := range g.running {
		if !r.Rated && r.Position.Side() == p.Side() && r.Position.HasShipsOf(&p) {
			return g.refusal(r)
		}
	}
	return g.Check(p)
}

func (g Gate) refusal(r Running) error {
	other := r.Players.Red
	if other == g.who {
		other = r.Players.Blue
	}
	return &StandingError{r.ID, other, r.Rated}
}

// CheckHint checks the position of m before a hint. It is stricter if m began at a custom position.
func (g Gate) CheckHint(m *match.Match) error {
	if m.Terms.HasCustomStart() {
		return g.CheckChosen(m.Game.Position())
	}
	return g.Check(m.Game.Position())
}

// CheckRobot returns a *StandingError if the robot must not play at p in m: m began at a custom position, and the
// answer would help the other side in another match. In other matches, nobody chooses the position.
func CheckRobot(ctx context.Context, all Matches, m *match.Match, p rules.Position) error {
	if !m.Terms.HasCustomStart() {
		return nil
	}
	g, err := For(ctx, all, m.Challenger)
	if err != nil {
		return err
	}
	return g.CheckChosen(p)
}
