// Package gate keeps the engine away from rated matches: while one is played, its players get no help with positions
// like the one that stands in it. The engine takes nothing but a Question, and only this package makes one.
package gate

import (
	"context"
	"errors"
	"fmt"

	"madbot/rules"
	"madbot/rules/match"
)

// Running is a match between people that is being played, except practice.
type Running struct {
	ID       match.ID
	Players  rules.BySide[match.PlayerID]
	Rated    bool
	Position rules.Position
}

// RunningOf returns the Running of m, which is being played.
func RunningOf(m *match.Match) Running {
	return Running{m.ID, m.Players, m.Terms.Rated, m.Game.Position()}
}

// Matches knows what people are playing.
type Matches interface {
	// Running returns the matches that p is playing against people, except practice, in any order.
	Running(ctx context.Context, p match.PlayerID) ([]Running, error)
}

// Gate stands between one person and the engine. It knows the matches that they are playing now, so it is made new for
// each answer. The zero value asks nothing.
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

// ErrStanding is what every StandingError wraps.
var ErrStanding = errors.New("position helps in a running match")

// StandingError is returned if a position would help a person in a match that they are playing: a rated one, if the two
// positions are alike; any other, if they are the same.
type StandingError struct {
	Match    match.ID
	Opponent match.PlayerID
	Rated    bool
}

func (e *StandingError) Error() string { return fmt.Sprintf("%v: %s", ErrStanding, e.Match) }

// Unwrap returns ErrStanding.
func (e *StandingError) Unwrap() error { return ErrStanding }

// Check returns a *StandingError if p is like the position of a rated match.
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

// CheckChosen is Check for a position that a person could have chosen. It also returns a *StandingError if p stands in
// a casual match, whatever the counters are.
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

// CheckHint checks the position of m before a hint. A match from a position that was set up is stricter.
func (g Gate) CheckHint(m *match.Match) error {
	if m.Terms.HasCustomStart() {
		return g.CheckChosen(m.Game.Position())
	}
	return g.Check(m.Game.Position())
}

// CheckRobot returns a *StandingError if the robot must not play at p in m: m began at a position that was set up, and
// the answer would help the other side in another match. In a match from the start, nobody chooses the position.
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
